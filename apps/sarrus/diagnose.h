#pragma once
/// @file
#include <string>

#include "sarrus/diagnose/diagnosis.h"

namespace sarrus {

/// A diagnosis as JSON.
std::string diagnosis_json(const Diagnosis& diagnosis);

}  // namespace sarrus
