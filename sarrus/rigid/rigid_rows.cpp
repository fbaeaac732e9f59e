#include "sarrus/rigid/rigid_rows.h"

#include <algorithm>
#include <cmath>

#include "sarrus/dynamics/jacobian.h"
#include "sarrus/system/responses.h"

namespace sarrus {

namespace {

/// Two unit vectors that form a right-handed frame with n.
std::array<Vec3<double>, 2> find_tangents(const Vec3<double>& n) {
  const Vec3<double> away = std::abs(n.x) < 0.6 ? Vec3<double>{1, 0, 0} : Vec3<double>{0, 1, 0};
  const Vec3<double> across = cross(n, away), t1 = (1 / norm(across)) * across;
  return {t1, cross(n, t1)};
}

void check_restitution(double e) {
  require(e >= 0 && e <= 1, "the restitution of a contact or stop cannot be {}; give a number from 0 to 1",
          e);
}

}  // namespace

void RigidRows::begin(const State& state, double h, In<double> free_speeds, double margin) {
  state_ = &state;
  position_ = &position(state);
  h_ = h;
  margin_ = margin;
  groups_.clear(), speeds_.clear(), entries_.clear(), parts_.clear(), loads_.clear();
  body1_ = body2_ = -1;
  free_speeds_.assign(free_speeds.begin(), free_speeds.end());
  motions_.clear(), reaches_.clear();
}

void RigidRows::add_motions(In<double> v, Array<LaneMotion<double>>& motions) const {
  const Tree<double>& tree = state_->tree();
  if (!velocity_ || velocity_->nu != tree.nu() ||
      static_cast<int>(velocity_->nodes.size()) != tree.node_count())
    velocity_.emplace(tree);
  calc_velocity_kinematics(tree, *position_, v, *velocity_);
  motions.insert(motions.end(), velocity_->nodes.begin(), velocity_->nodes.end());
}

double RigidRows::way_at(const LaneMotion<double>& V, const Vec3<double>& arm, double radius) const {
  const Vec3<double> w(V.w), v(V.v);
  return h_ * (norm(v + cross(w, arm)) + (std::isfinite(radius) ? norm(w) * radius : 0.0));
}

void RigidRows::find_motions() const {
  if (!motions_.empty()) return;
  const Array<LaneMotion<double>>& now = velocity(*state_).nodes;
  motions_.assign(now.begin(), now.end());
  add_motions(free_speeds_, motions_);
}

double RigidRows::reach(int body, const Vec3<double>& center, double radius) const {
  const Tree<double>& tree = state_->tree();
  const int node = tree.place(body).node, nodes = tree.node_count();
  find_motions();
  const Vec3<double> arm = center - Vec3<double>(position_->nodes[node].p);
  double way = 0;
  for (int i = node; i < static_cast<int>(motions_.size()); i += nodes)
    way = std::max(way, way_at(motions_[i], arm, radius));
  reaches_.push_back({node, arm, radius, way});
  return way;
}

void RigidRows::reach_also_at(In<double> v) {
  find_motions();
  add_motions(v, motions_);
}

bool RigidRows::is_outrun_by(In<double> v) const {
  if (reaches_.empty()) return false;
  other_motions_.clear();
  add_motions(v, other_motions_);
  return std::any_of(reaches_.begin(), reaches_.end(), [&](const Reach& reach) {
    return way_at(other_motions_[reach.node], reach.arm, reach.radius) > reach.way + 0.5 * margin_;
  });
}

RowGroup& RigidRows::add_row(RowName name, ForceSetKind kind, In<int> speeds, In<double> coefficients) {
  require(speeds.size() == coefficients.size(), "a row with {} speeds cannot have {} coefficients",
          speeds.size(), coefficients.size());
  name.element = element_;
  groups_.push_back({.name = name,
                     .kind = kind,
                     .speeds = static_cast<int>(speeds.size()),
                     .first_speed = static_cast<int>(speeds_.size()),
                     .first_entry = static_cast<int>(entries_.size())});
  speeds_.insert(speeds_.end(), speeds.begin(), speeds.end());
  entries_.insert(entries_.end(), coefficients.begin(), coefficients.end());
  return groups_.back();
}

void RigidRows::add_stop(RowName name, In<int> speeds, In<double> coefficients, double gap,
                         double restitution) {
  check_restitution(restitution);
  RowGroup& group = add_row(name, ForceSetKind::unilateral, speeds, coefficients);
  group.gap = gap;
  group.restitution = restitution;
}

/// Terms of joints that several parts read are summed.
void RigidRows::add_stop(RowName name, std::span<const PointSpeed> parts, double gap, double restitution,
                         In<int> speeds, In<double> coefficients) {
  terms_.clear();
  for (std::size_t k = 0; k < speeds.size(); ++k) terms_.push_back({speeds[k], coefficients[k]});
  for (const PointSpeed& part : parts) {
    find_columns(part.body1, part.body2);
    for (const Column& column : columns_)
      terms_.push_back({column.speed, dot(part.direction, column.velocity_at(part.point)) +
                                          dot(part.turn, column.motion.w)});
  }
  std::sort(terms_.begin(), terms_.end(), [](const Term& a, const Term& b) { return a.speed < b.speed; });
  term_speeds_.clear(), term_coefficients_.clear();
  for (const Term& term : terms_) {
    if (term_speeds_.empty() || term_speeds_.back() != term.speed) {
      term_speeds_.push_back(term.speed);
      term_coefficients_.push_back(0);
    }
    term_coefficients_.back() += term.coefficient;
  }
  add_stop(name, term_speeds_, term_coefficients_, gap, restitution);
  groups_.back().first_part = static_cast<int>(parts_.size());
  groups_.back().parts = static_cast<int>(parts.size());
  parts_.insert(parts_.end(), parts.begin(), parts.end());
}

void RigidRows::add_friction(RowName name, In<int> speeds, In<double> coefficients, double static_force,
                             double dynamic_force) {
  RowGroup& group = add_row(name, ForceSetKind::limited, speeds, coefficients);
  group.friction[0] = static_force;
  group.sliding_friction[0] = dynamic_force;
}

void RigidRows::add_loaded_friction(RowName name, int speed, const JointLoad& load) {
  add_friction(name, {speed}, {1.0}, 0, 0);
  groups_.back().load = static_cast<int>(loads_.size());
  loads_.push_back(load);
}

void RigidRows::set_load(int group, double load) {
  RowGroup& of = groups_[group];
  of.friction[0] = loads_[of.load].static_friction * load;
  of.sliding_friction[0] = loads_[of.load].dynamic_friction * load;
}

void RigidRows::add_motor(RowName name, In<int> speeds, In<double> coefficients, double target,
                          double greatest_force) {
  add_friction(name, speeds, coefficients, greatest_force, greatest_force);
  groups_.back().target = target;
}

void RigidRows::add_speed_bound(RowName name, In<int> speeds, In<double> coefficients, double least) {
  RowGroup& group = add_row(name, ForceSetKind::unilateral, speeds, coefficients);
  group.bounds_speed = true;
  group.target = least;
}

void RigidRows::add_free(RowName name, In<int> speeds, In<double> coefficients) {
  add_row(name, ForceSetKind::free, speeds, coefficients);
}

/// The speeds of the joints between two bodies; those that move both together do not count.
void RigidRows::find_columns(int body1, int body2) {
  if (body1 == body1_ && body2 == body2_) return;
  body1_ = body1, body2_ = body2;
  const Tree<double>& tree = state_->tree();
  ways_.clear();
  for (int i = tree.place(body1).node, j = tree.place(body2).node; i != j;) {
    if (i > j)
      ways_.push_back({i, -1}), i = tree.node(i).parent;
    else
      ways_.push_back({j, +1}), j = tree.node(j).parent;
  }
  std::sort(ways_.begin(), ways_.end(),
            [&](const Way& a, const Way& b) { return tree.node(a.node).u0 < tree.node(b.node).u0; });
  columns_.clear();
  for (const Way& way : ways_) {
    const TreeNode<double>& node = tree.node(way.node);
    const Vec3<double> origin = position_->nodes[way.node].p;
    for (int k = 0; k < node.nu; ++k) {
      const LaneMotion<double> column = sarrus::column(node, *position_, way.node, k);
      columns_.push_back(
          {node.u0 + k, origin, {way.sign * Vec3<double>(column.w), way.sign * Vec3<double>(column.v)}});
    }
  }
}

/// The rows are the velocity of body 2 relative to body 1 at the point along the normal and across, then
/// the angular velocity about the normal and across, as far as friction resists them.
void RigidRows::add_contact(RowName name, const RigidContactPoint& contact) {
  check_restitution(contact.restitution);
  name.element = element_;
  RowGroup group{.name = name,
                 .kind = ForceSetKind::contact,
                 .gap = contact.gap,
                 .restitution = contact.restitution,
                 .first_speed = static_cast<int>(speeds_.size()),
                 .first_entry = static_cast<int>(entries_.size()),
                 .body1 = contact.body1,
                 .body2 = contact.body2,
                 .point = contact.point};
  group.directions[0] = contact.normal;
  group.rows = 1;
  const auto add = [&](const Vec3<double>& direction, bool is_moment, double sticking, double sliding) {
    if (!(sticking > 0)) return;
    const std::size_t row = group.rows++;
    group.directions[row] = direction;
    group.is_moment[row] = is_moment;
    group.friction[row - 1] = sticking;
    group.sliding_friction[row - 1] = sliding;
  };
  const std::array<Vec3<double>, 2> tangents = find_tangents(contact.normal);
  const double sticking = contact.static_friction, sliding = contact.dynamic_friction;
  for (const Vec3<double>& t : tangents) add(t, false, sticking, sliding);
  add(contact.normal, true, sticking * contact.torsion_radius, sliding * contact.torsion_radius);
  for (const Vec3<double>& t : tangents) add(t, true, contact.rolling_radius, contact.rolling_radius);

  find_columns(contact.body1, contact.body2);
  group.speeds = static_cast<int>(columns_.size());
  entries_.resize(group.first_entry + group.rows * group.speeds);
  double* entry = entries_.data() + group.first_entry;
  for (const Column& column : columns_) {
    speeds_.push_back(column.speed);
    const Vec3<double> velocity = column.velocity_at(contact.point);
    for (int row = 0; row < group.rows; ++row) {
      const int r = row;
      entry[row * group.speeds] = dot(group.directions[r], group.is_moment[r] ? column.motion.w : velocity);
    }
    ++entry;
  }
  groups_.push_back(group);
}

double RigidRows::row_speed(const RowGroup& group, int row, In<double> v) const {
  const In<int> on = speeds(group);
  const In<double> c = entries(group, row);
  double sum = 0;
  for (std::size_t k = 0; k < on.size(); ++k) sum += c[k] * v[on[k]];
  return sum;
}

}  // namespace sarrus
