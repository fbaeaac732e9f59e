#include "bench/row.h"

#include "bench/derivative_case.h"
#include "bench/system_case.h"
#include "sarrus/scalar/scalar_types.h"
#include "tests/support/held_feet.h"

namespace sarrus::bench {

namespace {

template <class T, class Made, void (Made::*operation)(int)>
double nanoseconds(const BenchModel& model) {
  Made made(model);
  return best_nanoseconds([&](int i) { (made.*operation)(i); }) / ScalarTraits<T>::lanes;
}

template <class T, void (Case<T>::*operation)(int)>
constexpr Row row(const char* title, const char* peer_operation = "") {
  return {title, &nanoseconds<T, Case<T>, operation>, peer_operation};
}
template <class T, void (DerivativeCase<T>::*operation)(int)>
constexpr Row derivative_row(const char* title, const char* peer_operation = "") {
  return {title, &nanoseconds<T, DerivativeCase<T>, operation>, peer_operation};
}

template <void (MoreDerivativesCase::*operation)(int)>
constexpr Row more_row(const char* title, const char* peer_operation = "") {
  return {title, &nanoseconds<double, MoreDerivativesCase, operation>, peer_operation};
}

double system_accelerations(const BenchModel& model) {
  SystemCase made(model);
  return best_nanoseconds([&](int i) { made.accelerations(i); });
}

double held_feet(const BenchModel& model) {
  SystemCase made(model, testing::system_with_held_feet(model.name, model.folder()));
  return best_nanoseconds([&](int i) { made.accelerations_of_motion(i); });
}

double held_feet_derivatives(const BenchModel& model) {
  HeldDerivativeCase made(model);
  return best_nanoseconds([&](int i) { made.dynamics(i); });
}

constexpr Row table[] = {
    row<double, &Case<double>::positions>("positions", "positions"),
    row<Pack4d, &Case<Pack4d>::positions>("positions, 4 doubles"),
    row<Pack8d, &Case<Pack8d>::positions>("positions, 8 doubles"),
    row<Pack16f, &Case<Pack16f>::positions>("positions, 16 floats"),
    row<double, &Case<double>::accelerations>("accelerations", "accelerations"),
    row<Pack4d, &Case<Pack4d>::accelerations>("accelerations, 4 doubles"),
    row<Pack8d, &Case<Pack8d>::accelerations>("accelerations, 8 doubles"),
    row<Pack16f, &Case<Pack16f>::accelerations>("accelerations, 16 floats"),
    row<double, &Case<double>::frame_jacobian>("Jacobian of the last body", "frame_jacobian"),
    row<double, &Case<double>::momentum_matrix>("centroidal momentum matrix", "momentum_matrix"),
    row<double, &Case<double>::mass_matrix>("mass matrix", "mass_matrix"),
    row<double, &Case<double>::factorization>("its factorization", "factorization"),
    row<double, &Case<double>::inverse_mass_matrix>("inverse of the mass matrix", "inverse_mass_matrix"),
    row<double, &Case<double>::inverse_dynamics>("inverse dynamics", "inverse_dynamics"),
    row<Pack4d, &Case<Pack4d>::inverse_dynamics>("inverse dynamics, 4 doubles"),
    row<Pack8d, &Case<Pack8d>::inverse_dynamics>("inverse dynamics, 8 doubles"),
    row<Pack16f, &Case<Pack16f>::inverse_dynamics>("inverse dynamics, 16 floats"),
    row<double, &Case<double>::forward_dynamics>("forward dynamics", "forward_dynamics"),
    row<Pack4d, &Case<Pack4d>::forward_dynamics>("forward dynamics, 4 doubles"),
    row<Pack8d, &Case<Pack8d>::forward_dynamics>("forward dynamics, 8 doubles"),
    row<Pack16f, &Case<Pack16f>::forward_dynamics>("forward dynamics, 16 floats"),
    {"accelerations of a System", &system_accelerations, "system_accelerations"},
    derivative_row<double, &DerivativeCase<double>::inverse_dynamics>("derivatives of inverse dynamics",
                                                                      "inverse_dynamics_derivatives"),
    derivative_row<Pack4d, &DerivativeCase<Pack4d>::inverse_dynamics>("the same, 4 doubles"),
    derivative_row<Pack8d, &DerivativeCase<Pack8d>::inverse_dynamics>("the same, 8 doubles"),
    derivative_row<double, &DerivativeCase<double>::forward_dynamics>("derivatives of forward dynamics",
                                                                      "forward_dynamics_derivatives"),
    derivative_row<Pack4d, &DerivativeCase<Pack4d>::forward_dynamics>("those, 4 doubles"),
    derivative_row<Pack8d, &DerivativeCase<Pack8d>::forward_dynamics>("those, 8 doubles"),
    derivative_row<double, &DerivativeCase<double>::momentum>("derivatives of momentum",
                                                              "momentum_matrix_rate"),
    more_row<&MoreDerivativesCase::inverse_dynamics_tensors>("second derivatives of inverse dynamics",
                                                             "inverse_dynamics_second_derivatives"),
    more_row<&MoreDerivativesCase::inverse_dynamics_hessian>("those of one number"),
    more_row<&MoreDerivativesCase::inverse_dynamics_by_parameters>("derivatives by all parameters"),
};

constexpr Row along_chains[] = {
    row<double, &Case<double>::inverse_dynamics>("inverse dynamics", "inverse_dynamics"),
    row<double, &Case<double>::forward_dynamics>("forward dynamics", "forward_dynamics"),
    row<double, &Case<double>::mass_matrix>("mass matrix", "mass_matrix"),
    row<double, &Case<double>::factorization>("its factorization", "factorization"),
};

constexpr Row in_trees[] = {
    row<double, &Case<double>::mass_matrix>("mass matrix, binary tree", "mass_matrix"),
    row<double, &Case<double>::factorization>("its factorization, binary tree", "factorization"),
};

constexpr Row with_contacts[] = {
    {"with four feet held", &held_feet, "held_feet"},
    {"their derivatives", &held_feet_derivatives, "held_feet_derivatives"},
    {"without contacts", &system_accelerations, "system_accelerations"},
};

}  // namespace

std::span<const Row> table_rows() { return table; }
std::span<const Row> chain_rows() { return along_chains; }
std::span<const Row> tree_rows() { return in_trees; }
std::span<const Row> contact_rows() { return with_contacts; }

}  // namespace sarrus::bench
