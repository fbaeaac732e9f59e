#include "sarrus/format/urdf/internal/inertial.h"

#include <algorithm>
#include <cmath>

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"
#include "sarrus/spatial/inertia_check.h"

namespace sarrus::internal {

namespace {

/// The six numbers of <inertia>, about the center of mass in the axes of <origin>.
Sym3<double> read_inertia(const XmlElement& inertial) {
  const XmlElement inertia = inertial.child("inertia");
  if (!inertia) {
    inertial.note(NoteKind::changed, "<inertial> without <inertia> is taken as a point mass");
    return Sym3<double>::zero();
  }
  inertia.expect_only({"ixx", "ixy", "ixz", "iyy", "iyz", "izz"}, {});
  if (!inertia.has("ixy") || !inertia.has("ixz") || !inertia.has("iyz"))
    inertia.note(NoteKind::changed, "products of inertia that are missing are taken as zero");
  return {inertia.number("ixx"),       inertia.number("iyy"),       inertia.number("izz"),
          inertia.number_or("ixy", 0), inertia.number_or("ixz", 0), inertia.number_or("iyz", 0)};
}

/// The closest possible principal moments: the second moments sᵢ of the mass along the principal axes must
/// not be negative; negative ones become zero.
///   s₁ = (B + C − A)/2, s₂ = (C + A − B)/2, s₃ = (A + B − C)/2;  A = s₂ + s₃, B = s₃ + s₁, C = s₁ + s₂
Vec3<double> nearest_possible_moments(const Vec3<double>& m) {
  const double half = 0.5 * (m.x + m.y + m.z);
  const double s1 = std::max(0.0, half - m.x), s2 = std::max(0.0, half - m.y), s3 = std::max(0.0, half - m.z);
  return {s2 + s3, s3 + s1, s1 + s2};
}

/// The fault of a central inertia that is physically impossible; nothing for any other. Throws an Error if a
/// moment is negative.
std::optional<UrdfLink::Unreal> find_unreal(int line, const RigidInertia<double>& central) {
  constexpr double rounding = 1e-12, slightly = 1e-6;
  const PrincipalInertia principal = principal_inertia(central);
  const Vec3<double>& moments = principal.moments;
  const double size = std::abs(moments.x) + std::abs(moments.y) + std::abs(moments.z);
  const double excess = moments.z - moments.x - moments.y;
  const std::string text = fmt::format("the principal moments of inertia ({:.6g}, {:.6g}, {:.6g}) kg·m²",
                                       moments.x, moments.y, moments.z);
  require(moments.x >= -slightly * size,
          "{} must not be negative; check the signs and the units of <inertia>", text);
  if (excess <= rounding * size) return {};
  const Vec3<double> mended = nearest_possible_moments(moments);
  return UrdfLink::Unreal{
      line,
      fmt::format("{} are physically impossible: the largest exceeds the sum of the others by {:.3g}", text,
                  excess),
      fmt::format("{} are physically impossible; they became ({:.6g}, {:.6g}, {:.6g})", text, mended.x,
                  mended.y, mended.z),
      {central.m, central.h, rotate(principal.R, Sym3<double>::diagonal(mended.x, mended.y, mended.z))}};
}

/// True if products of masses and lengths stay in the range of floating-point numbers.
bool is_computable(double mass) {
  constexpr double smallest = 1e-100, largest = 1e100;
  return mass >= smallest && mass <= largest;
}

double read_mass(const XmlElement& inertial) {
  const XmlElement mass = inertial.child("mass");
  if (!mass) {
    inertial.fault("<inertial> lacks <mass value=\"…\"/>");
    return 0;
  }
  mass.expect_only({"value"}, {});
  const double value = mass.number("value");
  if (value < 0) mass.fault("the mass is {} kg, but no mass is negative", value);
  if (value > 0 && !is_computable(value))
    mass.fault("a mass of {} kg is too {} to compute with", value, value < 1 ? "small" : "large");
  return value;
}

/// Notes inertias that imply a body as large as a house.
void note_doubtful_size(const XmlElement& inertial, double mass, const Sym3<double>& I) {
  constexpr double house = 50;
  const double radius = std::sqrt((std::abs(I.xx) + std::abs(I.yy) + std::abs(I.zz)) / (2 * mass));
  if (radius > house)
    inertial.note(NoteKind::doubtful,
                  fmt::format("the radius of gyration is {:.3g} m; is <inertia> in kg·mm²?", radius));
}

}  // namespace

void read_urdf_inertial(const XmlElement& inertial, UrdfLink& link) {
  inertial.expect_only({}, {"origin", "mass", "inertia"});
  const Pose<double> X_BC = read_urdf_origin(inertial);
  const double mass = read_mass(inertial);
  const Sym3<double> I = read_inertia(inertial);
  if (mass < 0 || (mass > 0 && !is_computable(mass))) return;  // a fault
  if (mass == 0) {
    link.without_mass = X_BC * RigidInertia<double>{0, Vec3<double>::zero(), I};
    link.inertia_line = inertial.line();
    return;
  }
  note_doubtful_size(inertial, mass, I);
  try {
    const RigidInertia<double> central{mass, Vec3<double>::zero(), I};
    link.inertia = X_BC * central;
    link.unreal = find_unreal(inertial.line(), central);
    if (link.unreal) link.unreal->repaired = X_BC * link.unreal->repaired;
    const Array<std::string> faults = inertia_faults(link.unreal ? link.unreal->repaired : link.inertia);
    if (!faults.empty()) inertial.fault("{}", faults.front());
  } catch (const Error& error) {
    inertial.fault("{}", error.what());
  }
}

}  // namespace sarrus::internal
