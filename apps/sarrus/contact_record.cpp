#include "apps/sarrus/contact_record.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "apps/sarrus/json_number.h"
#include "apps/sarrus/text_table.h"
#include "sarrus/system/constraint_entry.h"

namespace sarrus {

namespace {

/// The size of a contact's force, normal and friction together.
double size(const ContactForce& force) { return std::hypot(force.normal, norm(force.friction)); }

nlohmann::ordered_json json_vector(const Vec3<double>& v) {
  return {json_number(v.x), json_number(v.y), json_number(v.z)};
}

}  // namespace

void ContactRecord::add(const State& state) {
  if (!chosen_.is_on()) return;
  const Array<Contact>& contacts = chosen_.contact->contacts(state);
  const Array<ContactForce>& forces = chosen_.contact->forces(state);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const auto keep = [&](double value, Largest& largest) {
      if (value > largest.value) largest = {value, state.time(), contacts[i].surface1, contacts[i].surface2};
    };
    keep(contacts[i].depth, depth_), keep(size(forces[i]), force_);
  }
}

std::string ContactRecord::pair(int surface1, int surface2) const {
  const Array<ContactSurface>& surfaces = chosen_.contact->surfaces();
  return fmt::format("'{}' and '{}'", surfaces[surface1].name, surfaces[surface2].name);
}

std::string ContactRecord::text(const State& last) const {
  if (chosen_.line.empty()) return "";
  std::string text = fmt::format("  contact      {}\n", chosen_.line);
  if (!chosen_.is_on()) return text;
  double sum = 0;
  for (const ContactForce& force : chosen_.contact->forces(last)) sum += force.normal;
  const std::size_t count = chosen_.contact->contacts(last).size();
  text += fmt::format("               {} at the end", count == 0 ? "none" : counted(count, "contact"));
  if (count > 0) text += fmt::format(", normal forces {:.6g} N in all", sum);
  text += '\n';
  if (depth_.value > 0)
    text += fmt::format("               largest depth {:.3g} mm, {}, at t = {:.4g} s\n", 1000 * depth_.value,
                        pair(depth_.surface1, depth_.surface2), depth_.time);
  if (force_.value > 0)
    text += fmt::format("               largest force {:.4g} N, {}, at t = {:.4g} s\n", force_.value,
                        pair(force_.surface1, force_.surface2), force_.time);
  return text;
}

nlohmann::ordered_json ContactRecord::json(const State& last) const {
  using Json = nlohmann::ordered_json;
  if (!chosen_.is_on()) return nullptr;
  const Array<ContactSurface>& surfaces = chosen_.contact->surfaces();
  const auto names = [&](int surface1, int surface2) {
    return Json{{"surface1", surfaces[surface1].name}, {"surface2", surfaces[surface2].name}};
  };
  const auto largest_json = [&](const Largest& largest) -> Json {
    if (!(largest.value > 0)) return nullptr;
    Json entry = names(largest.surface1, largest.surface2);
    entry["value"] = json_number(largest.value), entry["time"] = largest.time;
    return entry;
  };
  Json at_end = Json::array();
  for (std::size_t i = 0; i < chosen_.contact->contacts(last).size(); ++i) {
    const Contact& contact = chosen_.contact->contacts(last)[i];
    const ContactForce& force = chosen_.contact->forces(last)[i];
    Json entry = names(contact.surface1, contact.surface2);
    entry["depth"] = json_number(contact.depth), entry["point"] = json_vector(force.point);
    entry["force"] = json_vector(force.normal * contact.normal + force.friction);
    at_end.push_back(std::move(entry));
  }
  return {{"surfaces", surfaces.size()},
          {"at_end", std::move(at_end)},
          {"largest_depth", largest_json(depth_)},
          {"largest_force", largest_json(force_)}};
}

}  // namespace sarrus
