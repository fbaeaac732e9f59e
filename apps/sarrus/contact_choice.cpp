#include "apps/sarrus/contact_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "apps/sarrus/text_table.h"
#include "sarrus/base/names.h"

namespace sarrus {

namespace {

constexpr const char* base_height = "root_joint.z";

std::string material_list() {
  std::string text;
  for (const std::string& name : contact_material_names()) text.append(name).append(", ");
  return text + "off";
}

void take_material(const std::string& text, ContactChoice& to) {
  Array<std::string> names = contact_material_names();
  names.push_back("off");
  const std::string near = nearest_name(text.substr(0, 40), names);
  require_usage(std::find(names.begin(), names.end(), text) != names.end(),
                "--contact {}: there is no such material; {}", text.empty() ? "''" : text,
                near.empty() ? "give one of these: " + material_list() : "did you mean '" + near + "'?");
  to.material = text;
}

void take_ground(const std::string& text, ContactChoice& to) {
  if (text != "off") to.height = parse_number("--ground", text, "a height in meters, or off");
  to.ground = text;
}

/// The SRDF file of a run: the one that is given, or the one beside the model file with its name; or none.
std::string srdf_file(const ContactChoice& choice, const LoadedModel& robot) {
  if (choice.srdf == "off") return "";
  if (!choice.srdf.empty()) return choice.srdf;
  const std::filesystem::path beside = std::filesystem::path(robot.report.file).replace_extension(".srdf");
  std::error_code no_such_file;
  return std::filesystem::is_regular_file(beside, no_such_file) ? beside.string() : "";
}

/// True if something of the model can fall.
bool has_free_body(const Model& model) {
  return std::any_of(model.bodies().begin(), model.bodies().end(),
                     [](const Body& body) { return body.nu == 6; });
}

/// How far the deepest surface is below the ground.
double depth_below(const State& state, const CompliantContact& contact, int ground) {
  double deepest = 0;
  for (int i = 0; i < ground; ++i) deepest = std::max(deepest, -contact.distance(state, i, ground).distance);
  return deepest;
}

std::string note_on_overlap(const State& state, const CompliantContact& contact, bool is_rigid) {
  constexpr double much = 1e-3;  // [m]
  const Array<Contact>& contacts = contact.contacts(state);
  const auto deepest = std::max_element(contacts.begin(), contacts.end(),
                                        [](const Contact& a, const Contact& b) { return a.depth < b.depth; });
  if (deepest == contacts.end() || deepest->depth < much) return "";
  return fmt::format(
      "note: '{}' and '{}' overlap by {:.3g} m at the start and will be {} apart; --set other "
      "coordinates, or give --contact off\n",
      contact.surfaces()[deepest->surface1].name, contact.surfaces()[deepest->surface2].name, deepest->depth,
      is_rigid ? "moved" : "thrown");
}

}  // namespace

void add_contact_options(Command& command, ContactChoice& choice) {
  command
      .option("--contact", "MATERIAL|off",
              "contact of collision shapes with each other and the ground: " + material_list() +
                  " (on unless the base is fixed)",
              [&choice](const std::string& text) { take_material(text, choice); })
      .option("--ground", "HEIGHT|off", "height of the ground in meters (default: 0)",
              [&choice](const std::string& text) { take_ground(text, choice); })
      .option(
          "--srdf", "FILE|off",
          "links that do not touch each other (default: the .srdf file beside the model, if there is one)",
          choice.srdf);
}

ChosenContact add_contact(SystemBuilder& builder, const LoadedModel& robot, const ContactChoice& choice) {
  require_usage(!choice.is_off() || choice.ground.empty(),
                "--ground {}: without contact there is no ground; leave --contact off out", choice.ground);
  require_usage(!choice.is_off() || choice.srdf.empty(),
                "--srdf {}: without contact nothing is filtered; leave --contact off out", choice.srdf);
  const std::string shapes = counted(robot.collisions.size(), "collision shape");
  if (choice.is_off()) return {.line = robot.collisions.empty() ? "" : "off"};
  if (robot.collisions.empty()) {
    require(
        !choice.is_given(),
        "--{}: '{}' has no collision shapes; give its links <collision> elements, or leave the option out",
        !choice.material.empty() ? "contact " + choice.material
        : choice.ground.empty()  ? "srdf " + choice.srdf
                                 : "ground " + choice.ground,
        robot.model.name());
    return {};
  }
  if (!choice.is_given() && !has_free_body(robot.model))
    return {.line =
                fmt::format("off, as the base is fixed; --contact default switches it on for {}", shapes)};

  const std::string material = choice.material.empty() ? "default" : choice.material;
  const std::string srdf = srdf_file(choice, robot);
  LoadedContact loaded = load_contact(robot, {.material = contact_material(material),
                                              .ground = choice.ground != "off",
                                              .ground_height = choice.height,
                                              .srdf = srdf.empty() ? SrdfFilter{} : read_srdf(srdf)});
  ChosenContact chosen{.contact = loaded.contact, .ground = choice.height};
  for (const std::string& note : loaded.notes) chosen.notes += fmt::format("note: {}\n", note);
  if (loaded.contact == nullptr) {
    chosen.line = robot.collisions.size() == 1 ? "off: the collision shape cannot be used"
                                               : fmt::format("off: none of the {} can be used", shapes);
    return chosen;
  }
  chosen.element = builder.add_force("contact", loaded.contact);
  const bool has_ground = choice.ground != "off";
  chosen.line = fmt::format("material '{}'; {}{}{}", material,
                            counted(loaded.contact->surfaces().size() - (has_ground ? 1 : 0), "shape"),
                            has_ground ? fmt::format(" and the ground at z = {:g} m", choice.height) : "",
                            srdf.empty() ? "" : fmt::format("; pairs of {} left out", srdf));
  return chosen;
}

std::string place_on_ground(State& state, const ChosenContact& chosen, const InitialState& given,
                            bool is_rigid) {
  if (!chosen.is_on()) return "";
  const int last = static_cast<int>(chosen.contact->surfaces().size()) - 1;
  const bool has_ground = std::holds_alternative<HalfSpaceShape>(chosen.contact->surfaces()[last].shape);
  const auto is_placed = [&] {
    return !given.file.empty() ||
           std::any_of(given.set.begin(), given.set.end(), [](const std::string& text) {
             return text.starts_with(std::string(base_height) + "=");
           });
  };
  const auto& coordinates = state.model().coordinates();
  const bool is_free = std::any_of(coordinates.begin(), coordinates.end(), [](const Coordinate& coordinate) {
    return coordinate.name == base_height;
  });
  std::string note;
  if (has_ground && is_free && !is_placed()) {
    if (const double depth = depth_below(state, *chosen.contact, last); depth > 0) {
      state.set_q(base_height, state.q(base_height) + depth);
      note = fmt::format(
          "note: the model was raised by {:.4g} m to stand on the ground; --set {}=HEIGHT places it\n", depth,
          base_height);
    }
  }
  return note + note_on_overlap(state, *chosen.contact, is_rigid);
}

}  // namespace sarrus
