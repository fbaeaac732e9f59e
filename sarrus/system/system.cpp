#include "sarrus/system/system.h"

#include <fmt/format.h>
#include <vector>

#include <algorithm>
#include <cmath>
#include <map>

#include "sarrus/base/array.h"
#include "sarrus/base/names.h"
#include "sarrus/system/constraint_entry.h"
#include "sarrus/system/internal/constraint_quantities.h"
#include "sarrus/system/internal/find_entry.h"
#include "sarrus/system/internal/layout_draft.h"
#include "sarrus/system/internal/planar_mechanism.h"
#include "sarrus/system/internal/system_quantities.h"

namespace sarrus {

using namespace internal;

namespace {

/// An addition to a draft; unless it is kept, the destructor undoes it.
class Attempt {
 public:
  explicit Attempt(LayoutDraft& draft) : draft_(draft), before_(draft.mark()) {}
  ~Attempt() {
    if (!kept_) draft_.go_back(before_);
  }
  Attempt(const Attempt&) = delete;
  Attempt& operator=(const Attempt&) = delete;
  void keep() { kept_ = true; }

 private:
  LayoutDraft& draft_;
  LayoutDraft::Mark before_;
  bool kept_ = false;
};

void require_positive(double value, std::string_view what) {
  require(std::isfinite(value) && value > 0, "{} cannot be {}; give a positive number", what, value);
}

/// Throws an Error if position rows depend on speeds through their declared dependencies.
void refuse_positions_that_read_speeds(const SystemLayout& layout) {
  constexpr int speeds = static_cast<int>(Source::u);
  for (const auto& entry : layout.constraints) {
    if (entry->shape.position_rows == 0) continue;
    for (const Dependency& read : entry->shape.reads) {
      const bool depends = read.is_quantity() ? layout.quantities[read.quantity()].sources.contains(speeds)
                                              : read.source() == speeds;
      require(!depends,
              "the constraint '{}' has rows of positions and reads {}, which depends on speeds; if only its "
              "drifts and biases need it, name it among rates_read, otherwise make them rows of velocities",
              layout.elements[entry->id.index].name,
              read.is_quantity() ? "'" + layout.quantities[read.quantity()].name + "'" : "the speeds");
    }
  }
}

}  // namespace

// --- System

System::System(const Model& model) : System(SystemBuilder(model).build()) {}

const Model& System::model() const { return layout_->as_given->model; }
const SystemQuantities& System::quantities() const { return layout_->system; }

ElementId System::element(std::string_view name) const {
  return layout_->element(find_entry(layout_->elements, name, "element"));
}

Parameter System::parameter(std::string_view name) const {
  return layout_->parameter(find_entry(layout_->parameters, name, "parameter"));
}

const ForceElement& System::force_element(std::string_view name) const {
  const int index = element(name).index;
  for (std::size_t i = 0; i < layout_->forces.size(); ++i)
    if (layout_->force_ids[i].index == index) return *layout_->forces[i];
  fail("the element '{}' is not a force", name);
}

const ConstraintEntry& System::constraint_entry(std::string_view name) const {
  const int index = element(name).index;
  for (const auto& entry : layout_->constraints)
    if (entry->id.index == index) return *entry;
  fail("the element '{}' is not a constraint", name);
}

const Constraint& System::constraint_element(std::string_view name) const {
  return *constraint_entry(name).element;
}

Array<std::string> System::constraints() const {
  Array<std::string> names;
  for (const auto& entry : layout_->constraints) names.push_back(layout_->name_of(entry->id));
  return names;
}

Array<std::string> System::forces() const {
  Array<std::string> names;
  for (const ElementId id : layout_->force_ids) names.push_back(layout_->name_of(id));
  return names;
}

// --- SystemBuilder

struct SystemBuilder::Draft {
  LayoutDraft draft;
  Declaration own;
  Array<std::vector<Dependency>> force_reads;
  int force_threads = 1;
  double characteristic_length = 1;
  std::map<int, double> unit_changes;  // of speeds, as given
  struct UnitError {
    std::string constraint;
    int row;  // −1: all
    double error;
  };
  Array<UnitError> unit_errors;  // as given

  Draft() : own(draft, "", {}) {}

  void settle_units(SystemLayout& layout) const;
};

/// Sets the unit changes of speeds and the unit errors of constraint rows.
void SystemBuilder::Draft::settle_units(SystemLayout& layout) const {
  const auto size_of = [&](ErrorUnit unit) { return unit == ErrorUnit::length ? characteristic_length : 1; };
  layout.speed_unit_changes.clear();
  for (const auto& speed : layout.as_given->model.speeds())
    layout.speed_unit_changes.push_back(size_of(error_unit_of(speed.unit)));
  for (const auto& [speed, change] : unit_changes) layout.speed_unit_changes[speed] = change;
  for (auto& shared : layout.constraints) {
    ConstraintEntry entry = *shared;
    for (int i = 0; i < entry.shape.rows(); ++i) entry.unit_errors.push_back(size_of(entry.shape.unit(i)));
    for (const UnitError& given : unit_errors)
      if (given.constraint == layout.elements[entry.id.index].name)
        for (int i = 0; i < entry.shape.rows(); ++i)
          if (given.row < 0 || given.row == i) entry.unit_errors[i] = given.error;
    shared = std::make_shared<const ConstraintEntry>(std::move(entry));
  }
}

SystemBuilder::SystemBuilder(const Model& model) : draft_(std::make_unique<Draft>()) {
  SystemLayout& layout = draft_->draft.layout;
  layout.as_given = std::make_shared<const ModelVariant>(model);
  layout.with_quaternions = std::make_shared<const ModelVariant>(model.with(RotationCoordinates::quaternion));
  layout.with_angles = std::make_shared<const ModelVariant>(model.with(RotationCoordinates::euler));
  layout.plane = plane_of(model);
  declare_system_quantities(draft_->draft);
  layout.gravity = add("gravity", Gravity{});
}

SystemBuilder::~SystemBuilder() = default;
SystemBuilder::SystemBuilder(SystemBuilder&&) noexcept = default;
SystemBuilder& SystemBuilder::operator=(SystemBuilder&&) noexcept = default;

const Model& SystemBuilder::model() const { return draft_->draft.layout.as_given->model; }
const SystemQuantities& SystemBuilder::quantities() const { return draft_->draft.layout.system; }
Declaration& SystemBuilder::declare() { return draft_->own; }

ElementId SystemBuilder::add_force(const std::string& name, std::shared_ptr<ForceElement> element) {
  require(!name.empty(), "every force needs a name");
  Attempt attempt(draft_->draft);
  const ElementId id = draft_->draft.add_element(name);
  Declaration declaration(draft_->draft, name + ".", id);
  std::vector<Dependency> reads = element->declare(declaration);
  reads.insert(reads.end(), declaration.own().begin(), declaration.own().end());
  reads.push_back(id);
  draft_->force_reads.push_back(std::move(reads));
  draft_->draft.layout.forces.push_back(std::move(element));
  draft_->draft.layout.force_ids.push_back(id);
  attempt.keep();
  return id;
}

ElementId SystemBuilder::add_constraint(const std::string& name, std::shared_ptr<Constraint> element) {
  require(!name.empty(), "every constraint needs a name");
  Attempt attempt(draft_->draft);
  if (draft_->draft.layout.constraints.empty())
    draft_->draft.layout.stabilization_time =
        Declaration(draft_->draft, "constraints.", {})
            .declare_parameter("stabilization_time", 0, "s", ParameterRange::at_least(0));
  const ElementId id = draft_->draft.add_element(name);
  Declaration declaration(draft_->draft, name + ".", id);
  ConstraintEntry entry{nullptr, id, element->declare(declaration)};
  require(entry.shape.rows() > 0, "the constraint '{}' has no rows", name);
  require(entry.shape.units.size() <= 1 || static_cast<int>(entry.shape.units.size()) == entry.shape.rows(),
          "the constraint '{}' names units of {} rows and has {}; name none, one for all or one per row",
          name, entry.shape.units.size(), entry.shape.rows());
  entry.shape.reads.insert(entry.shape.reads.end(), declaration.own().begin(), declaration.own().end());
  entry.parameters = declaration.own_parameters();
  if (!entry.shape.frames.empty())
    entry.frames.push_back(declaration.discrete<Pose<double>>("F", entry.shape.F.X_BF));
  for (std::size_t i = 0; i < entry.shape.frames.size(); ++i)
    entry.frames.push_back(declaration.discrete<Pose<double>>(i == 0 ? "M" : fmt::format("M{}", i + 1),
                                                              entry.shape.frames[i].X_BF));
  entry.element = std::move(element);
  draft_->draft.layout.constraints.push_back(std::make_shared<const ConstraintEntry>(std::move(entry)));
  attempt.keep();
  return id;
}

ElementId SystemBuilder::prescribe(const std::string& name, std::string_view joint, MotionLevel level,
                                   Array<Function> functions) {
  const Body& body = model().body(model().joint_body(joint));
  require(level != MotionLevel::none,
          "the prescribed motion '{}' needs a level: position, velocity or acceleration", name);
  const int wanted = level == MotionLevel::position ? body.nq : body.nu;
  require(static_cast<int>(functions.size()) == wanted,
          "the prescribed motion '{}' has {} functions, but joint '{}' has {} {}", name, functions.size(),
          joint, wanted, level == MotionLevel::position ? "coordinates" : "speeds");
  for (const Function& function : functions)
    require(function.arguments() == 1,
            "a function of the prescribed motion '{}' takes {} arguments instead of time", name,
            function.arguments());
  const ElementId id = draft_->draft.add_element(name);
  draft_->draft.layout.motions.push_back({model().joint_body(joint), level, std::move(functions), id});
  return id;
}

ElementId SystemBuilder::prescribe_speed(const std::string& name, Mobility on, MotionLevel level,
                                         const Function& of_time) {
  require(of_time.arguments() == 1,
          "the function of the prescribed motion '{}' takes {} arguments instead of time", name,
          of_time.arguments());
  return prescribe_speed(name, std::move(on), level, {Source::time}, [of_time](const State& state) {
    const double t = state.time();
    MotionValue motion;
    of_time.evaluate(&t, motion.value, &motion.rate, &motion.second_rate);
    return motion;
  });
}

ElementId SystemBuilder::prescribe_speed(const std::string& name, Mobility on, MotionLevel level,
                                         std::vector<Dependency> reads, SpeedMotion motion) {
  require(level != MotionLevel::none,
          "the prescribed motion '{}' needs a level: position, velocity or acceleration", name);
  require(motion != nullptr, "the prescribed motion '{}' has no function", name);
  const ElementId id = draft_->draft.add_element(name);
  const Declaration declaration(draft_->draft, name + ".", id);
  on.find(declaration);
  if (level == MotionLevel::position) on.require_coordinate(declaration);
  const Body& body = model().body(on.body());
  draft_->draft.layout.motions.push_back(
      {on.body(), level, {}, id, on.number() - body.u0, std::move(motion), std::move(reads)});
  return id;
}

SystemBuilder& SystemBuilder::force_threads(int threads) {
  require(threads >= 1 && threads <= 1024, "{} threads for forces were asked for; give 1 to 1024", threads);
  draft_->force_threads = threads;
  return *this;
}

SystemBuilder& SystemBuilder::unit_change(std::string_view speed, double change) {
  require_positive(change, fmt::format("a unit change of the speed '{}'", speed));
  draft_->unit_changes[model().speed_number(speed)] = change;
  return *this;
}

SystemBuilder& SystemBuilder::characteristic_length(double length) {
  require_positive(length, "the characteristic length of a system");
  draft_->characteristic_length = length;
  return *this;
}

SystemBuilder& SystemBuilder::characteristic_time(double time) {
  require_positive(time, "the characteristic time of a system");
  draft_->draft.layout.characteristic_time = time;
  return *this;
}

SystemBuilder& SystemBuilder::unit_error(std::string_view constraint, double error) {
  return unit_error(constraint, -1, error);
}

SystemBuilder& SystemBuilder::unit_error(std::string_view constraint, int row, double error) {
  require_positive(error, fmt::format("a unit error of the constraint '{}'", constraint));
  const SystemLayout& layout = draft_->draft.layout;
  const int index = find_entry(layout.elements, constraint, "constraint");
  const auto found = std::find_if(layout.constraints.begin(), layout.constraints.end(),
                                  [&](const auto& entry) { return entry->id.index == index; });
  require(found != layout.constraints.end(), "the element '{}' is not a constraint", constraint);
  const int rows = (*found)->shape.rows();
  require(row >= -1 && row < rows, "the constraint '{}' has {} rows, counted from 0; there is no row {}",
          constraint, rows, row);
  draft_->unit_errors.push_back({std::string(constraint), row, error});
  return *this;
}

SystemBuilder& SystemBuilder::disable(ElementId element) {
  draft_->draft.require_own(element, "element that is to be disabled");
  draft_->draft.layout.elements[element.index].enabled = false;
  return *this;
}

Quantity<double> SystemBuilder::quantity(const std::string& name, const std::vector<Dependency>& reads,
                                         std::function<double(const State&)> compute) {
  return declare().quantity<double>(
      name, reads, 0.0,
      [compute = std::move(compute)](const State& state, double& value) { value = compute(state); });
}
Quantity<double> SystemBuilder::on_crossing(const std::string& name, const std::vector<Dependency>& reads,
                                            std::function<double(const State&)> compute, Crossing direction,
                                            EventHandler handle, double window) {
  const Quantity<double> witness = quantity(name, reads, std::move(compute));
  add(sarrus::on_crossing(name, witness, direction, std::move(handle), window));
  return witness;
}
void SystemBuilder::add(Event event) { declare().event(std::move(event)); }

System SystemBuilder::build() const {
  LayoutDraft draft = draft_->draft;
  connect_system_quantities(draft, draft_->force_reads, draft_->force_threads);
  connect_constraint_quantities(draft);
  draft_->settle_units(draft.layout);
  draft.close();
  refuse_positions_that_read_speeds(draft.layout);
  System system;
  system.layout_ = std::make_shared<const SystemLayout>(std::move(draft.layout));
  return system;
}

}  // namespace sarrus
