#pragma once
/// @file
/// All joint types with the parameters and configurations in which they are tested. A new joint adds its row
/// here.

#include <ostream>
#include <string>
#include <vector>

#include "sarrus/joint/joints.h"

namespace sarrus::testing {

struct JointRow {
  std::string name;
  Joint joint;
  std::vector<std::vector<double>> special = {};  ///< Configurations to test in addition to random ones.
};

/// Shown by GoogleTest when a row's test fails.
inline void PrintTo(const JointRow& row, std::ostream* out) { *out << row.name; }

/// All rows, each in both directions.
std::vector<JointRow> joint_rows();

/// Parameter values of a joint in scalar constants C.
template <class C>
std::vector<C> parameter_values(const Joint& joint) {
  std::vector<C> values;
  for (const ParameterInfo& info : joint.parameters()) values.push_back(static_cast<C>(info.value));
  return values;
}

}  // namespace sarrus::testing
