#pragma once
/// @file
/// Coordinates that depend on others: gears, differentials, cams. The coordinates of a model are functions of
/// fewer independent ones,
///   q = γ(y),   u = G(y)·v,   u̇ = G·v̇ + g,   G = ∂γ/∂y,  g = Ġ·v      [Featherstone 2008, eq. 9.26, 8.45]
/// A driven coordinate is a function of some independent ones; every other coordinate of the model is
/// independent, and further ones can be added that belong to no body, such as the shafts of a massless
/// gearbox. The equations of motion are in mapped_dynamics.h.

#include <array>

#include "sarrus/base/array.h"
#include "sarrus/function/function.h"
#include "sarrus/model/model.h"

namespace sarrus {

/// A driven coordinate: q[coordinate] = function(inputs). Inputs are numbers of coordinates of the model that
/// are not driven, or nq, nq + 1, … for the added ones. Driven coordinates and inputs must belong to joints
/// with u = q̇: all but those that have an orientation.
struct DrivenCoordinate {
  int coordinate = 0;
  Function function{};
  Array<int> inputs{};
};

/// A gear pair: q[coordinate] = ratio·q[input] + offset.
DrivenCoordinate gear(int coordinate, int input, double ratio, double offset = 0);
/// A differential: two coordinates, each a sum of multiples of two inputs.
///   q[coordinates[i]] = Σ ratios[i][j]·q[inputs[j]]
std::array<DrivenCoordinate, 2> differential(std::array<int, 2> coordinates, std::array<int, 2> inputs,
                                             const std::array<std::array<double, 2>, 2>& ratios);

/// The dependencies among coordinates, checked and numbered. The independent coordinates y are those of the
/// model that are not driven, in their order, then the added ones; the independent speeds v likewise.
class CoordinateMap {
 public:
  CoordinateMap(const Model& model, Array<DrivenCoordinate> driven, int added = 0);

  int nq() const { return static_cast<int>(y_of_q_.size()); }
  int nu() const { return static_cast<int>(v_of_u_.size()); }
  int ny() const { return ny_; }
  int nv() const { return nv_; }

  /// A driven coordinate with its speed, and its inputs as numbers of independent coordinates and speeds.
  struct Driven {
    int q, u;
    Function function;
    Array<int> y, v;
    int first;  ///< Index of the first entry of its row of G.
  };
  const Array<Driven>& driven() const { return driven_; }
  /// Length of the list of entries of G: one for each input of each driven speed. Other rows are rows of the
  /// identity matrix.
  int entry_count() const { return entry_count_; }
  /// Number of the independent coordinate that equals a coordinate of the model; −1 for a driven one.
  int y_of_q(int q) const { return y_of_q_[q]; }
  int v_of_u(int u) const { return v_of_u_[u]; }
  /// Index in driven() of the driven coordinate to which a speed belongs; −1 for an independent speed.
  int driven_of_u(int u) const { return driven_of_u_[u]; }

 private:
  Array<Driven> driven_;
  Array<int> y_of_q_, v_of_u_, driven_of_u_;
  int ny_ = 0, nv_ = 0, entry_count_ = 0;
};

}  // namespace sarrus
