#pragma once
/// @file
/// The elements of a URDF file as plain data, before a model is made from them.

#include <map>

#include "sarrus/base/array.h"
#include "sarrus/format/internal/xml_element.h"
#include "sarrus/format/loaded_model.h"

namespace sarrus::internal {

struct UrdfLink {
  std::string name;
  int line = 0;
  RigidInertia<double> inertia{};  ///< About the link's origin; zero if the file gives none.
  /// A physically impossible inertia: a description of the fault, and the closest possible inertia.
  struct Unreal {
    int line;
    std::string fault, change;
    RigidInertia<double> repaired;
  };
  std::optional<Unreal> unreal{};
  RigidInertia<double> without_mass{};  ///< The inertia given together with a mass of zero.
  int inertia_line = 0;
  InertiaCheck inertia_check = InertiaCheck::real;

  std::string where() const { return fmt::format("link '{}'", shown(name)); }
};

struct UrdfJoint {
  std::string type{}, parent{}, child{};
  int line = 0;
  Pose<double> X_PF{};  ///< Pose of the joint's frame, which is also the child's, on the parent.
  Vec3<double> axis = Vec3<double>::zero();  ///< Unit vector, or zero for types without an axis.
  CoordinateLimits limits{};
  LoadedJoint data{};

  const std::string& name() const { return data.joint; }
  std::string where() const { return fmt::format("joint '{}'", shown(name())); }
  bool is_fixed() const { return type == "fixed"; }
};

/// The common part of loops and couplings, which are between two links.
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
  Vec3<double> axis = Vec3<double>::zero();  ///< Unit vector, or zero for types without an axis.
};
struct UrdfCoupling : UrdfTie {
  double ratio = 1;
};

/// True if joints of a type have one coordinate, to which limits and mimic apply.
inline bool has_one_coordinate(std::string_view type) {
  return type == "revolute" || type == "prismatic" || type == "continuous";
}

struct UrdfFile {
  std::string name;
  Array<UrdfLink> links{};
  Array<UrdfJoint> joints{};
  Array<UrdfLoop> loops{};
  Array<UrdfCoupling> couplings{};
  Array<Geometry> visuals{}, collisions{};
  std::map<std::string, Material> materials{};
};

/// Reads the elements; faults and notes go to `findings`.
UrdfFile read_urdf_file(const XmlText& text, Findings& findings);

/// The pose in the `<origin>` of an element; the identity if there is none.
Pose<double> read_urdf_origin(const XmlElement& owner);

}  // namespace sarrus::internal
