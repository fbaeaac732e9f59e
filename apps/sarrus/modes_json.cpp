#include "apps/sarrus/modes_json.h"

#include <nlohmann/json.hpp>

namespace sarrus {

namespace {

using Json = nlohmann::ordered_json;

Json to_json(const MatrixX<double>& A) {
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < A.rows(); ++i) {
    Json row = Json::array();
    for (Eigen::Index j = 0; j < A.cols(); ++j) row.push_back(A(i, j));
    rows.push_back(std::move(row));
  }
  return rows;
}

Json to_json(const LinearMode& mode) {
  Json shape = Json::array();
  for (const std::complex<double>& x : mode.shape) shape.push_back({x.real(), x.imag()});
  return {{"eigenvalue", {mode.eigenvalue.real(), mode.eigenvalue.imag()}},
          {"frequency", mode.frequency()},
          {"damping_ratio", mode.damping_ratio()},
          {"shape", shape}};
}

}  // namespace

std::string modes_json(const Linearization& linear, const Array<LinearMode>& modes) {
  Json list = Json::array();
  for (const LinearMode& mode : modes) list.push_back(to_json(mode));
  return Json{{"states", linear.states},
              {"positions", linear.positions},
              {"speeds", linear.speeds},
              {"inputs", linear.inputs},
              {"outputs", linear.outputs},
              {"A", to_json(linear.A)},
              {"B", to_json(linear.B)},
              {"C", to_json(linear.C)},
              {"D", to_json(linear.D)},
              {"error", linear.error},
              {"modes", list}}
      .dump(2);
}

}  // namespace sarrus
