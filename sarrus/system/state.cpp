#include "sarrus/system/state.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "sarrus/base/array.h"
#include "sarrus/base/names.h"
#include "sarrus/model/internal/missing_inertia.h"
#include "sarrus/spatial/inertia_check.h"
#include "sarrus/spatial/internal/finite.h"
#include "sarrus/system/internal/find_entry.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/internal/non_finite.h"

namespace sarrus {

using namespace internal;

namespace {

/// True if an array already holds these values, bit by bit.
bool holds(const double* array, In<double> values) {
  return values.empty() || std::memcmp(array, values.data(), values.size() * sizeof(double)) == 0;
}

void require_inertia(const Body& body, const RigidInertia<double>& M_B) {
  const Array<std::string> faults =
      body.inertia_check == InertiaCheck::any ? inertia_number_faults(M_B) : inertia_faults(M_B);
  require(faults.empty(), "body '{}': {}", body.name, faults.empty() ? "" : faults.front());
}

/// True if an inertia resists every motion of its body.
bool resists_everything(const RigidInertia<double>& M_B) {
  return M_B.m > 0 && principal_inertia(M_B).moments.x > 0;
}

void require_frame(const Body& body, const Pose<double>& X, const char* where) {
  require(is_finite(X.p), "joint '{}': its frame on the {} cannot be at ({}, {}, {})", body.joint_name, where,
          X.p.x, X.p.y, X.p.z);
  require(distance_from_rotation(X.R) <= rotation_tolerance,
          "joint '{}': the orientation of its frame on the {} is no rotation; nearest_rotation() repairs "
          "rounded ones",
          body.joint_name, where);
}

void require_frames(const Body& body, const Pose<double>& X_PF, const Pose<double>& X_BM) {
  require_frame(body, X_PF, "parent");
  require_frame(body, X_BM, "child");
}

void require_gravity(const Vec3<double>& g) {
  require(is_finite(g), "gravity cannot be ({}, {}, {})", g.x, g.y, g.z);
}

void require_joint_parameter(const JointParameter& parameter, double value) {
  require(std::isfinite(value), "the joint parameter '{}' cannot be {}", parameter.name, value);
}

void require_finite_values(In<double> values, const char* what) {
  if (all_finite(values)) [[likely]]
    return;
  const auto bad = std::find_if(values.begin(), values.end(), [](double x) { return !std::isfinite(x); });
  fail("{}[{}] is {}; a state holds finite numbers only", what, bad - values.begin(), *bad);
}

}  // namespace

const ModelVariant& SystemLayout::variant(std::optional<RotationCoordinates> kind) const {
  if (!kind) return *as_given;
  return *kind == RotationCoordinates::quaternion ? *with_quaternions : *with_angles;
}

State::State(std::shared_ptr<const SystemLayout> layout) : layout_(std::move(layout)), system_(layout_->id) {
  const Model& model = layout_->as_given->model;
  nq_ = model.nq(), nu_ = model.nu(), nz_ = static_cast<int>(layout_->auxiliaries.size());
  y_.assign(size(nq_ + nu_ + nz_), 0.0);
  const Array<double> q = model.default_q();
  std::copy(q.begin(), q.end(), y_.begin());
  for (int i = 0; i < nz_; ++i) y_[size(nq_ + nu_ + i)] = layout_->auxiliaries[size(i)].default_value;
  for (const ParameterEntry& parameter : layout_->parameters) parameters_.push_back(parameter.default_value);
  for (const DiscreteEntry& variable : layout_->discretes) discrete_.push_back(variable.default_value);
  for (const ElementEntry& element : layout_->elements) enabled_.push_back(element.enabled ? 1 : 0);
  locks_.assign(size(nu_), MotionLevel::none);
}

State::State(const State& other)
    : layout_(other.layout_),
      system_(other.system_),
      time_(other.time_),
      nq_(other.nq_),
      nu_(other.nu_),
      nz_(other.nz_),
      y_(other.y_),
      parameters_(other.parameters_),
      model_parameters_(other.model_parameters_),
      rotation_(other.rotation_),
      discrete_(other.discrete_),
      enabled_(other.enabled_),
      locks_(other.locks_),
      locked_accelerations_(other.locked_accelerations_) {}

State& State::operator=(const State& other) {
  if (this == &other) return *this;
  const bool same_shape = layout_ == other.layout_ && rotation_ == other.rotation_;
  layout_ = other.layout_;
  system_ = other.system_;
  time_ = other.time_;
  nq_ = other.nq_, nu_ = other.nu_, nz_ = other.nz_;
  y_ = other.y_;
  parameters_ = other.parameters_;
  model_parameters_ = other.model_parameters_;
  rotation_ = other.rotation_;
  discrete_ = other.discrete_;
  enabled_ = other.enabled_;
  locks_ = other.locks_;
  locked_accelerations_ = other.locked_accelerations_;
  valid_.clear();
  if (!same_shape) computed_.clear();
  return *this;
}

State::~State() = default;

// --- Writing

void State::changed(int source) { valid_.erase(layout_->dependents[size(source)]); }

void State::set_time(double t) {
  require(std::isfinite(t), "a state's time cannot be {}; give a finite number of seconds", t);
  if (holds(&time_, In<double>(&t, 1))) return;
  time_ = t;
  changed(Source::time);
}

bool State::set_part(Source source, int first, int count, In<double> values, const char* what) {
  require(values.size() == size(count), "{} has {} entries, but this state has {}", what, values.size(),
          count);
  if (holds(y_.data() + first, values)) return false;
  require_finite_values(values, what);
  std::copy(values.begin(), values.end(), y_.begin() + first);
  changed(source);
  return true;
}

void State::set_one(Source source, int first, int count, int index, double value, const char* what) {
  require_index(index, count, what);
  require(std::isfinite(value), "{}[{}] cannot be {}; a state holds finite numbers only", what, index, value);
  double& variable = y_[size(first + index)];
  if (holds(&variable, In<double>(&value, 1))) return;
  variable = value;
  changed(source);
}

void State::set_q(In<double> q) { set_part(Source::q, 0, nq_, q, "q"); }
void State::set_u(In<double> u) { set_part(Source::u, nq_, nu_, u, "u"); }
void State::set_z(In<double> z) { set_part(Source::z, nq_ + nu_, nz_, z, "z"); }
void State::set_q(int i, double value) { set_one(Source::q, 0, nq_, i, value, "q"); }
void State::set_u(int i, double value) { set_one(Source::u, nq_, nu_, i, value, "u"); }
void State::set_z(int i, double value) { set_one(Source::z, nq_ + nu_, nz_, i, value, "z"); }

In<double> State::y() const {
  note(Source::q), note(Source::u), note(Source::z);
  return y_;
}

void State::set_y(In<double> y) {
  require(y.size() == y_.size(), "y has {} entries, but this state has {}", y.size(), y_.size());
  require_finite_values(y, "y");
  // What was computed from the positions alone stays valid if only speeds change.
  const auto set_if_other = [&](Source source, int first, int count) {
    const In<double> values(y.data() + first, size(count));
    if (holds(y_.data() + first, values)) return;
    std::copy(values.begin(), values.end(), y_.begin() + first);
    changed(source);
  };
  set_if_other(Source::q, 0, nq_);
  set_if_other(Source::u, nq_, nu_);
  if (nz_ > 0) set_if_other(Source::z, nq_ + nu_, nz_);
}

void State::set(Parameter p, double value) {
  require_own(p.system, p.index, parameters_.size(), "parameter");
  const ParameterEntry& entry = layout_->parameters[size(p.index)];
  entry.range.check(entry.name, value, entry.unit);
  parameters_[size(p.index)] = value;
  changed(p.source);
}

void State::set_discrete(int index, int source, std::shared_ptr<const void> value) {
  discrete_[size(index)] = std::move(value);
  changed(source);
}

void State::update_discrete_variables() {
  Array<std::pair<int, std::shared_ptr<const void>>> updates;  // all computed before the first is set
  for (std::size_t i = 0; i < layout_->discretes.size(); ++i) {
    const DiscreteEntry& variable = layout_->discretes[i];
    if (variable.update >= 0)
      updates.emplace_back(static_cast<int>(i), variable.take(computed(variable.update)));
  }
  for (auto& [index, value] : updates)
    set_discrete(index, layout_->discretes[size(index)].source, std::move(value));
}

void State::set_enabled(ElementId element, bool enabled) {
  require_own(element.system, element.index, enabled_.size(), "element");
  enabled_[size(element.index)] = enabled ? 1 : 0;
  changed(element.source);
}

void State::lock(int body, MotionLevel level, In<double> accelerations) {
  const Body& joint = model().body(body);
  require(body > 0, "the world has no joint that could be locked");
  require(accelerations.empty() || level == MotionLevel::acceleration,
          "accelerations are given for the lock of joint '{}', which is not a lock at acceleration level",
          joint.joint_name);
  if (!accelerations.empty()) {
    require_size(accelerations, joint.nu, "accelerations", "speeds of the joint");
    require(all_finite(accelerations),
            "an acceleration at which joint '{}' is to be held is not a finite number", joint.joint_name);
  }
  for (int k = 0; k < joint.nu; ++k)
    set_lock(joint.u0 + k, level, accelerations.empty() ? 0.0 : accelerations[k]);
  changed(Source::locks);
}

void State::lock_speed(int speed, MotionLevel level, double acceleration) {
  require(speed >= 0 && speed < nu_, "there is no speed {} that could be locked; this state has {}", speed,
          nu_);
  const std::string& name = model().speeds()[size(speed)].name;
  require(acceleration == 0 || level == MotionLevel::acceleration,
          "an acceleration is given for the lock of speed '{}', which is not a lock at acceleration level",
          name);
  require(std::isfinite(acceleration), "speed '{}' cannot be held at the acceleration {}", name,
          acceleration);
  set_lock(speed, level, acceleration);
  changed(Source::locks);
}

void State::set_lock(int speed, MotionLevel level, double acceleration) {
  locks_[size(speed)] = level;
  if (level == MotionLevel::acceleration) {
    locked_accelerations_.resize(size(nu_), 0.0);
    locked_accelerations_[size(speed)] = acceleration;
  }
  if (level == MotionLevel::position) set_u(speed, 0.0);
}

MotionLevel State::lock_level(int body) const {
  note(Source::locks);
  const Body& joint = layout_->as_given->model.body(body);
  if (joint.nu == 0) return MotionLevel::none;
  const MotionLevel level = locks_[size(joint.u0)];
  for (int k = joint.u0; k < joint.u0 + joint.nu; ++k)
    if (locks_[size(k)] != level) return MotionLevel::none;
  return level;
}

// --- The mechanism

int State::coordinate_number(std::string_view name) const {
  return layout_->variant(rotation_).model.coordinate_number(name);
}
int State::speed_number(std::string_view name) const {
  return layout_->variant(rotation_).model.speed_number(name);
}
int State::body_number(std::string_view name) const { return layout_->as_given->model.body_number(name); }
int State::joint_body(std::string_view joint) const { return layout_->as_given->model.joint_body(joint); }
ElementId State::element_of(std::string_view name) const {
  return layout_->element(find_entry(layout_->elements, name, "element"));
}
Parameter State::parameter_of(std::string_view name) const {
  return layout_->parameter(find_entry(layout_->parameters, name, "parameter"));
}

const Model& State::model() const { return note(Source::model), layout_->variant(rotation_).model; }

const Tree<double>& State::tree() const {
  if (model_parameters_) return (*this)[layout_->own_tree];
  return note(Source::model), layout_->variant(rotation_).tree;
}

const Parameters<double>& State::model_parameters() const {
  note(Source::model);
  return model_parameters_ ? *model_parameters_ : layout_->as_given->tree.parameters();
}

/// The model parameters for writing: copied first if they are shared or the model's own.
Parameters<double>& State::own_parameters() {
  if (model_parameters_ == nullptr || model_parameters_.use_count() > 1)
    model_parameters_ = std::make_shared<Parameters<double>>(model_parameters());
  changed(Source::model);
  return const_cast<Parameters<double>&>(*model_parameters_);  // made here, never const
}

void State::set_model_parameters(const Parameters<double>& parameters) {
  const Parameters<double>& mine = model_parameters();
  require(parameters.inertia.size() == mine.inertia.size() && parameters.X_PF.size() == mine.X_PF.size() &&
              parameters.X_BM.size() == mine.X_BM.size() && parameters.joint.size() == mine.joint.size(),
          "parameters of {} bodies and {} joint parameters were given, but the model has {} and {}",
          parameters.inertia.size(), parameters.joint.size(), mine.inertia.size(), mine.joint.size());
  require_gravity(parameters.gravity);
  const Model& of = model();
  for (std::size_t b = 1; b < parameters.inertia.size(); ++b) {
    require_inertia(of.bodies()[b], parameters.inertia[b]);
    require_frames(of.bodies()[b], parameters.X_PF[b], parameters.X_BM[b]);
  }
  for (std::size_t i = 0; i < parameters.joint.size(); ++i)
    require_joint_parameter(of.joint_parameters()[i], parameters.joint[i]);
  own_parameters() = parameters;
}

void State::set_inertia(int body, const RigidInertia<double>& M_B) {
  const Body& checked = model().body(body);
  require(body > 0, "the world has no inertia");
  require_inertia(checked, M_B);
  if (!resists_everything(M_B)) require_resistance(body, M_B);
  own_parameters().inertia[size(body)] = M_B;
}

/// Refuses an inertia that leaves a joint without resistance. Constraints may provide it: if there are any,
/// the check is left to evaluations.
void State::require_resistance(int body, const RigidInertia<double>& M_B) const {
  if (!layout_->constraints.empty() || model().body(body).inertia_check == InertiaCheck::any) return;
  Parameters<double> changed = model_parameters();
  changed.inertia[size(body)] = M_B;
  const Array<int> speeds =
      find_speeds_without_inertia(model(), changed, [&](int k) { return needs_no_inertia(*this, k); });
  require(
      speeds.empty(),
      "the inertia of body '{}' cannot be set like this: {}; or lock the joint or prescribe its motion first",
      model().body(body).name, join(describe_missing_inertia(model(), speeds), "; "));
}

void State::set_mass(int body, double mass) {
  const RigidInertia<double>& now =
      model_parameters().inertia[size(model().body(body).parent >= 0 ? body : 0)];
  require(std::isfinite(mass) && mass >= 0, "body '{}': a mass cannot be {} kg", model().body(body).name,
          mass);
  require(now.m > 0, "body '{}' has no mass that could be scaled to {} kg; set its whole inertia",
          model().body(body).name, mass);
  set_inertia(body, (mass / now.m) * now);
}

void State::set_joint_frames(int body, const Pose<double>& X_PF, const Pose<double>& X_BM) {
  require(body > 0 && body < model().body_count(),
          "there is no joint of body {}; the model has bodies 1 to {}", body, model().body_count() - 1);
  require_frames(model().body(body), X_PF, X_BM);
  Parameters<double>& parameters = own_parameters();
  parameters.X_PF[size(body)] = X_PF;
  parameters.X_BM[size(body)] = X_BM;
}

void State::set_joint_parameter(int number, double value) {
  const Array<JointParameter>& all = model().joint_parameters();
  require(number >= 0 && size(number) < all.size(), "there is no joint parameter {}; the model has {}",
          number, all.size());
  require_joint_parameter(all[size(number)], value);
  own_parameters().joint[size(number)] = value;
}

void State::set_gravity(const Vec3<double>& g) {
  require_gravity(g);
  own_parameters().gravity = g;
}

void State::set_rotation_coordinates(RotationCoordinates kind) {
  const Model& from = model();
  const Model& to = layout_->variant(kind).model;
  const Array<double> q = convert_coordinates(from, In<double>(y_.data(), nq_), to);
  Array<double> y(q.begin(), q.end());
  y.insert(y.end(), y_.begin() + nq_, y_.end());
  y_ = std::move(y);
  nq_ = to.nq();
  rotation_ = kind;
  computed_.clear();
  valid_.clear();
}

// --- Computed quantities

void State::refuse_handle(int system, const char* what) const {
  require(system != 0, "the {} that was asked for was never declared: its handle is empty", what);
  require(system == system_,
          "the {} that was asked for belongs to another system than this state of model '{}'; take handles "
          "from the System that the state comes from, or from its builder",
          what, layout_->as_given->model.name());
  fail("the {} that was asked for was declared after the system of this state was built; build it again",
       what);
}

void State::refuse_index(int index, int count, const char* what) {
  fail("there is no {}[{}]; this state has {} of them", what, index, count);
}

long State::evaluations(int quantity) const {
  require_index(quantity, static_cast<int>(layout_->quantities.size()), "quantity");
  return computed_.empty() ? 0 : computed_[size(quantity)].evaluations;
}

void State::refuse_source(int source) const {
  refuse_read(fmt::format("'{}'", layout_->source_names[size(source)]));
}

void State::refuse_quantity(int quantity) const {
  require_index(quantity, static_cast<int>(layout_->quantities.size()), "quantity");
  refuse_read(fmt::format("the quantity '{}'", layout_->quantities[size(quantity)].name));
}

void State::refuse_read(const std::string& read) const {
  throw UndeclaredRead(
      fmt::format(
          "the quantity '{}' reads {} without having declared it: its value would not follow changes; "
          "add it to what the quantity reads",
          layout_->quantities[size(reader_.quantity)].name, read),
      reader_.quantity, read);
}

void State::compute(int quantity) const {
  if (size(quantity) >= layout_->quantities.size()) [[unlikely]]
    refuse_handle(system_, "quantity");
  require(!frozen_,
          "a force that runs on a thread of its own reads the quantity '{}' without having declared it; add "
          "it to what the force reads",
          layout_->quantities[size(quantity)].name);
  const QuantityEntry& entry = layout_->quantities[size(quantity)];
  struct Turn {  // sets the reader until the end of this call
    Turn(Reader& now, const Reader& next) : now_(now), before_(std::exchange(now, next)) {}
    ~Turn() { now_ = before_; }
    Reader& now_;
    Reader before_;
  } turn(reader_, {quantity, &entry.sources, &entry.quantities});

  if (computed_.empty()) {
    computed_.resize(layout_->quantities.size());
    valid_ = IndexSet(static_cast<int>(layout_->quantities.size()));
  }
  Computed& computed = computed_[size(quantity)];
  if (computed.value == nullptr) computed.value = entry.make(*this);
  entry.compute(*this, computed.value.get());
  ++computed.evaluations;
  valid_.insert(quantity);
}

}  // namespace sarrus
