#include "sarrus/tree_methods/base_parameters.h"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <random>

#include "sarrus/base/array.h"
#include "sarrus/tree_methods/regressor.h"

namespace sarrus {

namespace {

/// The regressors of random states, stacked.
MatrixX<double> stacked_regressors(const Model& model, unsigned seed) {
  const Tree<double> tree(model);
  Regressor<double> workspace(tree);
  const int columns = inertia_parameter_index(model.body_count(), 0), rows = std::max(tree.nu(), 1);
  const int states = 3 * columns / rows + 10;
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  MatrixX<double> all(states * tree.nu(), columns), Y;
  Array<double> q, u(tree.nu()), udot(tree.nu());
  for (int s = 0; s < states; ++s) {
    q = model.default_q();
    for (double& x : q) x += 2 * number(engine);
    for (double& x : u) x = 2 * number(engine);
    for (double& x : udot) x = 4 * number(engine);
    calc_regressor(tree, q, u, udot, workspace, Y);
    all.middleRows(s * tree.nu(), tree.nu()) = Y;
  }
  return all;
}

/// Orthonormal basis Q of the independent columns so far, by Gram–Schmidt, and the upper triangular R of the
/// QR factorization: Y_independent = Q·R.
struct Span {
  MatrixX<double> Q, R;
  int size = 0;
  Span(Eigen::Index rows, Eigen::Index columns)
      : Q(rows, columns), R(MatrixX<double>::Zero(columns, columns)) {}

  /// Removes the component of `column` in the span; returns its coordinates there. Done twice, which makes
  /// the remainder orthogonal to rounding.
  VectorX<double> project_out(VectorX<double>& column) const {
    const auto basis = Q.leftCols(size);
    VectorX<double> coordinates = VectorX<double>::Zero(size);
    for (int pass = 0; pass < 2; ++pass)
      for (int i = 0; i < size; ++i) {
        const double c = basis.col(i).dot(column);
        column -= c * basis.col(i);
        coordinates[i] += c;
      }
    return coordinates;
  }
  void add(const VectorX<double>& coordinates, const VectorX<double>& rest) {
    const double length = rest.norm();
    R.col(size).head(size) = coordinates;
    R(size, size) = length;
    Q.col(size) = rest / length;
    ++size;
  }
  /// Coefficients of the independent columns, from coordinates: R⁻¹·c.
  VectorX<double> coefficients(VectorX<double> c) const {
    for (int i = static_cast<int>(c.size()) - 1; i >= 0; --i) {
      c[i] /= R(i, i);
      c.head(i) -= c[i] * R.col(i).head(i);
    }
    return c;
  }
};

/// One more term of a sum, with no more digits than the method provides.
std::string term(double factor, const std::string& name) {
  const char* sign = factor < 0 ? " - " : " + ";
  const double size = std::abs(factor);
  return std::abs(size - 1) < 1e-9 ? sign + name : fmt::format("{}{:.6g}·{}", sign, size, name);
}

}  // namespace

BaseParameters calc_base_parameters(const Model& model, const BaseParameterOptions& options) {
  require(options.tolerance > 0 && options.tolerance < 1,
          "the tolerance of base parameters is {}; give a number between 0 and 1, such as 1e-8",
          options.tolerance);
  const MatrixX<double> Y = stacked_regressors(model, options.seed);
  BaseParameters base;
  for (int b = 1; b < model.body_count(); ++b)
    for (const char* name : inertia_parameter_names) base.names.push_back(model.body(b).name + "." + name);

  const double largest = Y.size() > 0 ? Y.colwise().norm().maxCoeff() : 0;
  Span span(Y.rows(), Y.cols());
  Array<VectorX<double>> coordinates;  // of the dependent columns
  for (int j = 0; j < Y.cols(); ++j) {
    VectorX<double> rest = Y.col(j);
    const double length = rest.norm();
    if (length <= options.tolerance * largest) {
      base.without_effect.push_back(j);
      continue;
    }
    const VectorX<double> c = span.project_out(rest);
    if (rest.norm() > options.tolerance * length) {
      span.add(c, rest);
      base.independent.push_back(j);
    } else {
      coordinates.push_back(c);
      base.dependent.push_back(j);
    }
  }
  base.regrouping = MatrixX<double>::Zero(base.count(), static_cast<Eigen::Index>(base.dependent.size()));
  for (std::size_t k = 0; k < coordinates.size(); ++k) {
    const VectorX<double> c = span.coefficients(coordinates[k]);
    base.regrouping.col(static_cast<Eigen::Index>(k)).head(c.size()) = c;
  }
  const double rounding = options.tolerance;
  base.regrouping = base.regrouping.unaryExpr([=](double x) { return std::abs(x) < rounding ? 0.0 : x; });
  return base;
}

VectorX<double> BaseParameters::values(const VectorX<double>& pi) const {
  require(pi.size() == static_cast<Eigen::Index>(names.size()),
          "{} inertial parameters were given to a model with {}; use get_inertia_parameters()", pi.size(),
          names.size());
  VectorX<double> beta(count()), others(static_cast<Eigen::Index>(dependent.size()));
  for (int i = 0; i < count(); ++i) beta[i] = pi[independent[i]];
  for (std::size_t k = 0; k < dependent.size(); ++k) others[static_cast<Eigen::Index>(k)] = pi[dependent[k]];
  beta += regrouping.lazyProduct(others);
  return beta;
}

std::string BaseParameters::combination(int i) const {
  require(i >= 0 && i < count(), "there is no base parameter {}; there are {}, numbered from 0", i, count());
  std::string text = names[independent[i]];
  for (std::size_t k = 0; k < dependent.size(); ++k) {
    const double factor = regrouping(i, static_cast<Eigen::Index>(k));
    if (factor != 0) text += term(factor, names[dependent[k]]);
  }
  return text;
}

std::ostream& operator<<(std::ostream& out, const BaseParameters& base) {
  out << base.count() << " base parameters of " << base.names.size() << " inertial parameters\n";
  for (int i = 0; i < base.count(); ++i) out << "  " << base.combination(i) << '\n';
  if (base.without_effect.empty()) return out;
  out << "without effect:";
  for (int j : base.without_effect) out << ' ' << base.names[j];
  return out << '\n';
}

}  // namespace sarrus
