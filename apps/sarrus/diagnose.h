#pragma once
/// @file
#include <string>

#include "apps/sarrus/initial_state.h"
#include "apps/sarrus/model_file.h"
#include "sarrus/study/diagnosis.h"

namespace sarrus {

/// What `diagnose` shall do.
struct DiagnoseCommand {
  ModelFile model{};
  InitialState initial{};
  bool json = false;
};

/// Says what is to be known of a mechanism. Returns the exit status: 0 healthy, 1 remarks, 2 faults.
int diagnose(const DiagnoseCommand& command);

/// A diagnosis as JSON.
std::string diagnosis_json(const Diagnosis& diagnosis);

}  // namespace sarrus
