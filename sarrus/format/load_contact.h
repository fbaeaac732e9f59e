#pragma once
/// @file
/// Contact between the collision shapes of a model file, and with the ground.

#include <memory>

#include "sarrus/contact/compliant_contact.h"
#include "sarrus/format/loaded_model.h"
#include "sarrus/format/srdf.h"

namespace sarrus {

/// Options for contact between the collision shapes of a model file.
struct ContactOptions {
  ContactMaterial material = firm_material();  ///< Of all shapes and of the ground.
  bool ground = true;        ///< A half-space "ground" on the world, whose normal points against gravity.
  double ground_height = 0;  ///< Of its surface, counted along that normal from the world's origin [m].
  double transition_speed = 0.01;     ///< Of friction [m/s], see CompliantContactOptions.
  Array<std::string> mesh_folders{};  ///< Further folders for meshes, see find_mesh().
  SrdfFilter srdf{};                  ///< Links that do not touch, see read_srdf().
};

/// Contact for a System of a loaded model, and notes on what differs from the shapes of the file.
struct LoadedContact {
  std::shared_ptr<CompliantContact> contact;  ///< Null if no shape can touch anything.
  Array<std::string> notes;                   ///< Sentences.
};

/// Makes contact of the collision shapes of a model.
///
///     const LoadedModel robot = load_model("dog.urdf", {.base = RootJoint::free});
///     SystemBuilder builder = robot.make_system_builder();
///     builder.add_force("contact", load_contact(robot).contact);
///
/// Free falls are integrated in long steps: SimulationOptions::largest_step keeps bodies from passing through
/// each other.
///
/// - Surfaces have the names of their links; those of a link with several shapes are "foot.1", "foot.2", ….
/// - Meshes are replaced by their convex hulls. A mesh that cannot be read, and a shape without a size, is
/// left out.
/// - Bodies that a joint or a loop connects do not touch each other. Nor do surfaces that overlap in the
/// default
///   position, unless a joint with six degrees of freedom can part them: such shapes are drawn with overlaps,
///   as around joints. The same holds for the ground.
/// - Nor do links that an SRDF file keeps apart. Links in it that the model does not have are noted.
LoadedContact load_contact(const LoadedModel& loaded, const ContactOptions& options = {});

}  // namespace sarrus
