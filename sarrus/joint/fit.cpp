#include "sarrus/joint/fit.h"

#include <limits>

#include "sarrus/base/array.h"
#include "sarrus/joint/internal/fit_arguments.h"
#include "sarrus/joint/joints.h"
#include "sarrus/scalar/eigen.h"

namespace sarrus {

using namespace internal;

namespace {

using Coordinates = Array<double>;
// Small matrices with room for the largest joint: no heap, and fast to compile.
constexpr int most = max_joint_speeds;
using Speeds = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, most, 1>;
using Square = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, most, most>;

/// Weighted difference between the joint's pose and the wanted one, and its derivative with respect to the
/// speeds.
struct Residual {
  Eigen::Matrix<double, 12, 1> r;
  Eigen::Matrix<double, 12, Eigen::Dynamic, Eigen::ColMajor, 12, most> J;
};

Residual residual(const Joint& joint, const double* p, const Pose<double>& wanted, const FitWeights& weights,
                  const Coordinates& q) {
  Pose<double> X;
  Motion<double> H[max_joint_speeds];
  joint.pose_and_columns(q.data(), p, X, H);
  const double wr = weights.rotation / std::sqrt(2.0), wt = weights.translation;
  Residual out;
  out.J.resize(12, joint.nu());
  for (int k = 0; k < 3; ++k) {
    const Vec3<double> dr = X.R.col(k) - wanted.R.col(k);
    for (int i = 0; i < 3; ++i) out.r[3 * k + i] = wr * dr[i];
    for (int j = 0; j < joint.nu(); ++j) {
      const Vec3<double> rate = cross(H[j].w, X.R.col(k));
      for (int i = 0; i < 3; ++i) out.J(3 * k + i, j) = wr * rate[i];
    }
  }
  const Vec3<double> dp = X.p - wanted.p;
  for (int i = 0; i < 3; ++i) {
    out.r[9 + i] = wt * dp[i];
    for (int j = 0; j < joint.nu(); ++j) out.J(9 + i, j) = wt * H[j].v[i];
  }
  return out;
}

/// q moved by the speeds du for a unit of time, with a quaternion normalized to length one.
Coordinates moved(const Joint& joint, const Coordinates& q, const Speeds& du) {
  Coordinates rate(q.size()), next(q.size());
  joint.qdot(q.data(), du.data(), rate.data());
  for (std::size_t i = 0; i < q.size(); ++i) next[i] = q[i] + rate[i];
  if (joint.has_quaternion()) {
    const double s =
        1 / std::sqrt(next[0] * next[0] + next[1] * next[1] + next[2] * next[2] + next[3] * next[3]);
    for (std::size_t i = 0; i < 4; ++i) next[i] *= s;
  }
  return next;
}

/// Solution x of A·x = b for a symmetric positive definite A, by Cholesky factorization.
Speeds solution(Square A, Speeds b) {
  const Eigen::Index n = b.size();
  for (Eigen::Index j = 0; j < n; ++j) {
    for (Eigen::Index k = 0; k < j; ++k)
      for (Eigen::Index i = j; i < n; ++i) A(i, j) -= A(i, k) * A(j, k);
    const double pivot = std::sqrt(A(j, j));
    for (Eigen::Index i = j; i < n; ++i) A(i, j) /= pivot;
  }
  for (Eigen::Index j = 0; j < n; ++j) {
    b[j] /= A(j, j);
    for (Eigen::Index i = j + 1; i < n; ++i) b[i] -= A(i, j) * b[j];
  }
  for (Eigen::Index j = n - 1; j >= 0; --j) {
    for (Eigen::Index i = j + 1; i < n; ++i) b[j] -= A(i, j) * b[i];
    b[j] /= A(j, j);
  }
  return b;
}

/// Levenberg–Marquardt method from one start.
FitResult descend(const Joint& joint, const double* p, const Pose<double>& wanted, const FitWeights& weights,
                  Coordinates q) {
  Residual now = residual(joint, p, wanted, weights, q);
  double damping = 1e-4;
  for (int iteration = 0; iteration < 1000 && joint.nu() > 0; ++iteration) {
    const Speeds gradient = now.J.transpose() * now.r;
    if (now.r.norm() < 1e-15 || gradient.norm() < 1e-16) break;
    Square A = now.J.transpose() * now.J;
    A.diagonal().array() += damping * (A.diagonal().maxCoeff() + 1e-12);
    const Speeds step = -solution(A, gradient);
    const Coordinates trial = moved(joint, q, step);
    const Residual next = residual(joint, p, wanted, weights, trial);
    if (next.r.allFinite() && next.r.norm() < now.r.norm()) {
      q = trial, now = next, damping = std::max(damping * 0.1, 1e-15);
    } else {
      if (damping > 1e8) break;
      damping *= 10;
    }
  }
  return {std::move(q), now.r.norm()};
}

/// Starting points of the descent: the joint's closed form, the caller's start, the default, and the default
/// with one coordinate after the other displaced; the latter find other local minima of joints without a
/// closed form.
Array<Coordinates> starts(const Joint& joint, const double* p, const Pose<double>& X_FM, In<double> start) {
  Array<Coordinates> list;
  Coordinates q(joint.nq());
  const Pose<double> X = joint.is_reversed() ? X_FM.inverse() : X_FM;
  std::visit([&](const auto& j) { j.guess(X, p, q.data()); }, joint.type().variant);
  list.push_back(q);
  if (!start.empty()) list.emplace_back(start.begin(), start.end());
  list.push_back(joint.default_q());
  if (joint.has_quaternion()) return list;
  for (std::size_t i = 0; i < q.size(); ++i)
    for (double d : {0.5, -0.5, 1.5, -1.5, 3.0, -3.0}) {
      list.push_back(joint.default_q());
      list.back()[i] += d;
    }
  return list;
}

}  // namespace

FitResult fit_coordinates(const Joint& joint, In<double> parameters, const Pose<double>& X_FM,
                          const FitWeights& weights, In<double> start) {
  require_parameters(joint, parameters);
  require_finite("pose", X_FM.R.col(0), X_FM.p);
  require(start.empty() || std::ssize(start) == joint.nq(),
          "start has {} entries, but the joint has {} coordinates", start.size(), joint.nq());
  FitResult best{joint.default_q(), std::numeric_limits<double>::infinity()};
  for (const Coordinates& q : starts(joint, parameters.data(), X_FM, start)) {
    FitResult fit = descend(joint, parameters.data(), X_FM, weights, q);
    if (fit.error < best.error) best = std::move(fit);
    if (best.error < 1e-13) break;
  }
  return best;
}

}  // namespace sarrus
