#pragma once
/// @file
/// All scalars of the list, defined.

#include "sarrus/scalar/count.h"
#include "sarrus/scalar/dual.h"
#include "sarrus/scalar/pack_math.h"
#include "sarrus/scalar/scalars.h"
