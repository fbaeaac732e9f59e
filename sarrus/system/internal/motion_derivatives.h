#pragma once
/// @file
/// How the rates of a State change with its coordinates and speeds. Speeds that are independent, v, and those
/// that follow them or are given, u̇ = G·v̇ + g, make the equations of motion
///   Gᵀ·(M·u̇ + c − f) = 0
/// Small changes of coordinates, δq = N·δ, and of speeds change accelerations by
///   D·δv̇ = B_q·δ + B_u·δu,   δu̇ = G·δv̇,   D = Gᵀ·M·G,   B = Gᵀ·∂(f − M·u̇ − c)/∂(δ, u)
/// where the derivatives of M·u̇ + c come from inverse dynamics (derivatives/), those of f from the elements.
/// Constraints that are not eliminated in this way, with forces Jᵀ·λ and acceleration errors a = J·u̇ + …,
/// give
///   M·δu̇ − Jᵀ·δλ = δ(f + Jᵀ·λ − M·u̇ − c),   J·δu̇ = −δa      at fixed λ and u̇ on the right-hand sides
/// which is solved by the factors that gave u̇ itself. Auxiliary variables z and parameters of elements are
/// further directions.

#include <optional>
#include <string>

#include "sarrus/base/array.h"
#include "sarrus/derivatives/inverse_dynamics_derivatives.h"
#include "sarrus/system/force_derivatives.h"
#include "sarrus/system/internal/constraint_derivatives.h"
#include "sarrus/system/internal/known_parameters.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/internal/local_variation.h"
#include "sarrus/system/internal/varied_state.h"
#include "sarrus/system/state.h"

namespace sarrus::internal {

/// The rates q̇ = N·u of a joint whose speeds are not the rates of its coordinates, and their derivatives.
/// Matrices are kept row by row.
struct JointRates {
  int body, q0, nq, u0, nu;
  Array<double> N;          ///< nq×nu; columns of speeds that are given are zero.
  Array<double> N_inverse;  ///< nu×nq: δ = N⁻¹·δq.
  Array<double> by_q;       ///< nq×nq: ∂(N·u)/∂q.
};

/// A row of G: which independent speeds move a speed, and by how much.
struct SpeedEntry {
  int speed, column;
  double coefficient;
};

/// The matrices of the equations above, with workspace.
class MotionDerivatives {
 public:
  /// `with_multipliers`: constraints are never eliminated, so that the derivatives of all multipliers are
  /// found. Derivatives by `parameters` are found too, where they are known.
  explicit MotionDerivatives(const State& state, bool with_multipliers = false,
                             const Array<Parameter>& parameters = {});

  /// From now on the equations of constrained motions are left as they are: D, B and constraints() are
  /// computed, but not the accelerations.
  void leave_equations() { solves_ = false; }

  /// True if the derivatives of such a System are known.
  static bool are_known(const State& state) { return find_obstacle(state).empty(); }
  /// True if they take the form of D and B: all constraints are eliminated, and there are no auxiliary
  /// variables.
  static bool are_reduced(const State& state);
  /// Computes the matrices at a state whose rates of speeds are `udot`. Returns false, with obstacle(), if
  /// the derivatives of such a System are not known.
  bool calc(const State& state, In<double> udot);
  const std::string& obstacle() const { return obstacle_; }
  /// The same for the jump of the speeds by an impulse between two frames, in place of forces, at a state at
  /// rest:  M·Δu = Jᵀ·p + Gᵀ·Λ,  G·Δu = 0.  Columns by speeds say nothing.
  void calc_jump(const State& at_rest, In<double> jump, In<double> impulses, const RelativeForce& cause);
  /// The names of what was differenced: elements, ports and auxiliary variables.
  const Array<std::string>& differenced() const { return differenced_; }

  /// ∂(q̇, u̇, ż)/∂(q, u, z), row by row, added to zeros. Throws an Error if D is singular.
  void calc_jacobian(Out<double> jacobian);
  /// The rows ∂u̇/∂δ, ∂u̇/∂u, ∂u̇/∂z and ∂u̇/∂p, one after the other, for each speed: speeds()·columns()
  /// numbers.
  void calc_accelerations(Out<double> rows);
  /// 2·speeds() + the numbers of auxiliary variables and of parameters.
  int columns() const { return first_parameter() + static_cast<int>(known_.parameters().size()); }
  /// The first column that belongs to a parameter.
  int first_parameter() const { return 2 * nu_ + nz_; }
  /// Whether the derivatives by parameter number `i` of those asked for are known; if not, its column says
  /// nothing.
  bool knows_parameter(int i) const { return known_.is_known(i); }
  /// ∂u̇/∂p of a speed after calc_jacobian().
  double acceleration_by_parameter(int speed, int i) const {
    return rows_[speed * columns() + first_parameter() + i];
  }
  /// Whether constraints were solved for multipliers.
  bool is_constrained() const { return is_constrained_; }
  /// The rows of the multipliers, like those of the accelerations, if constraints were solved for them.
  In<double> multiplier_rows() const { return multiplier_rows_; }
  /// The rows of ż likewise.
  In<double> auxiliary_rows() const { return auxiliary_rows_; }
  /// Derivatives of the errors of constraints.
  const ConstraintDerivatives& constraints() const { return constraints_; }

  int speeds() const { return nu_; }
  /// The number of independent speeds.
  int independent() const { return nv_; }
  const Array<SpeedEntry>& G() const { return G_; }
  /// independent()² numbers, and independent()·speeds() numbers, column by column.
  In<double> D() const { return D_; }
  In<double> B_q() const { return B_q_; }
  In<double> B_u() const { return B_u_; }
  /// Joints whose speeds are not rates of coordinates.
  const Array<JointRates>& joints() const { return joints_; }
  /// A coordinate whose rate is a speed.
  struct PlainRate {
    int coordinate, speed;
    bool is_given = false;  ///< True if the rate is a function of time.
  };
  const Array<PlainRate>& plain_rates() const { return plain_; }

 private:
  static std::string find_obstacle(const State& state);
  void start(const State& state);
  void find_given(const State& state);
  void find_independent(const State& state);
  struct Column;
  Column column(int k) const;
  Array<int> find_forces(const State& state);
  void calc_inverse_dynamics(const State& state, In<double> udot);
  void solve(const State& state);
  void chain_relative_forces(const State& state);
  void difference_forces(const State& state, const Array<int>& elements);
  void difference_ports(const State& state, In<double> udot);
  void difference_auxiliaries(const State& state);
  void project();
  void add_mass(const State& state);
  void solve_constrained(const State& state);
  void calc_joint_rates(const State& state, JointRates& joint) const;
  void add_row(const double* by_dq, Out<double> row) const;
  void project_parameters(const State& state);
  /// True if the variables say nothing about a direction, because it is given as a function of time.
  bool is_ignored(Varied kind, int k) const {
    return kind != Varied::z && (kind == Varied::dq ? is_given_position_ : is_given_speed_)[k] != 0;
  }

  int nq_, nu_, nz_, nv_ = 0;
  bool with_multipliers_, is_constrained_ = false, solves_ = true;
  std::string obstacle_;
  InverseDynamicsDerivatives<double> inverse_;
  KnownParameters known_;
  ForceDerivatives forces_;
  ConstraintDerivatives constraints_;
  LocalVariation local_;
  VariedState varied_;
  Array<std::string> differenced_;
  Array<char> is_given_position_, is_given_speed_;  // per speed: not read from the variables
  Array<SpeedEntry> G_;
  Array<int> first_entry_;  // per speed, in G_
  Array<int> column_;       // per speed: its place among the independent ones, or −1
  Array<double> D_, B_q_, B_u_, B_z_, B_p_;
  Array<double> acceleration_rows_, multiplier_rows_;  // of constrained motions
  Array<double> auxiliary_rows_;
  Array<JointRates> joints_;
  Array<PlainRate> plain_;
  Array<double> factors_, solution_, rows_;  // workspace of the Jacobian
  Array<Force<double>> fixed_forces_;        // on bodies, of elements without relative forces
  AppliedForces applied_;
  Array<Force<double>> changes_, sums_;
  Array<double> tau_, wanted_, lambda_, local_y_, local_y_by_x_;
};

}  // namespace sarrus::internal
