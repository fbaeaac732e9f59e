#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "apps/sarrus/evaluation_text.h"
#include "sarrus/base/array.h"
#include "sarrus/base/names.h"

namespace sarrus {

namespace {

std::string number_text(double x) { return std::isfinite(x) ? fmt::format("{:.17g}", x) : "null"; }

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// "[a, b, c]" of any items; `write` converts one to text.
template <class Items, class Write>
std::string list(const Items& items, const Write& write) {
  Array<std::string> texts;
  for (const auto& item : items) texts.push_back(write(item));
  return '[' + join(texts, ", ") + ']';
}
std::string list(const VectorX<double>& v) { return list(v, number_text); }
std::string list(const Vec3<double>& v) { return list(std::array{v.x, v.y, v.z}, number_text); }

std::string matrix(const MatrixX<double>& m) {
  return list(m.rowwise(), [](const auto& row) { return list(VectorX<double>(row)); });
}

/// A pose as position and rotation matrix, row by row.
std::string pose(const Pose<double>& X) {
  MatrixX<double> R(3, 3);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) R(i, j) = X.R(i, j);
  return fmt::format("{{\"p\": {}, \"R\": {}}}", list(X.p), matrix(R));
}

template <class Items>
std::string names(const Items& items) {
  return list(items, [](const auto& item) { return quoted(item.name); });
}

std::string state_text(const GivenState& state, const Evaluation& result) {
  Array<std::string> entries;
  const auto add = [&](const char* key, const std::string& value) {
    entries.push_back(fmt::format("\n      \"{}\": {}", key, value));
  };
  add("q", list(state.q));
  add("u", list(state.u));
  add("udot", list(state.udot));
  add("tau", list(state.tau));
  add("poses", list(result.poses, pose));
  add("mass_matrix", matrix(result.mass_matrix));
  add("bias", list(result.bias));
  add("inverse_dynamics", list(result.inverse_dynamics));
  add("forward_dynamics", list(result.forward_dynamics));
  add("kinetic_energy", number_text(result.kinetic_energy));
  add("potential_energy", number_text(result.potential_energy));
  add("com", result.com ? list(*result.com) : "null");
  return fmt::format("\n    {{{}\n    }}", join(entries, ","));
}

class JsonText : public EvaluationText {
 public:
  JsonText(const Model& model, const Vec3<double>& gravity) : model_(model), gravity_(gravity) {}

  std::string begin() const override {
    return fmt::format(
        "{{\n  \"model\": {},\n  \"gravity\": {},\n  \"bodies\": {},\n  \"coordinates\": {},\n  \"speeds\": "
        "{},\n  \"states\": [",
        quoted(model_.name()), list(gravity_), names(model_.bodies()), names(model_.coordinates()),
        names(model_.speeds()));
  }
  std::string state(const GivenState& state, const Evaluation& result, long number) const override {
    return fmt::format("{}{}", number > 0 ? "," : "", state_text(state, result));
  }
  std::string end() const override { return "\n  ]\n}\n"; }

 private:
  const Model& model_;
  Vec3<double> gravity_;
};

}  // namespace

std::unique_ptr<EvaluationText> make_json_text(const Model& model, const Vec3<double>& gravity) {
  return std::make_unique<JsonText>(model, gravity);
}

}  // namespace sarrus
