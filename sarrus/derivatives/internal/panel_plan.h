#pragma once
/// @file
/// Which rows of a panel have entries, and where they come from: known from the sparsity of a tree alone.

#include "sarrus/base/array.h"
#include "sarrus/sparse/tree_matrix.h"

namespace sarrus::internal {

/// A panel of the right-hand sides ∂τ/∂δ and ∂τ/∂u, which stand side by side, or of the unit matrix.
struct PanelPlan {
  /// A row that has entries before and after x ← L⁻ᵀ·x.
  struct ActiveRow {
    int speed;
    int end;  ///< One past the last of the active rows that belong to speeds beyond it.
  };
  /// Consecutive columns of one of the two matrices.
  struct Segment {
    int matrix;
    int first, end;  ///< Speeds.
    int place;       ///< Of the first in the panel.
  };
  /// Entries of a row of the lower triangle of a segment's matrix, diagonal included.
  struct Copy {
    int matrix;
    int from;  ///< Index in the array of entries.
    int to;    ///< Index in the panel.
    int count;
  };

  struct Run {
    int first, count;
  };

  int first_column = 0;  ///< Of the panel in the rows of its results.
  int columns = 0;       ///< Those that are used.
  double sign = 1;       ///< Factor of the right-hand sides.
  int row_end = 0;       ///< The rows before it are solved for.
  Array<ActiveRow> active;
  /// Consecutive rows, each the child of the one before.
  Array<Run> inward;  ///< Of the active rows, by their numbers among these; nothing else branches off within.
  Array<Run> outward;  ///< Of all rows.
  Array<Segment> segments;
  Array<Copy> copies;
  Array<Run> zeros;  ///< Places in the panel without an entry of the right-hand sides.
};

/// How wide panels are, and how long the runs of rows may be.
struct PanelShape {
  int width, longest_run;
};

/// The panels of the two matrices side by side.
Array<PanelPlan> plan_derivative_panels(const TreePattern& pattern, const PanelShape& shape);
/// Those of the unit matrix. M⁻¹ is symmetric: only rows up to the last column are solved for.
Array<PanelPlan> plan_inverse_panels(const TreePattern& pattern, const PanelShape& shape);

}  // namespace sarrus::internal
