#pragma once
/// @file
/// Trees of all joint types that have second derivatives.

#include <fmt/core.h>

#include <algorithm>
#include <variant>

#include "sarrus/joint/custom.h"
#include "sarrus/model/builder.h"
#include "tests/support/joint_rows.h"
#include "tests/support/random.h"

namespace sarrus::testing {

inline bool is_twice_differentiable(const Joint& joint) {
  return joint.type_name() != "function-based" && !std::holds_alternative<Custom>(joint.type().variant);
}

/// A branched tree of all joint types that have second derivatives, in both directions, one joint of each, in
/// an order of the seed's own.
inline Model twice_differentiable_tree(unsigned seed = 31) {
  Random random(seed);
  std::vector<JointRow> rows = joint_rows();
  std::erase_if(rows, [](const JointRow& row) { return !is_twice_differentiable(row.joint); });
  for (int i = static_cast<int>(rows.size()) - 1; i > 0; --i)
    std::swap(rows[static_cast<std::size_t>(i)], rows[static_cast<std::size_t>(random.index(i + 1))]);
  ModelBuilder builder("all joints");
  int bodies = 0;
  for (const JointRow& row : rows) {
    const std::string name = fmt::format("b{}", bodies);
    const int parent = bodies < 3 ? bodies - 1 : bodies - 1 - random.index(3);
    const Pose<double> X_PF = random.pose(), X_BM = random.pose();
    builder.body(name, random.inertia());
    builder
        .joint(fmt::format("j{}", bodies), row.joint, parent < 0 ? "world" : fmt::format("b{}", parent), name)
        .parent_frame(X_PF)
        .child_frame(X_BM);
    ++bodies;
  }
  return builder.build();
}

}  // namespace sarrus::testing
