#pragma once
/// @file
/// The Jacobian G of constraints on a tree: the rates of their errors are G·u, and multipliers λ exert the
/// generalized forces Gᵀ·λ. A constraint reads the motion of frames M as seen from a frame F, so that its
/// rows have entries only for the joints between F and M: those that lead to both move them together.
/// [Featherstone 2008, table 8.4]

#include "sarrus/base/array.h"
#include "sarrus/dynamics/kinematics.h"

namespace sarrus {

/// Where a constraint acts.
struct ConstraintPlace {
  int rows = 0;
  int F = 0;            ///< The body that carries frame F.
  Array<int> frames{};  ///< The bodies that carry the frames M.
  Array<int> speeds{};  ///< Speeds that the rows read directly.
};

/// The coefficients of a block of rows, and where the frames are.
struct ConstraintCoefficients {
  const LaneRotation<double>* R_FW = nullptr;
  const Lane3d* p_WM = nullptr;             ///< Per frame.
  const Force<double>* wrenches = nullptr;  ///< Per row and frame, at M's origin, in F's axes.
  const double* speeds = nullptr;           ///< Per row and speed that is read directly.
};

/// Rows of several constraints, block by block. A block keeps, for each of its speeds, the entries of its
/// rows, and zeros up to whole registers.
class ConstraintJacobian {
 public:
  ConstraintJacobian(const Tree<double>& tree, const Array<ConstraintPlace>& places);

  /// What a unit change of each speed is, so that those of lengths and angles can be compared; empty: all
  /// one.
  void set_unit_changes(In<double> changes);

  int rows() const { return rows_; }
  int nu() const { return nu_; }

  /// Joints between F and a frame M: one entry per node.
  struct Way {
    int node;
    int position;  ///< Of the node's first speed in the block.
    int frame;
    bool to_M;      ///< Or to F: the sign is opposite.
    bool is_first;  ///< Of those through the node.
  };
  struct Block {
    int first_row = 0, rows = 0, frames = 0;
    int start = 0;             ///< Of its entries.
    int padded_first_row = 0;  ///< Its first row if blocks had whole registers of rows.
    int stride = 0;            ///< From the entries of a speed to those of the next one.
    Array<int> speeds{};       ///< Ascending.
    Array<Way> ways{};
    Array<int> direct{};  ///< Positions of the speeds that are read directly.
  };
  const Array<Block>& blocks() const { return blocks_; }
  /// The speeds that each block reads, ascending.
  Array<Array<int>> speeds_of_blocks() const;
  /// Per speed of the block, the entries of its rows.
  const double* entries(const Block& block) const { return entries_.data() + block.start; }

  /// Appends, for the first rows of a block: the squares of its entries, for unit changes, in parts of what
  /// they would be if all wrenches pointed along the motions that they meet. Tiny where a row vanishes
  /// although its wrenches do not.
  void append_alignments(const Block& block, int rows, Array<double>& to) const;
  /// What those squares would be if all wrenches pointed along the motions that they meet.
  double aligned_square(const Block& block, int row) const { return largest_[block.padded_first_row + row]; }

  /// Computes the entries of a block from the coefficients of its constraint.
  void set(const Tree<double>& tree, const PositionKinematics<double>& position, int block,
           const ConstraintCoefficients& coefficients);

  /// G·v and Gᵀ·λ, which is added.
  void calc_times(In<double> v, Out<double> result) const;
  void add_transpose_times(In<double> lambda, Out<double> tau) const;
  /// Entry by entry.
  void calc_full(MatrixX<double>& G) const;

 private:
  void set_four_rows(const Tree<double>& tree, const PositionKinematics<double>& position, const Block& block,
                     int first_row, const ConstraintCoefficients& coefficients);

  double unit_square(int speed) const { return unit_squares_.empty() ? 1 : unit_squares_[speed]; }

  int rows_ = 0, nu_;
  Array<Block> blocks_;
  Array<double> entries_;
  Array<double> largest_;       // by padded rows: the squares if all were aligned
  Array<double> unit_squares_;  // per speed of the tree; empty: all one
};

}  // namespace sarrus
