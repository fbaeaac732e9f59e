#pragma once
/// @file
/// Everything numeric in a State by name, for command lines and scripts:
///   time                  coordinates, speeds and auxiliary variables by their names
///   ELEMENT.PARAMETER     ELEMENT.enabled (0 or 1)
///   BODY.mass             scales the body's inertia
///   BODY.com.x            center of mass in body axes; the central inertia stays
///   BODY.inertia.xx … yz  about the center of mass, in body axes
///   JOINT.PARAMETER       JOINT.locked (0 or 1)
///   JOINT.parent_frame.x  position of the joint's frame on its parent; also JOINT.child_frame.x
///   gravity.x
/// Ambiguous names are qualified by their kind: "coordinate:a.x", "speed:a.x". Qualified names are always
/// understood.

#include <utility>

#include "sarrus/base/array.h"
#include "sarrus/system/state.h"

namespace sarrus {

/// The kind of a named value.
enum class ValueKind {
  time,
  coordinate,
  speed,
  auxiliary,
  parameter,
  body,
  joint_parameter,
  frame,
  gravity,
  flag,
  lock,
};
/// The kind as written in qualified names: "joint_parameter".
std::string_view kind_name(ValueKind kind);

/// A value of a State and its name. It is valid for all States of the System with the same orientation
/// coordinates.
struct NamedValue {
  std::string name, unit;
  ValueKind kind = ValueKind::time;
  int number = 0;     ///< Number of the coordinate, parameter, body, ….
  int component = 0;  ///< Number of the component, if there are several.
};

/// All named values of a State.
Array<NamedValue> value_names(const State& state);
/// The value with the given name. An unknown name is an Error that suggests the nearest.
NamedValue find_value(const State& state, std::string_view name);

double value(const State& state, const NamedValue& which);
double value(const State& state, std::string_view name);

/// Sets a value. An invalid value is an Error, and the State stays unchanged.
void set_value(State& state, const NamedValue& which, double value);
void set_value(State& state, std::string_view name, double value);
/// Sets several values at once: all of them or, in case of an Error, none. Values of one body are checked
/// once all of them are set: three moments of inertia may change together where a change of one alone would
/// be invalid.
void set_values(State& state, const Array<std::pair<std::string, double>>& values);

}  // namespace sarrus
