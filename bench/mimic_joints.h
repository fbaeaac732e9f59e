#pragma once
/// @file
#include <fmt/core.h>

#include "sarrus/constraint/gear_constraint.h"
#include "sarrus/system/system.h"

namespace sarrus::bench {

/// Talos with the couplings of its grippers, in each of which six joints follow a seventh.
inline SystemBuilder with_mimic_joints(const Model& talos) {
  SystemBuilder builder(talos);
  for (const char* side : {"left", "right"})
    for (int k = 2; k <= 7; ++k) {
      const std::string joint = fmt::format("gripper_{}_{}", side, k);
      builder.add(joint + ".mimic",
                  GearConstraint(fmt::format("gripper_{}_1", side), joint, k == 2 ? 1 : -1));
    }
  return builder;
}

}  // namespace sarrus::bench
