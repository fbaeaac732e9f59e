#pragma once
/// @file
#include <string>

#include "sarrus/spatial/vec3.h"
#include "sarrus/system/parameter_range.h"
#include "sarrus/system/state.h"

namespace sarrus {

class Declaration;

/// A parameter of an element: its default value, and once declared, the handle of its value in the State. A
/// value out of range is an Error both when it is declared and when it is set.
struct OwnParameter : Parameter {
  OwnParameter(double value) : default_value(value) {}
  double default_value;

  void declare(Declaration& declaration, const std::string& name, const std::string& unit,
               ParameterRange range = {});
};

/// Three parameters that are the components of a vector, named name_x, name_y and name_z.
struct OwnVector {
  OwnVector(const Vec3<double>& value) : x(value.x), y(value.y), z(value.z) {}
  OwnParameter x, y, z;

  void declare(Declaration& declaration, const std::string& name, const std::string& unit,
               ParameterRange range = {});
  Vec3<double> in(const State& state) const { return {state[x], state[y], state[z]}; }
  void set(State& state, const Vec3<double>& value) const {
    state.set(x, value.x), state.set(y, value.y), state.set(z, value.z);
  }
};

}  // namespace sarrus
