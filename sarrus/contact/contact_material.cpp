#include "sarrus/contact/contact_material.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "sarrus/base/names.h"

namespace sarrus {

namespace {

void require_number(std::string_view who, std::string_view what, double value, double least, bool above) {
  require(std::isfinite(value) && (above ? value > least : value >= least),
          "{}: {} cannot be {}; give a number {} {}", who, what, value, above ? "above" : "of at least",
          least);
}

double combine_friction(double first, double second, FrictionRule rule) {
  switch (rule) {
    case FrictionRule::harmonic:
      return first + second > 0 ? 2 * first * second / (first + second) : 0;
    case FrictionRule::geometric:
      return std::sqrt(first * second);
    case FrictionRule::least:
      return std::min(first, second);
    case FrictionRule::greatest:
      return std::max(first, second);
  }
  return 0;
}

}  // namespace

void ContactMaterial::check(std::string_view who) const {
  require_number(who, "the modulus [Pa]", modulus, 0, true);
  require_number(who, "the dissipation [s/m]", dissipation, 0, false);
  require_number(who, "the dynamic friction", dynamic_friction, 0, false);
  require_number(who, "the viscous friction [s/m]", viscous_friction, 0, false);
  require_number(who, "the thickness [m]", thickness, 0, true);
  require_number(who, "the torsion radius [m]", torsion_radius, 0, false);
  require_number(who, "the rolling radius [m]", rolling_radius, 0, false);
  require(restitution >= 0 && restitution <= 1, "{}: the restitution cannot be {}; give a number from 0 to 1",
          who, restitution);
  require(std::isfinite(static_friction) && static_friction >= dynamic_friction,
          "{}: the static friction {} is less than the dynamic friction {}; give a number of at least that",
          who, static_friction, dynamic_friction);
}

double plane_strain_modulus(double young, double poisson) {
  require(std::isfinite(young) && young > 0, "Young's modulus cannot be {} Pa; give a positive number",
          young);
  require(poisson > -1 && poisson <= 0.5, "Poisson's ratio cannot be {}; it is above -1 and at most 0.5",
          poisson);
  return young / (1 - poisson * poisson);
}

ContactMaterial steel_material() {
  return {.modulus = plane_strain_modulus(206e9, 0.3),
          .dissipation = 0.05,
          .static_friction = 0.2,
          .dynamic_friction = 0.15,
          .thickness = 0.01};
}
ContactMaterial wood_material() {
  return {.modulus = plane_strain_modulus(10e9, 0.3),
          .dissipation = 0.2,
          .static_friction = 0.5,
          .dynamic_friction = 0.4,
          .thickness = 0.02};
}
ContactMaterial concrete_material() {
  return {.modulus = plane_strain_modulus(30e9, 0.2),
          .dissipation = 0.3,
          .static_friction = 0.8,
          .dynamic_friction = 0.7,
          .thickness = 0.1};
}
ContactMaterial rubber_material() {
  return {.modulus = plane_strain_modulus(5e6, 0.49),
          .dissipation = 0.3,
          .static_friction = 1.0,
          .dynamic_friction = 0.9,
          .thickness = 0.01};
}

ContactMaterial firm_material() {
  return {.modulus = 1e7,
          .dissipation = 2,
          .static_friction = 0.8,
          .dynamic_friction = 0.7,
          .thickness = 0.1,
          .torsion_radius = 0.002,
          .rolling_radius = 0.002};
}

namespace {

struct NamedMaterial {
  const char* name;
  ContactMaterial (*make)();
};
constexpr std::array<NamedMaterial, 5> named_materials{{{"default", firm_material},
                                                        {"rubber", rubber_material},
                                                        {"wood", wood_material},
                                                        {"concrete", concrete_material},
                                                        {"steel", steel_material}}};

}  // namespace

Array<std::string> contact_material_names() {
  Array<std::string> names;
  for (const NamedMaterial& material : named_materials) names.emplace_back(material.name);
  return names;
}

ContactMaterial contact_material(std::string_view name) {
  for (const NamedMaterial& material : named_materials)
    if (material.name == name) return material.make();
  fail("there is no material '{}'.{}", name, suggestion(name, contact_material_names()));
}

PairMaterial combine(const ContactMaterial& first, const ContactMaterial& second,
                     const CombinationRules& rules) {
  double E1 = first.modulus, E2 = second.modulus;
  if (rules.stiffness == StiffnessRule::simbody) E1 = std::cbrt(E1 * E1), E2 = std::cbrt(E2 * E2);
  const double series = E1 * E2 / (E1 + E2);
  const double k1 = first.modulus / first.thickness, k2 = second.modulus / second.thickness;
  return {
      .modulus = rules.stiffness == StiffnessRule::simbody ? series * std::sqrt(series) : series,
      .share1 = E2 / (E1 + E2),
      .layer_stiffness = k1 * k2 / (k1 + k2),
      .layer_share1 = k2 / (k1 + k2),
      .dissipation1 = first.dissipation,
      .dissipation2 = second.dissipation,
      .static_friction = combine_friction(first.static_friction, second.static_friction, rules.friction),
      .dynamic_friction = combine_friction(first.dynamic_friction, second.dynamic_friction, rules.friction),
      .viscous_friction = combine_friction(first.viscous_friction, second.viscous_friction, rules.friction),
      .torsion_radius = std::max(first.torsion_radius, second.torsion_radius),
      .rolling_radius = std::max(first.rolling_radius, second.rolling_radius)};
}

}  // namespace sarrus
