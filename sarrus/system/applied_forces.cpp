#include "sarrus/system/applied_forces.h"

#include "sarrus/base/error.h"
#include "sarrus/system/responses.h"

namespace sarrus {

void AppliedForces::add_at(const State& state, const FrameOn<double>& point, const Vec3<double>& f_W) {
  add_at(point.body, pose(state, point.body).R * point.X_BF.p, f_W);
}

void AppliedForces::refuse(const char* what, int number, std::size_t count) {
  fail("there is no {} {} that a force could act on; there are {}, counted from 0", what, number, count);
}

void AppliedForces::add_between(const State& state, const FrameOn<double>& F, const FrameOn<double>& M,
                                const Force<double>& on_M_F) {
  const Force<double> on_M = pose(state, F).R * on_M_F;
  const Vec3<double> p_WM = pose(state, M).p;
  add(M.body, shift(on_M, pose(state, M.body).p - p_WM));
  add(F.body, -shift(on_M, pose(state, F.body).p - p_WM));
}

}  // namespace sarrus
