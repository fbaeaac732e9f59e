#pragma once
/// @file
/// A Model is an immutable description of a tree of bodies, checked and numbered: body 0 is the world, every
/// body comes after its parent, and a body and its descendants have consecutive numbers. The numbering
/// follows from the names and the connections alone, not from the order in which they were written down.

#include <iosfwd>
#include <string_view>

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"
#include "sarrus/model/connectivity.h"
#include "sarrus/model/description.h"

namespace sarrus {

/// A body of a model with the joint that connects it to its parent.
struct Body {
  std::string name;
  BodyKind kind = BodyKind::rigid;
  RigidInertia<double> inertia{};  ///< M_B about the body's origin.
  InertiaCheck inertia_check = InertiaCheck::real;
  int parent = -1;  ///< Number of the parent; −1 for the world.

  std::string joint_name{};
  Joint joint{};
  Pose<double> X_PF{};  ///< The joint's frame on the parent.
  Pose<double> X_BM{};  ///< The joint's frame on this body.
  int q0 = 0, nq = 0;   ///< First coordinate and number of coordinates of the joint.
  int u0 = 0, nu = 0;   ///< First speed and number of speeds.
  int p0 = 0, np = 0;   ///< First numeric parameter and number of parameters.
};

/// A generalized coordinate of the model.
struct Coordinate {
  std::string name, unit;
  int body = 0;  ///< The body to whose joint it belongs.
  double default_value = 0;
  CoordinateLimits limits{};
};

/// A generalized speed (generalized velocity) of the model.
struct Speed {
  std::string name, unit;
  int body = 0;
};

/// A numeric parameter of a joint.
struct JointParameter {
  std::string name, unit;  ///< The joint's name and its own, e.g. "spindle.pitch".
  int body = 0;
  double default_value = 0;
};

/// A frame or point fixed on a body.
struct BodyFrame {
  std::string name;
  int body = 0;
  Pose<double> X_BF{};
};
struct BodyPoint {
  std::string name;
  int body = 0;
  Vec3<double> p_B = Vec3<double>::zero();
};

/// A tree of bodies, immutable. Made by make_model() or a ModelBuilder.
class Model {
 public:
  const std::string& name() const { return name_; }
  const Vec3<double>& gravity() const { return gravity_; }
  /// All bodies, the world first.
  const Array<Body>& bodies() const { return bodies_; }
  const Body& body(int number) const;
  const Connectivity& connectivity() const { return connectivity_; }
  const Array<Coordinate>& coordinates() const { return coordinates_; }
  const Array<Speed>& speeds() const { return speeds_; }
  const Array<JointParameter>& joint_parameters() const { return joint_parameters_; }
  const Array<BodyFrame>& frames() const { return frames_; }
  const Array<BodyPoint>& points() const { return points_; }
  int body_count() const { return static_cast<int>(bodies_.size()); }
  int nq() const { return static_cast<int>(coordinates_.size()); }
  int nu() const { return static_cast<int>(speeds_.size()); }

  /// Number of the body with a name; the next functions do the same for a joint (the number of its child
  /// body), a coordinate and a speed. Throws an Error that suggests the nearest name if it is unknown.
  int body_number(std::string_view name) const;
  int joint_body(std::string_view joint_name) const;
  int coordinate_number(std::string_view name) const;
  int speed_number(std::string_view name) const;
  /// Number of a joint's parameter, e.g. "spindle.pitch".
  int parameter_number(std::string_view name) const;
  /// The body, coordinate or speed with a name.
  const Body& body(std::string_view name) const { return bodies_[body_number(name)]; }
  const Coordinate& coordinate(std::string_view name) const { return coordinates_[coordinate_number(name)]; }
  const Speed& speed(std::string_view name) const { return speeds_[speed_number(name)]; }
  const BodyFrame& frame(std::string_view name) const;
  const BodyPoint& point(std::string_view name) const;

  /// Coordinates of the default configuration.
  Array<double> default_q() const;
  /// The same model with quaternions or angles in all joints that support both.
  Model with(RotationCoordinates kind) const;

 private:
  friend Model make_model(const ModelDescription&);
  void add_body(const BodyDescription& body, const JointDescription* joint, int parent);
  void add_coordinates(const JointDescription& joint, int body);

  std::string name_;
  Vec3<double> gravity_{};
  Array<Body> bodies_;
  Connectivity connectivity_;
  Array<Coordinate> coordinates_;
  Array<Speed> speeds_;
  Array<JointParameter> joint_parameters_;
  Array<BodyFrame> frames_;
  Array<BodyPoint> points_;
};

/// Checks a description whose joints form a tree, and numbers it. Throws an Error that lists every fault at
/// once.
Model make_model(const ModelDescription& description);

/// The description from which a model can be made again.
ModelDescription describe(const Model& model);

/// Converts coordinates of a model to those of another model that differs only in its orientation
/// coordinates.
Array<double> convert_coordinates(const Model& from, In<double> q, const Model& to);

/// Prints a readable table of the bodies with their joints, coordinates and masses.
std::ostream& operator<<(std::ostream& out, const Model& model);

}  // namespace sarrus
