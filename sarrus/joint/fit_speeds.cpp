#include <array>
#include <utility>

#include "sarrus/base/array.h"
#include "sarrus/joint/internal/fit_arguments.h"
#include "sarrus/scalar/eigen.h"

namespace sarrus {

using namespace internal;

namespace {

using Vector6 = Eigen::Matrix<double, 6, 1>;

Vector6 six(const Motion<double>& V) {
  return (Vector6() << V.w.x, V.w.y, V.w.z, V.v.x, V.v.y, V.v.z).finished();
}

/// Singular value decomposition of the 6×k matrix with the given columns, by Hestenes' one-sided Jacobi
/// method: pairs of columns are rotated until all are perpendicular. Then A·V = W with columns W_j = σ_j·U_j.
struct SmallSvd {
  Array<Vector6> W;
  Array<Vector6> V;  // only the first k elements of each column are used
  Array<double> sigma;
  double largest = 0;

  explicit SmallSvd(Array<Vector6> columns) : W(std::move(columns)) {
    for (std::size_t j = 0; j < W.size(); ++j) V.emplace_back(Vector6::Unit(static_cast<Eigen::Index>(j)));
    for (int sweep = 0; sweep < 40 && rotate_all_pairs(); ++sweep) {
    }
    for (const Vector6& w : W) sigma.push_back(w.norm()), largest = std::max(largest, sigma.back());
  }
  /// True if singular value j counts as nonzero.
  bool counts(std::size_t j) const { return sigma[j] > 1e-13 * largest; }

 private:
  bool rotate_all_pairs() {
    bool rotated = false;
    for (std::size_t p = 0; p < W.size(); ++p)
      for (std::size_t q = p + 1; q < W.size(); ++q) {
        const double a = W[p].squaredNorm(), b = W[q].squaredNorm(), g = W[p].dot(W[q]);
        if (std::abs(g) <= 1e-16 * std::sqrt(a * b)) continue;
        const double zeta = (b - a) / (2 * g);
        const double t = (zeta >= 0 ? 1 : -1) / (std::abs(zeta) + std::sqrt(1 + zeta * zeta));
        const double c = 1 / std::sqrt(1 + t * t), s = c * t;
        for (Array<Vector6>* M : {&W, &V}) {
          const Vector6 old = (*M)[p];
          (*M)[p] = c * old - s * (*M)[q];
          (*M)[q] = s * old + c * (*M)[q];
        }
        rotated = true;
      }
    return rotated;
  }
};

Array<Vector6> columns_of(const Joint& joint, In<double> parameters, In<double> q, const Vector6& weights) {
  require_size(q, joint.nq(), "q", "the joint's number of coordinates");
  require_parameters(joint, parameters);
  Pose<double> X;
  Motion<double> H[max_joint_speeds];
  joint.pose_and_columns(q.data(), parameters.data(), X, H);
  Array<Vector6> columns;
  for (int k = 0; k < joint.nu(); ++k) columns.emplace_back(weights.cwiseProduct(six(H[k])));
  return columns;
}

}  // namespace

FitResult fit_speeds(const Joint& joint, In<double> parameters, In<double> q, const Motion<double>& V_FM,
                     const FitWeights& weights) {
  require_finite("velocity", V_FM.w, V_FM.v);
  const double wr = weights.rotation, wt = weights.translation;
  const Vector6 w = (Vector6() << wr, wr, wr, wt, wt, wt).finished();
  const SmallSvd svd(columns_of(joint, parameters, q, w));
  // u = V·Σ⁺·Uᵀ·b: the pseudoinverse solution, of all equally good speeds the smallest.
  Vector6 rest = w.cwiseProduct(six(V_FM)), u = Vector6::Zero();
  for (std::size_t j = 0; j < svd.sigma.size(); ++j) {
    if (!svd.counts(j)) continue;
    const double amount = svd.W[j].dot(rest) / (svd.sigma[j] * svd.sigma[j]);
    u += amount * svd.V[j];
    rest -= amount * svd.W[j];
  }
  return {Array<double>(u.data(), u.data() + joint.nu()), rest.norm()};
}

MatrixX<double> constraint_force_basis(const Joint& joint, In<double> parameters, In<double> q) {
  const SmallSvd svd(columns_of(joint, parameters, q, Vector6::Ones()));
  Array<Vector6> taken;  // orthonormal: first the motions that the joint allows, then the basis
  for (std::size_t j = 0; j < svd.sigma.size(); ++j)
    if (svd.counts(j)) taken.emplace_back(svd.W[j] / svd.sigma[j]);
  const std::size_t rank = taken.size();
  while (taken.size() < 6) {  // add the unit vector with the largest component outside the span
    Vector6 best = Vector6::Zero();
    for (int i = 0; i < 6; ++i) {
      Vector6 e = Vector6::Unit(i);
      for (int twice = 0; twice < 2; ++twice)
        for (const Vector6& t : taken) e -= t.dot(e) * t;
      if (e.norm() > best.norm()) best = e;
    }
    taken.emplace_back(best.normalized());
  }
  MatrixX<double> basis(6, static_cast<Eigen::Index>(6 - rank));
  for (std::size_t k = rank; k < 6; ++k) basis.col(static_cast<Eigen::Index>(k - rank)) = taken[k];
  return basis;
}

}  // namespace sarrus
