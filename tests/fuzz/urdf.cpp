// Whatever the bytes, the URDF reader gives a robot or an Error: it does not crash, hang or leak.
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string_view>

#include "sarrus/base/error.h"
#include "sarrus/format/mimic.h"
#include "sarrus/format/urdf/urdf.h"

using namespace sarrus;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  // The first byte chooses the options.
  const unsigned choice = data[0];
  const LoadOptions options{
      .base = (choice & 1U) != 0 ? RootJoint::free : RootJoint::fixed,
      .fixed_joints = (choice & 2U) != 0 ? FixedJoints::merge : FixedJoints::keep,
      .unreal_inertia = (choice & 4U) != 0 ? UnrealInertia::refuse : UnrealInertia::repair,
      .massless_ends = (choice & 8U) != 0 ? MasslessEnds::weld : MasslessEnds::refuse,
  };
  try {
    const std::string_view all(reinterpret_cast<const char*>(data), size);
    // Fixtures begin with '<' and are read whole.
    const LoadedModel robot = read_urdf_text(all.substr(all[0] == '<' ? 0 : 1), "fuzz.urdf", options);
    Array<double> q = robot.model.default_q();
    apply_mimic(robot, q);
    std::ostringstream out;
    out << robot.model << robot.report;
  } catch (const Error&) {  // refused, as it should be
  }
  return 0;
}
