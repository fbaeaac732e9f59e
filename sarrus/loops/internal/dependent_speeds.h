#pragma once
/// @file
/// Equations of motion with constraints where groups of speeds have as many rows of constraints as speeds, as
/// the legs of a robot whose feet stand firmly: the rates x_d of such a group follow from those of the speeds
/// x_s that all groups share, G_d·x_d + G_s·x_s = b:
///   x_d = K·x_s + c,   K = −G_d⁻¹·G_s,   c = G_d⁻¹·b
/// and so, multipliers do no work on motions that constraints allow,
///   (M_ss + Σ M_sd·K + Kᵀ·(M_ds + M_dd·K))·x_s = f_s + Σ Kᵀ·(f_d − M_dd·c) − M_sd·c
///   λ = G_d⁻ᵀ·(M_ds·x_s + M_dd·x_d − f_d)
/// A group without constraints has its own equations of motion in their place: G_d = M_dd, G_s = M_ds, b =
/// f_d.

#include <optional>

#include "sarrus/base/array.h"
#include "sarrus/loops/internal/dependent_leg.h"
#include "sarrus/loops/internal/tree_parts.h"

namespace sarrus::internal {

class DependentSpeeds {
 public:
  /// Nothing where the speeds of a part of a tree cannot be divided so.
  static std::optional<DependentSpeeds> find(const Tree<double>& tree, const ConstraintJacobian& G,
                                             const TreePart& part);

  /// The approximate number of multiplications of factoring and one solution.
  double cost() const;
  /// Factors for new positions; M is the mass matrix of the whole tree, of which the rows of the part are
  /// read. Returns false near a singular position, where the speeds of a group hardly follow from the shared
  /// ones: solve() must not be called then.
  bool factor(const ConstraintJacobian& G, const TreeMatrix<double>& M);
  /// Solves for x and λ of the part; other elements keep their values.
  void solve(In<double> f, In<double> b, Out<double> x, Out<double> lambda);

 private:
  /// A number among all entries of M or of G, and where it is copied to.
  struct Copy {
    int from, to;
  };
  struct Group {
    Array<int> speeds;  ///< Ascending.
    Array<int> rows;    ///< Of G, as many as speeds, or none.
    Array<Copy> M_dd, M_ds, G_d, G_s;
    Array<double> inertia, coupling;  ///< M_dd and M_ds.
    Array<double> inverse, K;         ///< G_d⁻¹.
    Array<double> P;                  ///< M_ds + M_dd·K, and G_s before.
    Array<double> c;
    Array<int> exchanged;  ///< Rows, while G_d is inverted.

    int size() const { return static_cast<int>(speeds.size()); }
    bool is_free() const { return rows.empty(); }
  };
  DependentSpeeds(const TreePattern& pattern, const ConstraintJacobian& G, Array<int> shared,
                  Array<Group> groups);
  void plan(const TreePattern& pattern, const ConstraintJacobian& G, Group& group) const;
  void gather(const ConstraintJacobian& G, const TreeMatrix<double>& M, Group& group) const;
  bool factor_group(Group& group);
  bool factor_shared();
  void reduce(Group& group, In<double> f, In<double> b);
  void solve_shared();
  void expand(Group& group, In<double> f, Out<double> x, Out<double> lambda) const;

  Array<int> shared_;
  int stride_;  // of rows with an element for each shared speed: whole registers
  Array<DependentLeg> legs_;
  Array<Group> groups_;  // the others
  Array<Copy> M_ss_;
  Array<double> S_, x_s_;
};

}  // namespace sarrus::internal
