#pragma once
/// @file
/// Free rigid bodies that touch a floor, walls and each other, as matrices: M and J of a cone problem in
/// world axes.

#include <Eigen/Core>
#include <vector>

#include "sarrus/complementarity/cone_solver.h"
#include "sarrus/complementarity/dense_rows.h"

namespace sarrus::testing {

/// Speeds of a body are (ω, v of its center).
class ContactBodies {
 public:
  /// Returns the body's number.
  int add_body(double mass, const Eigen::Matrix3d& inertia, const Eigen::Vector3d& w,
               const Eigen::Vector3d& v) {
    const Eigen::Index n = M.rows();
    M.conservativeResizeLike(Eigen::MatrixXd::Zero(n + 6, n + 6));
    M.block<3, 3>(n, n) = inertia;
    M.block<3, 3>(n + 3, n + 3) = mass * Eigen::Matrix3d::Identity();
    J.conservativeResizeLike(Eigen::MatrixXd::Zero(J.rows(), n + 6));
    speeds.conservativeResize(n + 6);
    speeds.tail(6) << w, v;
    return static_cast<int>(n / 6);
  }
  int add_ball(double mass, double radius, const Eigen::Vector3d& w, const Eigen::Vector3d& v) {
    return add_body(mass, 0.4 * mass * radius * radius * Eigen::Matrix3d::Identity(), w, v);
  }
  /// A contact that pushes `body` along n at the arm from its center, and `other`, if any, the opposite way.
  void add_contact(double friction, const Eigen::Vector3d& n, int body, const Eigen::Vector3d& arm,
                   int other = -1, const Eigen::Vector3d& other_arm = {}) {
    const Eigen::Vector3d t = n.unitOrthogonal(), axes[3] = {n, t, n.cross(t)};
    for (const Eigen::Vector3d& axis : axes) {
      J.conservativeResizeLike(Eigen::MatrixXd::Zero(J.rows() + 1, M.rows()));
      J.row(J.rows() - 1).segment<6>(6 * body) << arm.cross(axis).transpose(), axis.transpose();
      if (other >= 0)
        J.row(J.rows() - 1).segment<6>(6 * other) << -other_arm.cross(axis).transpose(), -axis.transpose();
    }
    sets.push_back(ForceSet::make_contact(friction));
  }
  /// Adds gravity's impulse of h seconds to the speeds.
  void fall(double h, const Eigen::Vector3d& gravity = {0, 0, -9.81}) {
    for (Eigen::Index i = 0; i < speeds.size(); i += 6) speeds.segment<3>(i + 3) += h * gravity;
  }

  ConeSolution solve(const ConeOptions& options = {.tolerance = 1e-13}) const {
    ConeSolution solution;
    solve_from(solution, options);
    return solution;
  }
  void solve_from(ConeSolution& solution, const ConeOptions& options = {.tolerance = 1e-13}) const {
    DenseRows rows(M, J, sets);
    const Eigen::VectorXd bias = Eigen::VectorXd::Zero(J.rows());
    ConeSolver().solve(rows, {.sets = sets, .free_speeds = speeds, .bias = bias}, solution, options);
  }
  /// Impulse of the contacts from first to last − 1 in world axes.
  Eigen::Vector3d impulse_on(int body, const ConeSolution& solution) const {
    const Eigen::Map<const Eigen::VectorXd> r(solution.forces.data(), J.rows());
    return (J.transpose() * r).segment<3>(6 * body + 3);
  }
  Eigen::VectorXd row_speeds(const ConeSolution& solution) const {
    return J * Eigen::Map<const Eigen::VectorXd>(solution.speeds.data(), M.rows());
  }

  Eigen::MatrixXd M, J;
  Eigen::VectorXd speeds;
  std::vector<ForceSet> sets;
};

/// A cube of edge 2a on its four lower corners.
inline ContactBodies make_cube_on_floor(double mass, double a, double friction, const Eigen::Vector3d& w,
                                        const Eigen::Vector3d& v) {
  ContactBodies bodies;
  bodies.add_body(mass, mass * (2.0 / 3) * a * a * Eigen::Matrix3d::Identity(), w, v);
  for (const double x : {-a, a})
    for (const double y : {-a, a}) bodies.add_contact(friction, {0, 0, 1}, 0, {x, y, -a});
  return bodies;
}

}  // namespace sarrus::testing
