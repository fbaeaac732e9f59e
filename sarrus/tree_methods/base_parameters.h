#pragma once
/// @file
/// Which inertias can be told from a motion and the forces it takes. Some parameters of π (see
/// inertia_parameters.h) never enter the equations of motion, others enter only in fixed combinations, for
/// instance because mass on a pin's axis may belong to either of the two bodies. The base parameters are a
/// smallest set of combinations that gives all of inverse dynamics:
///   τ = Y·π = Y_independent·β,   β = π_independent + regrouping·π_dependent
/// Found numerically from the columns of the regressor stacked over random states; a parameter is dependent
/// if its column is a combination of the columns before it, bodies nearer to the world first. A chain of n
/// pins in general positions has 7·n − 4: seven for each body, of the first only those that turning about one
/// axis under gravity shows, two fewer if gravity is along that axis.  [Mayeda, Yoshida, Osuka 1990]

#include <iosfwd>
#include <string>

#include "sarrus/base/array.h"
#include "sarrus/model/model.h"
#include "sarrus/scalar/eigen.h"

namespace sarrus {

struct BaseParameterOptions {
  unsigned seed = 1;  ///< Of the random states.
  /// A column is dependent if what the earlier ones leave of it is smaller than this part of its length. It
  /// must lie well above rounding and well below what the weakest independent parameter contributes.
  double tolerance = 1e-8;
};

/// The combinations of inertial parameters that inverse dynamics shows.
struct BaseParameters {
  Array<int> independent;      ///< Positions in π, ascending: one for each base parameter.
  Array<int> dependent;        ///< Positions that appear in base parameters of others.
  Array<int> without_effect;   ///< Positions that no motion shows.
  MatrixX<double> regrouping;  ///< independent × dependent.
  Array<std::string> names;    ///< Of all of π: "link3.Ixx".

  int count() const { return static_cast<int>(independent.size()); }
  /// β of given π.
  VectorX<double> values(const VectorX<double>& pi) const;
  /// Base parameter i as a sum: "link2.Izz + 0.25·link3.m".
  std::string combination(int i) const;
};

BaseParameters calc_base_parameters(const Model& model, const BaseParameterOptions& options = {});

/// A readable table: each base parameter as a sum, then what has no effect.
std::ostream& operator<<(std::ostream& out, const BaseParameters& base);

}  // namespace sarrus
