#pragma once
/// @file
/// Constraints and closed loops; studies of what they permit: assembly, degrees of freedom, redundant rows,
/// actuation.

#include "sarrus/assemble/assembly.h"
#include "sarrus/assemble/assembly_branches.h"
#include "sarrus/assemble/assembly_tracker.h"
#include "sarrus/assemble/start_state.h"
#include "sarrus/constraint/close_loops.h"
#include "sarrus/constraint/constraints.h"
#include "sarrus/constraint/loop_constraints.h"
#include "sarrus/diagnose/actuation.h"
#include "sarrus/diagnose/diagnosis.h"
#include "sarrus/format/mimic.h"
#include "sarrus/system/constraint_entry.h"
#include "sarrus/system/constraint_freedom.h"
#include "sarrus/system/constraint_responses.h"
