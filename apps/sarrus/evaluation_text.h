#pragma once
/// @file
#include "apps/sarrus/evaluation.h"

namespace sarrus {

/// Results as they are printed, state by state.
class EvaluationText {
 public:
  virtual ~EvaluationText() = default;
  virtual std::string begin() const = 0;
  virtual std::string state(const GivenState& state, const Evaluation& result, long number) const = 0;
  virtual std::string end() const = 0;
};

/// JSON, numbers with 17 significant digits; what is not finite becomes null.
std::unique_ptr<EvaluationText> make_json_text(const Model& model, const Vec3<double>& gravity);
/// Tables to read.
std::unique_ptr<EvaluationText> make_table_text(const Model& model);

}  // namespace sarrus
