#pragma once
/// @file
/// Materials of surfaces in physical units, and how two of them combine.

#include <string>
#include <string_view>

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"

namespace sarrus {

/// The material of a surface.
struct ContactMaterial {
  double modulus = 1e7;  ///< Plane-strain modulus E/(1 − ν²) [Pa]; see plane_strain_modulus().
  double dissipation =
      0.2;  ///< c of Hunt and Crossley [s/m]: impacts at a low speed v lose the fraction c·v of it.
  double static_friction = 0.8;
  double dynamic_friction = 0.6;
  double viscous_friction = 0;  ///< Increase of the coefficient with the speed of slip [s/m].
  double thickness = 0.01;      ///< Of the elastic layer on a rigid core, for the laws of layers [m].
  double torsion_radius = 0;    ///< Spin is resisted by up to this radius times the friction force [m].
  double rolling_radius = 0;    ///< Rolling is resisted by up to this radius times the normal force [m].
  double restitution = 0;       ///< Of rigid contact: the part of the speed of an impact that is kept.

  /// Throws an Error, which begins with `who`, unless all numbers are possible.
  void check(std::string_view who) const;
  friend bool operator==(const ContactMaterial&, const ContactMaterial&) = default;
};

/// E/(1 − ν²) of Young's modulus E [Pa] and Poisson's ratio ν.
double plane_strain_modulus(double young, double poisson);

/// Materials with usual values: steel 206 GPa and ν = 0.3, wood 10 GPa across the grain of a floor, concrete
/// 30 GPa, rubber 5 MPa. Dissipation and friction are typical only: measure what matters.
ContactMaterial steel_material();
ContactMaterial wood_material();
ContactMaterial concrete_material();
ContactMaterial rubber_material();
/// A firm elastomer that damps well, 10 MPa: for robots of which no more is known. It yields by a
/// millimeter or less under their feet, and what falls comes to rest within a second or two.
ContactMaterial firm_material();

/// The names of these materials: "default" (the firm one), "rubber", "wood", "concrete", "steel".
Array<std::string> contact_material_names();
/// A material by its name. An unknown name is an Error that suggests the nearest.
ContactMaterial contact_material(std::string_view name);

/// How the stiffnesses of two surfaces combine.
enum class StiffnessRule {
  /// Hertz: both bodies feel one pressure on one patch, and their displacements are proportional to 1/Eᵢ:
  /// 1/E* = 1/E₁ + 1/E₂.
  hertz,
  /// Simbody's rule, E*^⅔ = E₁^⅔·E₂^⅔/(E₁^⅔ + E₂^⅔): for comparisons. Equal materials come out softer by
  /// 1/√2.
  simbody,
};
/// How the coefficients of friction of two surfaces combine.
enum class FrictionRule {
  harmonic,   ///< 2·μ₁·μ₂/(μ₁ + μ₂)
  geometric,  ///< √(μ₁·μ₂)
  least,
  greatest,
};
struct CombinationRules {
  StiffnessRule stiffness = StiffnessRule::hertz;
  FrictionRule friction = FrictionRule::harmonic;
};

/// The material of a contact. `share1` is the share of the first surface in the depth.
struct PairMaterial {
  double modulus = 0;   ///< E* [Pa] of elastic half-spaces.
  double share1 = 0.5;  ///< The same for half-spaces.
  double layer_stiffness =
      0;  ///< κ = pressure per depth [Pa/m] of elastic layers in series, κᵢ = Eᵢ/thicknessᵢ.
  double layer_share1 = 0.5;  ///< The same for layers.
  double dissipation1 = 0, dissipation2 = 0;
  double static_friction = 0, dynamic_friction = 0, viscous_friction = 0;
  double torsion_radius = 0, rolling_radius = 0;

  /// c of the pair [s/m]: each surface dissipates in proportion to its share in the depth.
  double dissipation(double share) const { return share * dissipation1 + (1 - share) * dissipation2; }
  bool resists_turning() const { return torsion_radius > 0 || rolling_radius > 0; }
};

PairMaterial combine(const ContactMaterial& first, const ContactMaterial& second,
                     const CombinationRules& rules = {});

}  // namespace sarrus
