#include "bench/linkage_scenarios.h"

#include <fmt/core.h>

#include "tests/support/linkages.h"
#include "tests/support/squeezer.h"

namespace sarrus::bench {

namespace {

constexpr double duration = 10;

std::vector<std::string> numbered(const char* name, int from, int to) {
  std::vector<std::string> all;
  for (int i = from; i <= to; ++i) all.push_back(fmt::format("{}{}", name, i));
  return all;
}

Scenario ladder_scenario(const std::string& name, int n) {
  Scenario scenario{name, fmt::format("ladder of {} loops, skew, 10 s", n),
                    testing::ladder(n, testing::Closure::ball, testing::LadderStart::skew).start,
                    numbered("V", 0, n), duration};
  for (const std::string& rod : numbered("H", 1, n)) scenario.joints.push_back(rod);
  return scenario;
}

}  // namespace

Scenario linkage_scenario(const std::string& name) {
  if (name == "fourbar")
    return {name,
            "four-bar, 10 s",
            testing::four_bar(testing::Closure::ball).start,
            {"crank", "rocker", "coupler"},
            duration};
  if (name == "bricard")
    return {name, "Bricard's linkage, 10 s", testing::bricard().start, numbered("hinge", 0, 4), duration};
  require(name.starts_with("ladder"), "there is no linkage '{}', but fourbar, bricard and ladderN", name);
  return ladder_scenario(name, std::stoi(name.substr(6)));
}

Scenario squeezer_scenario() {
  return {"squeezer",
          "Andrews' squeezing mechanism, 0.03 s",
          testing::squeezer().start,
          numbered("K", 1, 7),
          0.03,
          {testing::squeezer_end.begin(), testing::squeezer_end.end()}};
}

}  // namespace sarrus::bench
