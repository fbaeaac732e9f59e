#include "sarrus/tree_methods/coordinate_map.h"

#include "sarrus/base/array.h"
#include "sarrus/function/linear.h"

namespace sarrus {

namespace {

/// The speed that equals the rate of a coordinate.
int speed_of(const Model& model, int coordinate, const char* role) {
  const Coordinate& q = model.coordinates()[coordinate];
  const Body& body = model.body(q.body);
  require(
      !body.joint.has_orientation(),
      "coordinate '{}' of the {} joint '{}' cannot be {}: its rate is not a speed; use a joint whose speeds "
      "are the rates of its coordinates",
      q.name, body.joint.type_name(), body.joint_name, role);
  return body.u0 + coordinate - body.q0;
}

}  // namespace

DrivenCoordinate gear(int coordinate, int input, double ratio, double offset) {
  return {coordinate, linear({ratio}, offset), {input}};
}

std::array<DrivenCoordinate, 2> differential(std::array<int, 2> coordinates, std::array<int, 2> inputs,
                                             const std::array<std::array<double, 2>, 2>& ratios) {
  const auto output = [&](std::size_t i) {
    return DrivenCoordinate{coordinates[i], linear({ratios[i][0], ratios[i][1]}), {inputs[0], inputs[1]}};
  };
  return {output(0), output(1)};
}

CoordinateMap::CoordinateMap(const Model& model, Array<DrivenCoordinate> driven, int added)
    : y_of_q_(model.nq(), 0), v_of_u_(model.nu(), 0), driven_of_u_(model.nu(), -1) {
  require(added >= 0, "{} coordinates were to be added; give zero or more", added);
  for (std::size_t d = 0; d < driven.size(); ++d) {
    const int q = driven[d].coordinate;
    require(q >= 0 && q < nq(), "there is no coordinate {} to drive; model '{}' has coordinates 0 to {}", q,
            model.name(), nq() - 1);
    require(y_of_q_[q] == 0, "coordinate '{}' is driven twice", model.coordinates()[q].name);
    const int u = speed_of(model, q, "driven");
    y_of_q_[q] = v_of_u_[u] = -1;
    driven_of_u_[u] = static_cast<int>(d);
  }
  for (int& y : y_of_q_)
    if (y == 0) y = ny_++;
  for (int& v : v_of_u_)
    if (v == 0) v = nv_++;
  for (const DrivenCoordinate& d : driven) {
    const std::string& name = model.coordinates()[d.coordinate].name;
    require(static_cast<int>(d.inputs.size()) == d.function.arguments(),
            "coordinate '{}' has {} inputs, but its function '{}' takes {}", name, d.inputs.size(),
            d.function.description(), d.function.arguments());
    Driven to{d.coordinate, speed_of(model, d.coordinate, "driven"), d.function, {}, {}, entry_count_};
    for (int input : d.inputs) {
      require(input >= 0 && input < nq() + added,
              "coordinate '{}' has input {}, but there are {} coordinates in the model and {} added ones",
              name, input, nq(), added);
      if (input >= nq()) {
        to.y.push_back(ny_ + input - nq());
        to.v.push_back(nv_ + input - nq());
        continue;
      }
      to.y.push_back(y_of_q(input));
      to.v.push_back(v_of_u(speed_of(model, input, "an input")));
      require(to.y.back() >= 0,
              "coordinate '{}' has input '{}', which is driven itself; give the coordinates that one follows",
              name, model.coordinates()[input].name);
    }
    entry_count_ += static_cast<int>(d.inputs.size());
    driven_.push_back(std::move(to));
  }
  ny_ += added;
  nv_ += added;
}

}  // namespace sarrus
