#pragma once
/// @file
#include "apps/sarrus/evaluation.h"

namespace sarrus {

/// Output format of the results, state by state.
class EvaluationText {
 public:
  virtual ~EvaluationText() = default;
  virtual std::string begin() const = 0;
  virtual std::string state(const GivenState& state, const Evaluation& result, long number) const = 0;
  virtual std::string end() const = 0;
};

/// JSON, numbers with 17 significant digits; numbers that are not finite become null.
std::unique_ptr<EvaluationText> make_json_text(const Model& model, const Vec3<double>& gravity);
/// Tables for people.
std::unique_ptr<EvaluationText> make_table_text(const Model& model);

}  // namespace sarrus
