#include <cmath>
#include <nlohmann/json.hpp>

#include "apps/sarrus/inspect.h"
#include "apps/sarrus/json_number.h"
#include "sarrus/base/array.h"

namespace sarrus {

namespace {

using Json = nlohmann::ordered_json;

Json vector(const Vec3<double>& v) { return Json::array({v.x, v.y, v.z}); }

Json body_json(const Model& model, int b) {
  const Body& body = model.body(b);
  const bool has_mass = body.inertia.m > 0;
  const Sym3<double> I = has_mass ? body.inertia.central() : Sym3<double>::zero();
  return {{"name", body.name},
          {"parent", model.body(body.parent).name},
          {"joint", body.joint_name},
          {"type", std::string(body.joint.type_name())},
          {"mass", body.inertia.m},
          {"com", has_mass ? vector(body.inertia.com()) : Json(nullptr)},
          {"central_inertia",
           {{"xx", I.xx}, {"yy", I.yy}, {"zz", I.zz}, {"xy", I.xy}, {"xz", I.xz}, {"yz", I.yz}}}};
}

Json coordinate_json(const Coordinate& c, const LoadedJoint& data) {
  Json mimic = nullptr;
  if (data.mimic)
    mimic = {
        {"joint", data.mimic->joint}, {"multiplier", data.mimic->multiplier}, {"offset", data.mimic->offset}};
  return {{"name", c.name},
          {"unit", c.unit},
          {"lower", json_number(c.limits.lower)},
          {"upper", json_number(c.limits.upper)},
          {"start", c.default_value},
          {"speed_limit", json_number(c.limits.speed)},
          {"effort_limit", json_number(c.limits.effort)},
          {"damping", data.damping},
          {"friction", data.friction},
          {"mimic", mimic}};
}

Json report_json(const LoadReport& report) {
  const char* kinds[] = {"changed", "data", "ignored", "doubtful"};
  Json notes = Json::array();
  for (const LoadNote& note : report.notes)
    notes.push_back({{"kind", kinds[static_cast<int>(note.kind)]},
                     {"line", note.line},
                     {"where", note.where},
                     {"text", note.text},
                     {"alters", note.alters}});
  return notes;
}

}  // namespace

std::string robot_json(const LoadedModel& robot) {
  const Model& model = robot.model;
  Json bodies = Json::array(), coordinates = Json::array(), speeds = Json::array(), loops = Json::array(),
       couplings = Json::array();
  for (int b = 1; b < model.body_count(); ++b) bodies.push_back(body_json(model, b));
  const Array<LoadedJoint> data = data_of_coordinates(robot);
  for (std::size_t i = 0; i < data.size(); ++i)
    coordinates.push_back(coordinate_json(model.coordinates()[i], data[i]));
  for (const Speed& speed : model.speeds()) speeds.push_back({{"name", speed.name}, {"unit", speed.unit}});
  for (const JointDescription& loop : robot.loops)
    loops.push_back({{"name", loop.name},
                     {"type", std::string(loop.joint.type_name())},
                     {"predecessor", loop.parent},
                     {"successor", loop.child}});
  for (const Coupling& coupling : robot.couplings)
    couplings.push_back({{"name", coupling.name},
                         {"ratio", coupling.ratio},
                         {"predecessor", coupling.predecessor},
                         {"successor", coupling.successor}});
  const Json all = {{"model", model.name()},
                    {"gravity", vector(model.gravity())},
                    {"bodies", bodies},
                    {"coordinates", coordinates},
                    {"speeds", speeds},
                    {"loops", loops},
                    {"couplings", couplings},
                    {"visual_shapes", robot.visuals.size()},
                    {"collision_shapes", robot.collisions.size()},
                    {"report", report_json(robot.report)}};
  return all.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace sarrus
