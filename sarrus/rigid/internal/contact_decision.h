#pragma once
/// @file
#include "sarrus/complementarity/cone_solver.h"
#include "sarrus/complementarity/dense_rows.h"
#include "sarrus/rigid/internal/contact_rows.h"

namespace sarrus::internal {

/// A cone problem on the rows of contacts alone. With G = L·Lᵀ it is one of the speeds w = Lᵀ·r:
///
///     u = u₀ + G·r = L·(w₀ + w) + b,   b = u₀ − L·w₀,   w₀ = L⁺·u₀.
///
/// ½·|w₀ + w|² is the kinetic energy that impulses at the contacts can change.
class ContactProblem {
 public:
  ContactProblem(const ContactRows& rows, const VectorX<double>& u0, const Array<ForceSet>& sets);

  ConeProblem problem() const { return {.sets = sets_, .free_speeds = free_, .bias = bias_}; }
  DenseRows& rows() { return rows_; }
  /// The number of directions in which contacts can move.
  int rank() const { return rows_.speed_count(); }
  /// Adds to the bias of a row.
  void shift(int row, double bias) { bias_[row] += bias; }
  /// ½·|w₀|²
  double energy() const;

 private:
  ContactProblem(const MatrixX<double>& L, const VectorX<double>& u0, const Array<ForceSet>& sets);

  Array<ForceSet> sets_;
  DenseRows rows_;
  Array<double> free_, bias_;
};

/// Decides at an event which contacts of a State are closed, and in which mode: what approaches is stopped or
/// thrown back by an impact; then the cone problem of the accelerations says which contacts part, stick or
/// slide.
class ContactDecision {
 public:
  ContactDecision(const RigidContact& contact, State& state);
  void decide();

 private:
  enum class Next { rest, slides, starts };
  struct Candidate {
    TouchPoint point;
    Next next = Next::rest;
    Vec3<double> slip{};  // direction
  };
  void refuse_overlap(const Array<TouchPoint>& points) const;
  void strike(const Array<TouchPoint>& points, bool is_jammed);
  VectorX<double> solve_impact(const ContactRows& rows, const Array<TouchPoint>& points,
                               const VectorX<double>& u, bool is_jammed) const;
  VectorX<double> solve_single_impact(const ContactRows& rows, const TouchPoint& point,
                                      const VectorX<double>& u, double restitution) const;
  void refuse_gain(double gain, double energy, const TouchPoint& point) const;
  void find_candidates(const Array<TouchPoint>& points);
  bool settle_modes();
  bool solve_accelerations(double part_of_friction);
  void share_loads();
  Array<ClosedContact> make_closed() const;
  bool find_overloaded();
  std::string describe(const TouchPoint& point) const;

  const RigidContact& contact_;
  State& state_;
  const double accuracy_, capture_speed_;
  Array<Candidate> candidates_;
  double speed_scale_ = 0;
  // Of the accelerations of the candidates:
  std::optional<ContactRows> rows_;
  VectorX<double> c_;
  VectorX<double> forces_;
  Array<RowMode> modes_;
  int rank_ = 0;
};

}  // namespace sarrus::internal
