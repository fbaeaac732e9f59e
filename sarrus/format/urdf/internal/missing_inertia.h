#pragma once
/// @file
#include "sarrus/format/urdf/internal/file.h"
#include "sarrus/model/model.h"

namespace sarrus::internal {

/// Notes the joints that can move although no inertia resists them, such as a point mass that turns about
/// itself. Files with loops, couplings or mimic joints are left to diagnose(): there, others may make up for
/// it.
void note_missing_inertia(const UrdfFile& file, const Model& model, Findings& findings);

}  // namespace sarrus::internal
