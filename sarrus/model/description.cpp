#include "sarrus/model/description.h"

#include "sarrus/base/error.h"

namespace sarrus {

JointDescription& JointDescription::limit(double lower, double upper, std::size_t coordinate) {
  require(coordinate < static_cast<std::size_t>(joint.nq()),
          "joint '{}' has {} coordinates; there is no coordinate {} to limit", name, joint.nq(), coordinate);
  limits.resize(static_cast<std::size_t>(joint.nq()));
  limits[coordinate].lower = lower, limits[coordinate].upper = upper;
  return *this;
}

}  // namespace sarrus
