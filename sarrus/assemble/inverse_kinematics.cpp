#include "sarrus/assemble/inverse_kinematics.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "sarrus/assemble/internal/assembly_space.h"
#include "sarrus/dynamics/coordinates.h"
#include "sarrus/dynamics/normalize_quaternions.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/sparse/dense_solve.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus {

using namespace internal;

namespace {

/// The weight of a squared error compared with one of the next lower priority, when steps are judged.
constexpr double priority_ratio = 1e6;
/// Damping relative to the largest diagonal element of JᵀJ: initial, smallest, and where a search gives up.
constexpr double first_damping = 1e-4, least_damping = 1e-14, most_damping = 1e8;
/// Motions whose singular value in the rows of a priority is smaller are left to the next priority.
constexpr double least_singular_value = 1e-6;

/// Steps of which less than this part is possible are computed anew, without the coordinate that is in the
/// way.
constexpr double least_part = 1e-9;

/// The sum of squared errors below which targets are met.
constexpr double met = 1e-14;

AssemblyOptions space_options(const InverseKinematicsOptions& options) {
  AssemblyOptions space;
  space.hold = options.hold;
  space.within_limits = options.within_limits;
  return space;
}

bool has_any_quaternion(const Model& model) {
  return std::any_of(model.bodies().begin(), model.bodies().end(),
                     [](const Body& body) { return body.nq != body.nu && body.joint.has_quaternion(); });
}

/// The Levenberg–Marquardt step Δ of errors e, with μ = `damping` times the largest element of JᵀJ:
///   (JᵀJ + μ·1)·Δ = −Jᵀ·e,   which is   Δ = −Jᵀ·(J·Jᵀ + μ·1)⁻¹·e
/// The smaller of the two systems is solved.
VectorX<double> calc_damped_step(const MatrixX<double>& J, const VectorX<double>& e, double damping) {
  VectorX<double> step = VectorX<double>::Zero(J.cols()), multipliers;
  const double scale = J.size() == 0 ? 0 : J.colwise().squaredNorm().maxCoeff();
  if (!(scale > 1e-300)) return step;
  if (J.rows() < J.cols()) {
    MatrixX<double> A = J * J.transpose();
    A.diagonal().array() += damping * scale;
    if (solve_positive_definite(A, e, multipliers)) step = -(J.transpose() * multipliers);
    return step;
  }
  MatrixX<double> A = J.transpose() * J;
  A.diagonal().array() += damping * scale;
  if (!solve_positive_definite(A, -(J.transpose() * e), step)) step.setZero(J.cols());
  return step;
}

}  // namespace

/// The search and its memory.
class InverseKinematics::Search {
 public:
  Search(const State& start, const InverseKinematicsOptions& options);

  KinematicTargets& targets() { return targets_; }
  const InverseKinematicsResult& solve();
  const InverseKinematicsResult& result() const { return result_; }
  const State& state();
  In<double> q() const { return q_; }
  void set_q(In<double> q);

 private:
  /// The rows of one priority, over the free speeds.
  struct Level {
    int priority = 0;  ///< Of targets.
    bool is_of_constraints = false;
    VectorX<double> e{}, tried{};
    MatrixX<double> of_all{}, J{};
  };
  void prepare();
  void search();
  void move_at_random();
  void place(In<double> q);
  double calc_errors(bool tried);
  void linearize();
  bool is_coupled(int i) const;
  void hold(int i);
  void hold_pushed();
  double find_room(const VectorX<double>& step, int i) const;
  bool hold_what_would_leave(const VectorX<double>& step);
  double find_shortest_room(const VectorX<double>& step) const;
  VectorX<double> calc_step();
  void find_first_null_space();
  MatrixX<double> times_first_null_space(const MatrixX<double>& A) const;
  bool try_step(const VectorX<double>& step);
  bool is_better() const;
  void measure();

  State state_;
  InverseKinematicsOptions options_;
  AssemblySpace space_;
  KinematicTargets targets_;
  PositionKinematics<double> position_;
  bool has_constraints_, has_quaternions_;
  Array<Level> levels_;
  MatrixX<double> of_body_;  // memory for the Jacobian of one body
  // Of find_first_null_space(): the rows, the columns that are zero in them, all others and their null space.
  MatrixX<double> first_rows_, first_freedom_;
  Array<int> zero_columns_, other_columns_;
  Array<double> q_, before_, change_, rates_;
  Array<char> is_held_;  // per free speed: whether the steps from here leave it alone, at an end of its range
  double cost_ = 0, damping_ = 0;
  std::mt19937_64 random_;
  InverseKinematicsResult result_;
};

InverseKinematics::Search::Search(const State& start, const InverseKinematicsOptions& options)
    : state_(start),
      options_(options),
      space_(start, space_options(options)),
      targets_(state_.model()),
      position_(state_.tree()),
      has_constraints_(!state_.layout().constraints.empty()),
      has_quaternions_(has_any_quaternion(state_.model())),
      q_(start.q().begin(), start.q().end()),
      before_(q_),
      change_(start.nu(), 0.0),
      rates_(start.nq(), 0.0),
      is_held_(space_.size(), 0),
      random_(options.seed) {
  require(options.tolerance > 0 && options.iterations > 0,
          "inverse kinematics cannot work with a tolerance of {} and {} iterations; give positive numbers",
          options.tolerance, options.iterations);
}

void InverseKinematics::Search::set_q(In<double> q) {
  require_size(q, state_.nq(), "q", "the model has nq");
  q_.assign(q.begin(), q.end());
}

const State& InverseKinematics::Search::state() {
  state_.set_q(q_);
  return state_;
}

/// One level for the constraints, and one for each priority.
void InverseKinematics::Search::prepare() {
  levels_.clear();
  if (has_constraints_) levels_.push_back({.is_of_constraints = true});
  for (const int priority : targets_.priorities())
    if (targets_.rows(priority) > 0) levels_.push_back({.priority = priority});
}

/// Computes the kinematics at given coordinates.
void InverseKinematics::Search::place(In<double> q) {
  calc_position_kinematics(state_.tree(), q, position_);
  if (has_constraints_) state_.set_q(q);
}

/// Computes the errors of all levels at the present kinematics. Returns the sum of squares by which steps are
/// judged.
double InverseKinematics::Search::calc_errors(bool tried) {
  double sum = 0;
  for (Level& level : levels_) {
    VectorX<double>& e = tried ? level.tried : level.e;
    if (level.is_of_constraints)
      e = space_.calc_errors(state_);
    else
      targets_.calc_errors(state_.tree(), position_, q_, level.priority, e);
    sum = priority_ratio * sum + e.squaredNorm();
  }
  return sum;
}

void InverseKinematics::Search::linearize() {
  const int n = space_.size();
  for (Level& level : levels_) {
    if (level.is_of_constraints) {
      level.J = space_.calc_jacobian(state_);
      continue;
    }
    targets_.calc_jacobian(state_.tree(), position_, level.priority, of_body_, level.of_all);
    level.J.resize(level.of_all.rows(), n);
    for (int i = 0; i < n; ++i) level.J.col(i) = level.of_all.col(space_.free()[i].speed);
  }
}

/// True if constraints read a free speed.
bool InverseKinematics::Search::is_coupled(int i) const {
  return has_constraints_ && !levels_.front().J.col(i).isZero(0);
}

/// Keeps a coordinate where it is in the steps from here.
void InverseKinematics::Search::hold(int i) {
  is_held_[i] = 1;
  for (Level& level : levels_) level.J.col(i).setZero();
}

/// Finds the coordinates that stay at an end of their range, because the first level that they affect would
/// move them beyond it. Those that constraints read move together with others: the step itself says
/// (hold_what_would_leave()).
void InverseKinematics::Search::hold_pushed() {
  std::fill(is_held_.begin(), is_held_.end(), 0);
  for (int i = 0; i < space_.size(); ++i) {
    const AssemblySpace::Free& free = space_.free()[i];
    if (free.coordinate < 0 || is_coupled(i)) continue;
    const double value = q_[free.coordinate];
    const bool at_lower = value <= free.lower, at_upper = value >= free.upper;
    if (!at_lower && !at_upper) continue;
    double gradient = 0;
    for (const Level& level : levels_)
      if (gradient == 0) gradient = level.J.col(i).dot(level.e);
    if ((at_lower && gradient > 0) || (at_upper && gradient < 0)) hold(i);
  }
}

/// The part of a step after which a coordinate is at the end of its range.
double InverseKinematics::Search::find_room(const VectorX<double>& step, int i) const {
  const AssemblySpace::Free& free = space_.free()[i];
  if (free.coordinate < 0 || step[i] == 0) return std::numeric_limits<double>::infinity();
  return ((step[i] > 0 ? free.upper : free.lower) - q_[free.coordinate]) / step[i];
}

/// Holds coordinates that are at the end of their range, which the step would leave. Returns true if there
/// are any: the step must be computed again.
bool InverseKinematics::Search::hold_what_would_leave(const VectorX<double>& step) {
  bool any = false;
  for (int i = 0; i < space_.size(); ++i)
    if (!is_held_[i] && find_room(step, i) < least_part) hold(i), any = true;
  return any;
}

/// The part of a step, at most all of it, after which the first coordinate that constraints read is at the
/// end of its range. Were it stopped there alone, the others would break the constraints.
double InverseKinematics::Search::find_shortest_room(const VectorX<double>& step) const {
  double part = 1;
  for (int i = 0; i < space_.size() && has_constraints_; ++i)
    if (is_coupled(i)) part = std::min(part, find_room(step, i));
  return part;
}

/// Each level moves in the null space Z of those before it:
///   (Zᵀ·JᵀJ·Z + μ·1)·y = −Zᵀ·Jᵀ·(e + J·Δ),   Δ ← Δ + Z·y,   Z ← Z·null(J·Z)
VectorX<double> InverseKinematics::Search::calc_step() {
  const double damping = std::max(damping_, least_damping);
  VectorX<double> step = VectorX<double>::Zero(space_.size());
  MatrixX<double> Z, JZ;
  for (const Level& level : levels_) {
    const bool is_last = &level == &levels_.back();
    if (&level == &levels_.front()) {  // Z is the identity matrix
      step = calc_damped_step(level.J, level.e, damping);
      if (is_last) break;
      find_first_null_space();
      Z = times_first_null_space(MatrixX<double>::Identity(space_.size(), space_.size()));
      continue;
    }
    if (Z.cols() == 0) break;
    JZ = &level == &levels_[1] ? times_first_null_space(level.J) : level.J * Z;
    step += Z * calc_damped_step(JZ, level.e + level.J * step, damping);
    if (!is_last) Z = (Z * calc_null_space(JZ, least_singular_value).basis).eval();
  }
  return step;
}

/// Finds the null space of the first level's Jacobian. Coordinates that this does not read move freely; of a
/// robot with gears or mimic joints, only few are left. The result is kept while the Jacobian stays the same,
/// as for gears and mimic joints always, and for all mechanisms while the damping of a step changes.
void InverseKinematics::Search::find_first_null_space() {
  const MatrixX<double>& J = levels_.front().J;
  if (first_rows_.rows() == J.rows() && first_rows_.cols() == J.cols() && first_rows_ == J) return;
  first_rows_ = J;
  zero_columns_.clear(), other_columns_.clear();
  for (int i = 0; i < J.cols(); ++i) (J.col(i).isZero(0) ? zero_columns_ : other_columns_).push_back(i);
  MatrixX<double> read(J.rows(), other_columns_.size());
  for (int k = 0; k < read.cols(); ++k) read.col(k) = J.col(other_columns_[k]);
  first_freedom_ = calc_null_space(read, least_singular_value).basis;
}

/// A·Z with that null space Z: the columns that move freely, then combinations of the others.
MatrixX<double> InverseKinematics::Search::times_first_null_space(const MatrixX<double>& A) const {
  const Eigen::Index free = std::ssize(zero_columns_);
  MatrixX<double> product(A.rows(), free + first_freedom_.cols()), others(A.rows(), other_columns_.size());
  for (int k = 0; k < free; ++k) product.col(k) = A.col(zero_columns_[k]);
  for (int k = 0; k < others.cols(); ++k) others.col(k) = A.col(other_columns_[k]);
  product.rightCols(first_freedom_.cols()).noalias() = others * first_freedom_;
  return product;
}

/// Compares the errors after a step with those before it, one priority after another. Errors that are
/// practically zero may grow a little if a lower priority gains.
bool InverseKinematics::Search::is_better() const {
  constexpr double rounding = 1e-12;
  for (const Level& level : levels_) {
    const double before = level.e.squaredNorm(), after = level.tried.squaredNorm();
    if (!(after <= (1 + rounding) * before + met)) return false;
    if (after < (1 - rounding) * before) return true;
  }
  return true;
}

/// Moves by a step, within the ranges, if that reduces the errors; otherwise changes nothing.
bool InverseKinematics::Search::try_step(const VectorX<double>& step) {
  std::swap(q_, before_);
  std::fill(change_.begin(), change_.end(), 0.0);
  for (int i = 0; i < space_.size(); ++i) change_[space_.free()[i].speed] = step[i];
  calc_qdot(state_.tree(), before_, change_, Out<double>(rates_));
  for (std::size_t i = 0; i < q_.size(); ++i) q_[i] = before_[i] + rates_[i];
  for (const AssemblySpace::Free& free : space_.free())
    if (free.coordinate >= 0) q_[free.coordinate] = std::clamp(q_[free.coordinate], free.lower, free.upper);
  if (has_quaternions_) normalize_quaternions(state_.model(), Out<double>(q_));
  place(q_);
  const double cost = calc_errors(true);
  if (!is_better()) {
    std::swap(q_, before_);
    return false;
  }
  cost_ = cost;
  for (Level& level : levels_) std::swap(level.e, level.tried);
  return true;
}

const InverseKinematicsResult& InverseKinematics::Search::solve() {
  result_ = {};
  prepare();
  search();
  Array<double> best_q = q_;
  double best = cost_;
  for (int i = 0; i < options_.restarts && best > met; ++i) {
    move_at_random();
    search();
    if (cost_ < best) best = cost_, best_q = q_;
  }
  if (best < cost_) {
    q_ = best_q;
    search();
  }
  measure();
  return result_;
}

/// Searches for a local minimum from the present coordinates.
void InverseKinematics::Search::search() {
  place(q_);
  cost_ = calc_errors(false);
  damping_ = first_damping;
  result_.converged = levels_.empty() || space_.size() == 0;
  for (int iteration = 0; !result_.converged && iteration < options_.iterations;) {
    linearize();
    hold_pushed();
    bool moved = false;
    double length = 0;
    for (; !moved && damping_ < most_damping; damping_ *= moved ? 0.1 : 10) {
      ++iteration, ++result_.iterations;
      VectorX<double> step = calc_step();
      while (hold_what_would_leave(step)) step = calc_step();
      length = step.cwiseAbs().maxCoeff();
      moved = try_step(find_shortest_room(step) * step);
      if (length <= options_.tolerance || iteration >= options_.iterations) break;
    }
    if (!moved) place(q_);
    result_.converged = length <= options_.tolerance || damping_ >= most_damping;
  }
}

/// Moves coordinates to random values within their limits; angles without limits turn fully, other
/// coordinates without limits stay.
void InverseKinematics::Search::move_at_random() {
  for (const AssemblySpace::Free& free : space_.free()) {
    if (free.coordinate < 0) continue;
    const bool is_limited = std::isfinite(free.lower) && std::isfinite(free.upper);
    if (!is_limited && !free.is_angle) continue;
    std::uniform_real_distribution<double> between(is_limited ? free.lower : -std::numbers::pi,
                                                   is_limited ? free.upper : std::numbers::pi);
    q_[free.coordinate] = std::clamp(between(random_), free.lower, free.upper);
  }
}

void InverseKinematics::Search::measure() {
  for (const Level& level : levels_)
    if (!level.is_of_constraints) result_.cost += level.e.squaredNorm();
  for (int i = 0; i < targets_.count(); ++i) {
    const KinematicTargets::Distance left = targets_.calc_distance(state_.tree(), position_, q_, i);
    result_.position_error = std::max(result_.position_error, left.position);
    result_.angle_error = std::max(result_.angle_error, left.angle);
    result_.coordinate_error = std::max(result_.coordinate_error, left.coordinate);
  }
}

InverseKinematics::InverseKinematics(const State& start, const InverseKinematicsOptions& options)
    : search_(std::make_unique<Search>(start, options)) {}
InverseKinematics::~InverseKinematics() = default;
InverseKinematics::InverseKinematics(InverseKinematics&&) noexcept = default;

KinematicTargets& InverseKinematics::targets() { return search_->targets(); }
const KinematicTargets& InverseKinematics::targets() const { return search_->targets(); }
const InverseKinematicsResult& InverseKinematics::solve() { return search_->solve(); }
const InverseKinematicsResult& InverseKinematics::result() const { return search_->result(); }
const State& InverseKinematics::state() { return search_->state(); }
In<double> InverseKinematics::q() const { return search_->q(); }
void InverseKinematics::set_q(In<double> q) { search_->set_q(q); }

}  // namespace sarrus
