#pragma once
/// @file
/// The Jacobian G of constraints on a tree: the rates of their errors are G·u, and multipliers λ exert the
/// generalized forces Gᵀ·λ. A constraint reads the motion of frames M relative to a frame F, so that its rows
/// have entries only for the joints between F and M: joints that lead to both move them together.
/// [Featherstone 2008, table 8.4]

#include "sarrus/base/array.h"
#include "sarrus/dynamics/kinematics.h"

namespace sarrus {

/// The bodies and speeds on which a constraint acts.
struct ConstraintPlace {
  int rows = 0;
  int F = 0;            ///< The body to which frame F is fixed.
  Array<int> frames{};  ///< The bodies to which the frames M are fixed.
  Array<int> speeds{};  ///< Speeds that the rows read directly.
};

/// The coefficients of a block of rows, and the placement of its frames.
struct ConstraintCoefficients {
  const LaneRotation<double>* R_FW = nullptr;
  const Lane3d* p_WM = nullptr;             ///< Per frame.
  const Force<double>* wrenches = nullptr;  ///< Per row and frame, at M's origin, in F's axes.
  const double* speeds = nullptr;           ///< Per row and speed that is read directly.
};

/// Rows of several constraints, block by block. A block stores, for each of its speeds, the entries of its
/// rows, padded with zeros to whole registers.
class ConstraintJacobian {
 public:
  ConstraintJacobian(const Tree<double>& tree, const Array<ConstraintPlace>& places);

  /// Sets the unit change of each speed, by which speeds of lengths and of angles can be compared; empty: all
  /// one.
  void set_unit_changes(In<double> changes);

  int rows() const { return rows_; }
  int nu() const { return nu_; }

  /// A node on the path between F and a frame M.
  struct Way {
    int node;
    int position;  ///< Position of the node's first speed in the block.
    int frame;
    bool to_M;      ///< True if it lies on M's side of the path; on F's side the sign is opposite.
    bool is_first;  ///< True if no earlier path of the block contains the node.
  };
  struct Block {
    int first_row = 0, rows = 0, frames = 0;
    int start = 0;             ///< Index of its first entry.
    int padded_first_row = 0;  ///< Its first row if every block had whole registers of rows.
    int stride = 0;            ///< Distance from the entries of one speed to those of the next.
    Array<int> speeds{};       ///< Ascending.
    Array<Way> ways{};
    Array<int> direct{};  ///< Positions of the speeds that are read directly.
  };
  const Array<Block>& blocks() const { return blocks_; }
  /// The speeds that each block reads, ascending.
  Array<Array<int>> speeds_of_blocks() const;
  /// The entries of a block: per speed, those of its rows.
  const double* entries(const Block& block) const { return entries_.data() + block.start; }

  /// Appends the alignments of the first rows of a block. An alignment is the sum of the squares of a row's
  /// entries, for unit changes, relative to its value if all wrenches pointed along the motions that they
  /// meet. It is tiny if a row vanishes although its wrenches do not.
  void append_alignments(const Block& block, int rows, Array<double>& to) const;
  /// The sum of the squares of a row's entries, for unit changes, if all wrenches pointed along the motions
  /// that they meet.
  double aligned_square(const Block& block, int row) const { return largest_[block.padded_first_row + row]; }

  /// Computes the entries of a block from the coefficients of its constraint.
  void set(const Tree<double>& tree, const PositionKinematics<double>& position, int block,
           const ConstraintCoefficients& coefficients);

  /// Computes G·v. add_transpose_times() adds Gᵀ·λ to tau.
  void calc_times(In<double> v, Out<double> result) const;
  void add_transpose_times(In<double> lambda, Out<double> tau) const;
  /// Computes the full matrix G.
  void calc_full(MatrixX<double>& G) const;

 private:
  void set_four_rows(const Tree<double>& tree, const PositionKinematics<double>& position, const Block& block,
                     int first_row, const ConstraintCoefficients& coefficients);

  double unit_square(int speed) const { return unit_squares_.empty() ? 1 : unit_squares_[speed]; }

  int rows_ = 0, nu_;
  Array<Block> blocks_;
  Array<double> entries_;
  Array<double> largest_;       // by padded rows: aligned_square()
  Array<double> unit_squares_;  // per speed of the tree; empty: all one
};

}  // namespace sarrus
