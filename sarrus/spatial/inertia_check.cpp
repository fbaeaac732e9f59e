#include "sarrus/spatial/inertia_check.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <array>
#include <cmath>
#include <utility>

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"
#include "sarrus/scalar/eigen.h"

namespace sarrus {

namespace {

/// The ten numbers with their names.
std::array<std::pair<const char*, double>, 10> named_numbers(const RigidInertia<double>& M) {
  return {{{"m", M.m},
           {"h.x", M.h.x},
           {"h.y", M.h.y},
           {"h.z", M.h.z},
           {"I.xx", M.I.xx},
           {"I.yy", M.I.yy},
           {"I.zz", M.I.zz},
           {"I.xy", M.I.xy},
           {"I.xz", M.I.xz},
           {"I.yz", M.I.yz}}};
}

/// The numbers among the ten that are not finite, as "h.x = nan, I.zz = inf".
std::string list_non_finite(const RigidInertia<double>& M) {
  std::string list;
  for (const auto& [name, value] : named_numbers(M))
    if (!std::isfinite(value)) list += fmt::format("{}{} = {}", list.empty() ? "" : ", ", name, value);
  return list;
}

/// Sum of the magnitudes of the elements: zero only for the zero matrix, not finite if one of them is not.
double size(const Sym3<double>& S) {
  return std::abs(S.xx) + std::abs(S.yy) + std::abs(S.zz) + std::abs(S.xy) + std::abs(S.xz) + std::abs(S.yz);
}

/// ±a, with the sign that makes its largest component positive.
Vec3<double> pointing_forward(const Vec3<double>& a) {
  int largest = 0;
  for (int i = 1; i < 3; ++i)
    if (std::abs(a[i]) > std::abs(a[largest])) largest = i;
  return a[largest] < 0 ? -a : a;
}

Array<std::string> faults_without_mass(const RigidInertia<double>& M) {
  Array<std::string> faults;
  if (norm(M.h) > 0)
    faults.push_back(fmt::format(
        "the mass is 0, but the first moment h = ({}, {}, {}) kg·m is not; a massless body has none: set h "
        "to zero or give the body a mass",
        M.h.x, M.h.y, M.h.z));
  if (size(M.I) > 0)
    faults.push_back(fmt::format(
        "the mass is 0, but the rotational inertia (xx {}, yy {}, zz {}, xy {}, xz {}, yz {}) kg·m² is not; "
        "a massless body has none: set I to zero or give the body a mass",
        M.I.xx, M.I.yy, M.I.zz, M.I.xy, M.I.xz, M.I.yz));
  return faults;
}

/// A principal axis to four decimals; its sign is arbitrary.
std::string axis_text(const PrincipalInertia& principal, int i) {
  const Vec3<double> axis = pointing_forward(principal.R.col(i));
  const auto rounded = [](double x) { return std::round(1e4 * x) / 1e4 + 0.0; };  // adding 0 turns -0 into 0
  return fmt::format("({}, {}, {})", rounded(axis.x), rounded(axis.y), rounded(axis.z));
}

Array<std::string> faults_of_moments(const RigidInertia<double>& M, double tolerance) {
  const PrincipalInertia principal = principal_inertia(M);
  const Vec3<double>& moment = principal.moments;
  const double allowance = tolerance * (size(M.I) + dot(M.h, principal.com));
  const char* const remedy =
      "check the units and the signs, and that I is taken about the frame's origin; for one about the "
      "center of mass use RigidInertia::from_central";

  Array<std::string> faults;
  for (int i = 0; i < 3; ++i)
    if (moment[i] < -allowance)
      faults.push_back(fmt::format(
          "the moment of inertia about the axis {} through the center of mass ({:.6g}, {:.6g}, {:.6g}) is "
          "{:.6g} kg·m², but no moment of inertia is negative: {}",
          axis_text(principal, i), principal.com.x, principal.com.y, principal.com.z, moment[i], remedy));
  if (const double excess = moment.z - moment.x - moment.y; faults.empty() && excess > allowance)
    faults.push_back(fmt::format(
        "the largest principal moment of inertia about the center of mass, {:.6g} kg·m² about the axis {}, "
        "exceeds the sum of the other two, {:.6g} about {} and {:.6g} about {}, by {:.6g} kg·m²; no "
        "distribution of mass does that: {}",
        moment.z, axis_text(principal, 2), moment.x, axis_text(principal, 0), moment.y,
        axis_text(principal, 1), excess, remedy));
  return faults;
}

}  // namespace

Array<std::string> inertia_number_faults(const RigidInertia<double>& M) {
  if (const std::string list = list_non_finite(M); !list.empty())
    return {fmt::format("not all numbers of the inertia are finite: {}; compute or read them again", list)};
  if (M.m < 0)
    return {fmt::format(
        "the mass is {} kg, but no mass is negative: give a positive mass, or ten zeros for a massless body",
        M.m)};
  constexpr double largest = 1e100;  // products of two masses and of lengths stay finite
  if (M.m > largest) return {fmt::format("a mass of {} kg is too large to compute with", M.m)};
  return {};
}

Array<std::string> inertia_faults(const RigidInertia<double>& M, double tolerance) {
  if (Array<std::string> faults = inertia_number_faults(M); !faults.empty()) return faults;
  if (M.m == 0) return faults_without_mass(M);
  if (!std::isfinite(size(M.central())))
    return {
        fmt::format("the mass {} kg is too small for the first moment h = ({}, {}, {}) kg·m: the center of "
                    "mass h/m is out of reach; check the units",
                    M.m, M.h.x, M.h.y, M.h.z)};
  return faults_of_moments(M, tolerance);
}

PrincipalInertia principal_inertia(const RigidInertia<double>& M) {
  const std::string non_finite = list_non_finite(M);
  require(non_finite.empty(), "principal_inertia: not all numbers are finite: {}", non_finite);
  require(M.m > 0, "principal_inertia: the mass is {}, but only a body of positive mass has a center of mass",
          M.m);

  const Sym3<double> I = M.central();
  Eigen::Matrix3d matrix;
  matrix << I.xx, I.xy, I.xz, I.xy, I.yy, I.yz, I.xz, I.yz, I.zz;
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(matrix);
  require(solver.info() == Eigen::Success,
          "principal_inertia: the eigenvalues of I about the center of mass did not converge; its elements "
          "add up to {}",
          size(I));

  const auto axis = [&](int i) -> Vec3<double> {
    const Eigen::Vector3d v = solver.eigenvectors().col(i);
    return pointing_forward({v.x(), v.y(), v.z()});
  };
  const Vec3<double> x = axis(0), y = axis(1);
  const Eigen::Vector3d& moments = solver.eigenvalues();
  return {
      {moments.x(), moments.y(), moments.z()}, Rotation<double>(Mat3<double>{x, y, cross(x, y)}), M.com()};
}

}  // namespace sarrus
