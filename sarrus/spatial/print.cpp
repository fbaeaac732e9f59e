#include "sarrus/spatial/print.h"

#include <ostream>

namespace sarrus {

std::ostream& operator<<(std::ostream& out, const Vec3<double>& v) {
  return out << '(' << v.x << ", " << v.y << ", " << v.z << ')';
}

std::ostream& operator<<(std::ostream& out, const Rotation<double>& R) {
  const auto row = [&](int i) { return Vec3<double>{R(i, 0), R(i, 1), R(i, 2)}; };
  return out << '[' << row(0) << ", " << row(1) << ", " << row(2) << ']';
}

std::ostream& operator<<(std::ostream& out, const Pose<double>& X) {
  return out << "p " << X.p << ", R " << X.R;
}

std::ostream& operator<<(std::ostream& out, const Motion<double>& V) {
  return out << "w " << V.w << ", v " << V.v;
}

std::ostream& operator<<(std::ostream& out, const Force<double>& F) {
  return out << "t " << F.t << ", f " << F.f;
}

}  // namespace sarrus
