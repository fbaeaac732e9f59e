#include "sarrus/system/relative_motion.h"

#include "sarrus/system/responses.h"

namespace sarrus {

RelativeMotion<double> calc_relative_motion(const State& state, const FrameOn<double>& F,
                                            const FrameOn<double>& M) {
  const Tree<double>& tree = state.tree();
  const Rotation<double> R_WF = calc_pose(tree, position(state), F).R;
  const Motion<double> V = calc_velocity(tree, position(state), velocity(state), F, M);
  return {calc_pose(tree, position(state), F, M), {R_WF.inverse_times(V.w), R_WF.inverse_times(V.v)}};
}

}  // namespace sarrus
