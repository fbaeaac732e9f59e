#pragma once
/// @file
/// The elements of a URDF file as plain data, before a model is made of them.

#include <map>

#include "sarrus/format/urdf.h"
#include "sarrus/format/xml_element.h"

namespace sarrus {

struct UrdfLink {
  std::string name;
  int line = 0;
  RigidInertia<double> inertia{};  ///< About the link's origin; zero where the file gives none.
  /// Where no real body can have that inertia: what is wrong with it, and the nearest possible one.
  struct Unreal {
    int line;
    std::string fault, change;
    RigidInertia<double> repaired;
  };
  std::optional<Unreal> unreal{};
  RigidInertia<double> without_mass{};  ///< What `inertia` beside a mass of zero says.
  int inertia_line = 0;
  InertiaCheck inertia_check = InertiaCheck::real;

  std::string where() const { return fmt::format("link '{}'", shown(name)); }
};

struct UrdfJoint {
  std::string type{}, parent{}, child{};
  int line = 0;
  Pose<double> X_PF{};                       ///< The joint's frame, which is also the child's, on the parent.
  Vec3<double> axis = Vec3<double>::zero();  ///< Unit vector, or zero for types without an axis.
  Limits limits{};
  UrdfJointData data{};

  const std::string& name() const { return data.joint; }
  std::string where() const { return fmt::format("joint '{}'", shown(name())); }
  bool is_fixed() const { return type == "fixed"; }
};

/// A loop or a coupling: something that holds between two links.
struct UrdfTie {
  /// A link, and a frame on it.
  struct End {
    std::string link{};
    Pose<double> X_LF{};
  };
  std::string tag, name{};
  int line = 0;
  End predecessor{}, successor{};

  std::string where() const { return fmt::format("{} '{}'", tag, shown(name)); }
};
struct UrdfLoop : UrdfTie {
  std::string type{};
  Vec3<double> axis = Vec3<double>::zero();  ///< As of a joint.
};
struct UrdfCoupling : UrdfTie {
  double ratio = 1;
};

/// Whether joints of a type have one coordinate, which limits and mimic speak of.
inline bool has_one_coordinate(std::string_view type) {
  return type == "revolute" || type == "prismatic" || type == "continuous";
}

struct UrdfFile {
  std::string name;
  std::vector<UrdfLink> links{};
  std::vector<UrdfJoint> joints{};
  std::vector<UrdfLoop> loops{};
  std::vector<UrdfCoupling> couplings{};
  std::vector<Geometry> visuals{}, collisions{};
  std::map<std::string, Material> materials{};
};

/// Reads the elements; faults and notes go to `findings`.
UrdfFile read_urdf_file(const XmlText& text, Findings& findings);

/// The parts of it: a link's inertia and shapes, a joint, a loop, a coupling, a material, an origin element
/// (none: no displacement).
UrdfLink read_urdf_link(XmlElement element, UrdfFile& file);
UrdfJoint read_urdf_joint(XmlElement element);
UrdfLoop read_urdf_loop(XmlElement element);
UrdfCoupling read_urdf_coupling(XmlElement element);
void read_urdf_inertial(const XmlElement& inertial, UrdfLink& link);
void read_urdf_shapes(const XmlElement& link, const std::string& name, UrdfFile& file);
Material read_urdf_material(const XmlElement& element);
Pose<double> read_urdf_origin(const XmlElement& owner);

/// What joints, loops and couplings have in common: a known type; the child element that names a link, or a
/// fault and none; that name, where the child says nothing else; the unit vector along its axis, which is x
/// where none is written, and zero for types without an axis.
std::string read_urdf_type(const XmlElement& element);
XmlElement read_urdf_end(const XmlElement& element, const char* tag);
std::string read_urdf_link_name(const XmlElement& element, const char* tag);
Vec3<double> read_urdf_axis(const XmlElement& element, const std::string& type);

/// Checks that every joint that follows another can.
void check_urdf_mimics(const UrdfFile& file, Findings& findings);

/// Checks that every loop and coupling is between two links that exist.
void check_urdf_ties(const UrdfFile& file, Findings& findings);

/// A link of the tree with the joint it hangs on and its parent.
struct UrdfStep {
  std::size_t link;
  const UrdfJoint* inboard = nullptr;  ///< None for the root.
  std::size_t parent = 0;
};
/// Checks that names are unique and known and that the joints make one tree; all links, parents first. Where
/// there is a fault, none. No two of the joints, loops and couplings may have the same name.
std::vector<UrdfStep> order_urdf_links(const UrdfFile& file, Findings& findings);

/// Checks that joints move between the links of every loop, and finds the joints that every coupling counts.
std::vector<Coupling> find_urdf_ways(const UrdfFile& file, const std::vector<UrdfStep>& order,
                                     Findings& findings);

/// Makes the inertia of every link one that a real body can have. Links that are fixed on each other move as
/// one, so an unreal inertia goes to the heaviest of them if that can take it: nothing else changes.
/// Otherwise it is repaired or refused.
void settle_urdf_inertias(UrdfFile& file, const std::vector<UrdfStep>& order, const UrdfOptions& options,
                          Findings& findings);

/// A tree of links as a model, and the loops between its bodies. Shapes are moved to the bodies that carry
/// them.
struct UrdfMechanism {
  Model model;
  std::vector<JointDescription> loops;
};
UrdfMechanism make_urdf_mechanism(UrdfFile& file, const std::vector<UrdfStep>& order,
                                  const UrdfOptions& options, Findings& findings);

}  // namespace sarrus
