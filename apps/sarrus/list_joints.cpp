#include <fmt/format.h>

#include "apps/sarrus/commands.h"
#include "sarrus/base/array.h"
#include "sarrus/base/names.h"
#include "sarrus/joint/joints.h"

namespace sarrus {

namespace {

std::string listed(const Array<QuantityInfo>& infos) {
  Array<std::string> names;
  for (const QuantityInfo& info : infos)
    names.push_back(fmt::format("{} [{}]", info.name.empty() ? "q" : info.name, info.unit));
  return join(names, ", ");
}

void print(const Joint& joint) {
  fmt::print("{}\n", joint.type_name());
  fmt::print("  coordinates  {}\n", joint.nq() == 0 ? "none" : listed(joint.coordinates()));
  if (joint.nu() > 0) fmt::print("  speeds       {}\n", listed(joint.speed_infos()));
  for (const ParameterInfo& p : joint.parameters()) fmt::print("  parameter    {} [{}]\n", p.name, p.unit);
}

/// Prints a joint type in its default form; types that need arguments have none.
template <class J>
void print_default() {
  if constexpr (std::default_initializable<J>) print(J{});
}

void list_joints() {
#define SARRUS_PRINT(J) print_default<J>();
  SARRUS_JOINTS(SARRUS_PRINT)
#undef SARRUS_PRINT
  fmt::print(
      "\nWith angles instead of a quaternion (ball, ellipsoid, line-orientation, free, free-line), for "
      "example free:\n");
  print(Free{RotationCoordinates::euler});
  fmt::print("\nYour own: any type with the same functions, as Custom(MyJoint{{}}); see docs/joints.md.\n");
}

}  // namespace

Command joints_command() {
  return Command("joints", "every joint type with its coordinates, speeds and parameters").runs([] {
    list_joints();
    return ExitStatus::done;
  });
}

}  // namespace sarrus
