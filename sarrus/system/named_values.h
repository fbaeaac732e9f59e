#pragma once
/// @file
/// Everything numeric in a State by name, for command lines and scripts:
///   time                  coordinates, speeds and auxiliary variables by their names
///   ELEMENT.PARAMETER     ELEMENT.enabled (0 or 1)
///   BODY.mass             scales the body's inertia
///   BODY.com.x            center of mass in body axes; the central inertia stays
///   BODY.inertia.xx … yz  about the center of mass, in body axes
///   JOINT.PARAMETER       JOINT.locked (0 or 1)
///   JOINT.parent_frame.x  where the joint sits on its parent, and JOINT.child_frame.x
///   gravity.x
/// Where two of these are the same, they are told apart by what they are: "coordinate:a.x", "speed:a.x".
/// These longer names are always understood.

#include <utility>

#include "sarrus/base/array.h"
#include "sarrus/system/state.h"

namespace sarrus {

/// What a named value is.
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
/// As it is written in longer names: "joint_parameter".
std::string_view kind_name(ValueKind kind);

/// A value of a State with its name; it serves all States of the System with the same orientation
/// coordinates.
struct NamedValue {
  std::string name, unit;
  ValueKind kind = ValueKind::time;
  int number = 0;     ///< Of the coordinate, parameter, body, ….
  int component = 0;  ///< Of those that have several.
};

/// All of them.
Array<NamedValue> value_names(const State& state);
/// The one with a name. An unknown name is an Error that suggests the nearest.
NamedValue find_value(const State& state, std::string_view name);

double value(const State& state, const NamedValue& which);
double value(const State& state, std::string_view name);

/// Sets a value. One that cannot be is an Error, and the State stays as it was.
void set_value(State& state, const NamedValue& which, double value);
void set_value(State& state, std::string_view name, double value);
/// Sets several values at once, all of them or, in case of an Error, none. Values of one body are checked
/// when all of them are in place: three moments of inertia may change together where one alone would be
/// impossible.
void set_values(State& state, const Array<std::pair<std::string, double>>& values);

}  // namespace sarrus
