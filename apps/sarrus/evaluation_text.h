#pragma once
/// @file
#include "apps/sarrus/evaluation.h"

namespace sarrus {

/// All results as JSON, numbers with 17 significant digits; what is not finite becomes null.
std::string json_text(const Model& model, const std::vector<GivenState>& states,
                      const std::vector<Evaluation>& evaluations);

/// The results as tables to read.
std::string table_text(const Model& model, const std::vector<GivenState>& states,
                       const std::vector<Evaluation>& evaluations);

}  // namespace sarrus
