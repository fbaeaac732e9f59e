#pragma once
/// @file
/// The list of all joints. To add one: write sarrus/joint/my_joint.h, add it here, and add a row to the law
/// test tests/support/joint_rows.cpp. Elsewhere only constraint/loop_constraints.cpp names types, those whose
/// loops can be closed without coordinates.

#include <variant>

#include "sarrus/joint/ball.h"
#include "sarrus/joint/bend_stretch.h"
#include "sarrus/joint/bushing.h"
#include "sarrus/joint/cantilever_beam.h"
#include "sarrus/joint/check_joint.h"
#include "sarrus/joint/custom.h"
#include "sarrus/joint/cylinder.h"
#include "sarrus/joint/ellipsoid.h"
#include "sarrus/joint/free.h"
#include "sarrus/joint/free_line.h"
#include "sarrus/joint/function_based.h"
#include "sarrus/joint/gimbal.h"
#include "sarrus/joint/joint.h"
#include "sarrus/joint/line_orientation.h"
#include "sarrus/joint/pin.h"
#include "sarrus/joint/planar_joint.h"
#include "sarrus/joint/rack_pinion.h"
#include "sarrus/joint/screw.h"
#include "sarrus/joint/slider.h"
#include "sarrus/joint/spherical_coordinates.h"
#include "sarrus/joint/translation.h"
#include "sarrus/joint/universal.h"
#include "sarrus/joint/weld.h"

namespace sarrus {

/// The list.
#define SARRUS_JOINTS(X)  \
  X(Weld)                 \
  X(Pin)                  \
  X(Slider)               \
  X(Screw)                \
  X(Universal)            \
  X(Cylinder)             \
  X(BendStretch)          \
  X(Planar)               \
  X(Gimbal)               \
  X(Ball)                 \
  X(Ellipsoid)            \
  X(CantileverBeam)       \
  X(Translation)          \
  X(SphericalCoordinates) \
  X(LineOrientation)      \
  X(Free)                 \
  X(FreeLine)             \
  X(Bushing)              \
  X(FunctionBased)        \
  X(RackPinion)           \
  X(Custom)

namespace internal {
template <class First, class... Js>
struct JointVariantOf {
  static_assert((check_joint<Js>() && ...));
  using Type = std::variant<Js...>;
};
}  // namespace internal

/// One of the joint types.
struct JointChoice {
#define SARRUS_LIST_ENTRY(J) , J
  using Variant = internal::JointVariantOf<void SARRUS_JOINTS(SARRUS_LIST_ENTRY)>::Type;
#undef SARRUS_LIST_ENTRY
  Variant variant;
};

}  // namespace sarrus
