#pragma once
/// @file
/// Base parameters: the combinations of inertial parameters that can be identified from a motion and the
/// forces that it requires. Some parameters of π (see inertia_parameters.h) never enter the equations of
/// motion; others enter only in fixed combinations, for instance because mass on a pin's axis may belong to
/// either of the two bodies. The base parameters are a minimal set of combinations that determines inverse
/// dynamics:
///   τ = Y·π = Y_independent·β,   β = π_independent + regrouping·π_dependent
/// They are found numerically from the columns of the regressor stacked over random states; a parameter is
/// dependent if its column is a linear combination of the columns before it, bodies nearer to the world
/// first. A chain of n pins in general positions has 7·n − 4: seven for each body, for the first only those
/// that rotation about one axis under gravity reveals, two fewer if gravity is along that axis.  [Mayeda,
/// Yoshida, Osuka 1990]

#include <iosfwd>
#include <string>

#include "sarrus/base/array.h"
#include "sarrus/model/model.h"
#include "sarrus/scalar/eigen.h"

namespace sarrus {

struct BaseParameterOptions {
  unsigned seed = 1;  ///< Seed of the random states.
  /// A column is dependent if its remainder, orthogonal to the earlier ones, is smaller than this fraction of
  /// its length. The fraction must be well above rounding and well below the contribution of the weakest
  /// independent parameter.
  double tolerance = 1e-8;
};

/// The base parameters of a model.
struct BaseParameters {
  Array<int> independent;      ///< Positions in π, ascending: one for each base parameter.
  Array<int> dependent;        ///< Positions whose parameters enter the base parameters of others.
  Array<int> without_effect;   ///< Positions whose parameters have no effect on any motion.
  MatrixX<double> regrouping;  ///< Coefficients, independent × dependent.
  Array<std::string> names;    ///< Names of all parameters of π: "link3.Ixx".

  int count() const { return static_cast<int>(independent.size()); }
  /// Base parameters β for given π.
  VectorX<double> values(const VectorX<double>& pi) const;
  /// Base parameter i as a sum: "link2.Izz + 0.25·link3.m".
  std::string combination(int i) const;
};

BaseParameters calc_base_parameters(const Model& model, const BaseParameterOptions& options = {});

/// Prints a readable table: each base parameter as a sum, then the parameters without effect.
std::ostream& operator<<(std::ostream& out, const BaseParameters& base);

}  // namespace sarrus
