#pragma once
/// @file
/// The mechanisms of models/ in the namespace of the tests.

#include "tests/support/linkages.h"

namespace sarrus::testing {

using models::jansen_walker;
using models::sarrus_linkage;
using models::stewart_platform;

}  // namespace sarrus::testing
