#include "apps/sarrus/linearization_json.h"

namespace sarrus {

namespace {

using Json = nlohmann::ordered_json;

Json rows_of(const MatrixX<double>& A) {
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < A.rows(); ++i) {
    Json row = Json::array();
    for (Eigen::Index j = 0; j < A.cols(); ++j) row.push_back(A(i, j));
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

nlohmann::ordered_json to_json(const Linearization& linear) {
  return {{"states", linear.states},     {"positions", linear.positions},
          {"speeds", linear.speeds},     {"inputs", linear.inputs},
          {"outputs", linear.outputs},   {"A", rows_of(linear.A)},
          {"B", rows_of(linear.B)},      {"C", rows_of(linear.C)},
          {"D", rows_of(linear.D)},      {"drift", Array<double>(linear.drift.begin(), linear.drift.end())},
          {"is_exact", linear.is_exact}, {"differenced", linear.differenced},
          {"error", linear.error}};
}

}  // namespace sarrus
