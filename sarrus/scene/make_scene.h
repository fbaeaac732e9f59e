#pragma once
/// @file
/// Makes the Scene of a System. Bodies without shapes get some: the surfaces by which they touch others, rods
/// between their joints and the places where constraints act, or a solid with their inertia.

#include "sarrus/format/loaded_model.h"
#include "sarrus/scene/scene.h"

namespace sarrus {

/// Options that say what a scene shows beyond bodies, joints, constraints and forces.
struct SceneOptions {
  // Numbers to plot; each is four bytes in every frame.
  bool coordinates = true, speeds = true, accelerations = true;
  bool forces = true;  ///< Of elements on speeds, tensions, normal forces of contacts, of prescribed motions.
  bool energies = true;  ///< Kinetic, potential, and their sum.
  bool errors = true;    ///< Of constraints, row by row.
  bool measures = true;  ///< Numbers that the System computes (system/measures.h).
  // Arrows; each is 24 bytes in every frame.
  bool applied_forces = true;  ///< Forces of elements and contacts, and torques; gravity is left out.
  bool reactions = false;      ///< Forces and torques of joints, a sweep over the tree for every frame; with
                               ///< `applied_forces` also those of drives: of elements and motions on joints.
  bool constraint_forces = true;
  // Areas of contact; each is 44 bytes in every frame.
  int contact_patches = 128;  ///< At most so many; of more that touch at once, some are left out, evenly.
  // Shapes of a model file.
  bool collisions = false;            ///< Also shapes for collisions and surfaces of contact; viewers hide
                                      ///< them at first.
  Array<std::string> mesh_folders{};  ///< Folders with packages or meshes, besides that of the model file
                                      ///< and those in the environment variable ROS_PACKAGE_PATH.
};

/// The scene of a System whose default state shows how large it is.
Scene make_scene(const System& system, const SceneOptions& options = {});
/// The scene of a State's System, its size and axes of joints in this State: for mechanisms whose loops do
/// not close in their default state.
Scene make_scene(const State& state, const SceneOptions& options = {});
/// The same with the shapes of a model file. Its meshes are read; one that is missing or unusable becomes a
/// box, with a note that names the file and the remedy.
Scene make_scene(const System& system, const LoadedModel& loaded, const SceneOptions& options = {});
Scene make_scene(const State& state, const LoadedModel& loaded, const SceneOptions& options = {});

}  // namespace sarrus
