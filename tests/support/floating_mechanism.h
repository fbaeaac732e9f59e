#pragma once
/// @file
#include "sarrus/model/model.h"

namespace sarrus::testing {

/// A floating mechanism: a free base that carries an arm (pin) with a slide (slider), a ring (gimbal) with a
/// ball (ball) and a drum (cylinder), placed at random, without gravity.
Model floating_mechanism();

}  // namespace sarrus::testing
