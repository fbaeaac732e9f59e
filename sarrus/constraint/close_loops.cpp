#include "sarrus/constraint/close_loops.h"

#include "sarrus/base/array.h"
#include "sarrus/constraint/loop_constraints.h"
#include "sarrus/constraint/weld_constraint.h"
#include "sarrus/model/internal/split_bodies.h"

namespace sarrus {

using namespace internal;

SystemBuilder close_loops(const ModelDescription& description, const LoopOptions& options) {
  Array<std::string> cut;
  for (const auto& [joint, closing] : options.cut) cut.push_back(joint);
  SpanningTree spanning = choose_spanning_tree(description, cut);

  Array<JointDescription> with_coordinates, constraints_only;
  for (JointDescription& loop : spanning.loops) {
    const auto named = options.cut.find(loop.name);
    const LoopClosing closing = named == options.cut.end() ? options.closing : named->second;
    (closing == LoopClosing::with_coordinates ? with_coordinates : constraints_only)
        .push_back(std::move(loop));
  }
  spanning.loops = std::move(with_coordinates);

  const SplitBodies split = split_bodies(spanning);
  SystemBuilder builder(make_model(split.tree));
  for (const BodyPart& copy : split.copies) {
    const Pose<double>& X_BM = builder.model().body(builder.model().joint_body(copy.joint)).X_BM;
    builder.add("weld of " + copy.joint, WeldConstraint(Place(copy.body, X_BM), Place(copy.name, X_BM)));
  }
  for (const JointDescription& loop : constraints_only) add_loop_constraints(builder, loop);
  return builder;
}

}  // namespace sarrus
