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

}  // namespace sarrus
