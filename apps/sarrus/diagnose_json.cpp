#include <nlohmann/json.hpp>

#include "apps/sarrus/diagnose.h"
#include "sarrus/base/array.h"

namespace sarrus {

namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Array<NamedAmount>& terms) {
  Json object = Json::object();
  for (const NamedAmount& term : terms) object[term.name] = term.amount;
  return object;
}

Json to_json(const ConstraintCluster& cluster) {
  Json motions = Json::array();
  for (const auto& motion : cluster.motions) motions.push_back(to_json(motion));
  return {{"constraints", cluster.constraints},
          {"joints", cluster.joints},
          {"speeds", cluster.speeds},
          {"rows", cluster.rows},
          {"independent_rows", cluster.independent_rows},
          {"generic_rows", cluster.generic_rows},
          {"loops", cluster.loops},
          {"distance_from_singular", cluster.distance_from_singular},
          {"is_singular", cluster.is_singular()},
          {"weakest_motion", to_json(cluster.weakest_motion)},
          {"motions", motions}};
}

Json to_json(const RedundantGroup& group) {
  Json rows = Json::array();
  for (const DependentRow& row : group.rows)
    rows.push_back({{"row", row.row}, {"follows_from", to_json(row.follows_from)}});
  return {{"constraints", group.constraints}, {"rows", rows}};
}

Json to_json(const AssemblyConflict& part) {
  const char* kinds[] = {"constraint", "range", "held"};
  const char* levels[] = {"none", "acceleration", "velocity", "position"};
  return {{"kind", kinds[static_cast<int>(part.kind)]},
          {"name", part.name},
          {"amount", part.amount},
          {"level", levels[static_cast<int>(part.level)]}};
}

template <class Item>
Json list(const Array<Item>& items) {
  Json array = Json::array();
  for (const Item& item : items) array.push_back(to_json(item));
  return array;
}

}  // namespace

std::string diagnosis_json(const Diagnosis& d) {
  const char* healths[] = {"healthy", "remarks", "faults"};
  const Json all = {{"model", d.model},
                    {"health", healths[static_cast<int>(d.health())]},
                    {"bodies", d.bodies},
                    {"speeds", d.speeds},
                    {"held_speeds", d.held_speeds},
                    {"constraints", d.constraints},
                    {"rows", d.rows},
                    {"independent_rows", d.independent_rows},
                    {"mobility", d.mobility()},
                    {"generic_mobility", d.generic_mobility()},
                    {"loops", d.loops()},
                    {"position_error", d.position_error},
                    {"is_assembled", d.is_assembled},
                    {"opposing", list(d.opposing)},
                    {"clusters", list(d.clusters)},
                    {"redundant", list(d.redundant)},
                    {"immobile_bodies", d.immobile_bodies},
                    {"pausing_bodies", d.pausing_bodies},
                    {"massless_joints", d.massless_joints},
                    {"badly_scaled", d.badly_scaled},
                    {"sentences", d.sentences()}};
  return all.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace sarrus
