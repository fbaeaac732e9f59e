#include "sarrus/system/force_derivatives.h"

#include "sarrus/system/state.h"

namespace sarrus {

double ForceDerivatives::value(const State& state, const Parameter& parameter) { return state[parameter]; }

}  // namespace sarrus
