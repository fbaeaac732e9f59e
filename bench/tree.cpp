// Kinematics, inverse and forward dynamics of the reference models: nanoseconds per state on one core, sines
// and cosines included.

#include <fmt/core.h>

#include <cstdlib>
#include <exception>
#include <random>

#include "bench/measure.h"
#include "bench/table.h"
#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/jacobian.h"
#include "sarrus/dynamics/mass_properties.h"
#include "tests/support/reference_values.h"

namespace sarrus::bench {

namespace {

constexpr int states = 64;  // visited in turn, so that no branch predictor learns one by heart

/// Random states of a model in scalar T, and what is computed from them.
template <class T>
struct Case {
  Tree<T> tree;
  PositionKinematics<T> position{tree};
  VelocityKinematics<T> velocity{tree};
  AccelerationKinematics<T> acceleration{tree};
  CompositeInertias<T> composite{tree};
  InverseDynamics<T> inverse{tree};
  ForwardDynamics<T> forward{tree};
  std::vector<T> tau = std::vector<T>(static_cast<std::size_t>(tree.nu()));
  MatrixX<T> J{6, tree.nu()}, A{6, tree.nu()};
  std::vector<std::vector<T>> q, u, udot;

  explicit Case(const Model& model) : tree(model) {
    std::mt19937 engine(5);
    const auto numbers = [&](int n, double size) {
      std::uniform_real_distribution<double> uniform(-size, size);
      std::vector<T> v;
      for (int i = 0; i < n; ++i) v.push_back(T(static_cast<ValueOf<T>>(uniform(engine))));
      return v;
    };
    for (int s = 0; s < states; ++s) {
      q.push_back(numbers(model.nq(), 3.14));
      u.push_back(numbers(model.nu(), 1));
      udot.push_back(numbers(model.nu(), 1));
    }
  }
  void positions(int i) { calc_position_kinematics(tree, q[index(i)], position); }
  void accelerations(int i) {
    positions(i);
    calc_velocity_kinematics(tree, position, u[index(i)], velocity);
    calc_acceleration_kinematics(tree, position, velocity, udot[index(i)], acceleration);
  }
  void frame_jacobian(int i) {
    positions(i);
    calc_frame_jacobian(tree, position, tree.body_count() - 1, J);
  }
  void momentum_matrix(int i) {
    positions(i);
    calc_composite_inertias(tree, position, composite);
    calc_centroidal_momentum_matrix(tree, position, composite, A);
  }
  void inverse_dynamics(int i) {
    calc_inverse_dynamics(tree, q[index(i)], u[index(i)], udot[index(i)], {}, inverse, tau);
  }
  void forward_dynamics(int i) {
    calc_forward_dynamics(tree, q[index(i)], u[index(i)], udot[index(i)], {}, forward, tau);
  }
  static std::size_t index(int i) { return static_cast<std::size_t>(i % states); }
};

template <class T>
std::vector<double> measure(const std::vector<Model>& models, void (Case<T>::*operation)(int)) {
  std::vector<double> results;
  for (const Model& model : models) {
    Case<T> made(model);
    results.push_back(best_nanoseconds([&](int i) { (made.*operation)(i); }) / ScalarTraits<T>::lanes);
  }
  return results;
}

}  // namespace

void run(const std::string& json_path) {
  const std::vector<std::string> names{"ur5", "hyq", "chain10", "chain30", "tree63"};
  std::vector<Model> models;
  for (const std::string& name : names)
    models.push_back(testing::load_reference_model(name, SARRUS_SOURCE_FOLDER "/tests/data/reference"));
  Table table("Kinematics, inverse and forward dynamics, ns per state, one core, best of 30 repeats", names);
  table.print_heading();
  table.add("positions, double", measure(models, &Case<double>::positions));
  table.add("positions, 4 doubles at once", measure(models, &Case<Pack4d>::positions));
  table.add("positions, 8 doubles at once", measure(models, &Case<Pack8d>::positions));
  table.add("positions, 16 floats at once", measure(models, &Case<Pack16f>::positions));
  table.add("positions to accelerations, double", measure(models, &Case<double>::accelerations));
  table.add("positions to accelerations, 4 doubles", measure(models, &Case<Pack4d>::accelerations));
  table.add("positions to accelerations, 8 doubles", measure(models, &Case<Pack8d>::accelerations));
  table.add("positions to accelerations, 16 floats", measure(models, &Case<Pack16f>::accelerations));
  table.add("Jacobian of the last body, double", measure(models, &Case<double>::frame_jacobian));
  table.add("centroidal momentum matrix, double", measure(models, &Case<double>::momentum_matrix));
  table.add("inverse dynamics, double", measure(models, &Case<double>::inverse_dynamics));
  table.add("inverse dynamics, 4 doubles at once", measure(models, &Case<Pack4d>::inverse_dynamics));
  table.add("inverse dynamics, 8 doubles at once", measure(models, &Case<Pack8d>::inverse_dynamics));
  table.add("inverse dynamics, 16 floats at once", measure(models, &Case<Pack16f>::inverse_dynamics));
  table.add("forward dynamics, double", measure(models, &Case<double>::forward_dynamics));
  table.add("forward dynamics, 8 doubles at once", measure(models, &Case<Pack8d>::forward_dynamics));
  table.add("forward dynamics, 16 floats at once", measure(models, &Case<Pack16f>::forward_dynamics));
  table.write_json(json_path);
  fmt::print("written to {}\n", json_path);
}

}  // namespace sarrus::bench

int main(int argc, char** argv) {
  try {
    sarrus::bench::run(argc > 1 ? argv[1] : "bench.json");
  } catch (const std::exception& error) {
    fmt::print(stderr, "sarrus_bench: {}\n", error.what());
    return 1;
  }
  return 0;
}
