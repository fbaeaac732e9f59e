#include "apps/sarrus/modes_json.h"

#include "apps/sarrus/linearization_json.h"

namespace sarrus {

namespace {

using Json = nlohmann::ordered_json;

Json to_json(const LinearMode& mode) {
  Json shape = Json::array();
  for (const std::complex<double>& x : mode.shape) shape.push_back({x.real(), x.imag()});
  return {{"eigenvalue", {mode.eigenvalue.real(), mode.eigenvalue.imag()}},
          {"frequency", mode.frequency()},
          {"damping_ratio", mode.damping_ratio()},
          {"shape", shape},
          {"participation", mode.participation}};
}

Json to_json(const BranchPoint& point) {
  Json eigenvalues = Json::array();
  for (const LinearMode& mode : point.modes)
    eigenvalues.push_back({mode.eigenvalue.real(), mode.eigenvalue.imag()});
  return {{"parameter", point.parameter},
          {"q", Array<double>(point.state.q().begin(), point.state.q().end())},
          {"growing", point.growing},
          {"eigenvalues", eigenvalues}};
}

}  // namespace

std::string modes_json(const Linearization& linear, const Array<LinearMode>& modes) {
  Json list = Json::array();
  for (const LinearMode& mode : modes) list.push_back(to_json(mode));
  Json json = to_json(linear);
  json["modes"] = std::move(list);
  return json.dump(2);
}

std::string branch_json(const EquilibriumBranch& branch) {
  Json points = Json::array(), special = Json::array();
  for (const BranchPoint& point : branch.points) points.push_back(to_json(point));
  for (const SpecialPoint& found : branch.special) {
    Json entry = to_json(found.point);
    entry["kind"] = to_string(found.kind);
    entry["after"] = found.after;
    special.push_back(std::move(entry));
  }
  return Json{{"parameter", branch.parameter},
              {"points", points},
              {"special", special},
              {"reached", branch.reached},
              {"obstacle", branch.obstacle}}
      .dump(2);
}

}  // namespace sarrus
