#pragma once
/// @file
#include "sarrus/complementarity/cone_problem.h"
#include "sarrus/rigid/internal/contact_rows.h"

namespace sarrus::internal {

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
    bool slid = false;    // so far
    double speed = 0;     // of slip
  };
  /// A contact that can only go on sliding with less friction.
  struct Jam {
    TouchPoint point;
    double greatest_friction;
  };
  void refuse_overlap(const Array<TouchPoint>& points) const;
  void require_alone(const Array<TouchPoint>& points) const;
  void strike(const Array<TouchPoint>& points);
  VectorX<double> solve_impact(const ContactRows& rows, const Array<TouchPoint>& points,
                               const VectorX<double>& u) const;
  VectorX<double> solve_single_impact(const ContactRows& rows, const TouchPoint& point,
                                      const VectorX<double>& u, double restitution) const;
  double calc_least_bounce(const ContactRows& rows, const Array<TouchPoint>& points) const;
  void refuse_gain(double gain, double energy, const TouchPoint& point) const;
  void find_candidates(const Array<TouchPoint>& points);
  const ClosedContact* find_closed(const TouchPoint& point) const;
  void stop_slow_slip();
  void settle_modes();
  void find_rows();
  void solve_accelerations(double part_of_friction);
  Vec3<double> starting_direction(int candidate, const VectorX<double>& a) const;
  void note_jam(int candidate);
  double dragging_mobility(int candidate) const;
  void share_loads();
  Array<ClosedContact> make_closed() const;
  bool correct_modes();
  void share_as_springs();
  std::string describe(const TouchPoint& point) const;

  const RigidContact& contact_;
  State& state_;
  const double accuracy_;
  double capture_speed_;
  Array<Candidate> candidates_;
  double speed_scale_ = 0;
  bool captures_ = false;
  std::optional<Jam> jam_;
  // Of the accelerations of the candidates:
  std::optional<ContactRows> rows_;
  VectorX<double> c_;
  VectorX<double> forces_;
  Array<RowMode> modes_;
  int rank_ = 0;
};

}  // namespace sarrus::internal
