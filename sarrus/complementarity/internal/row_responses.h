#pragma once
/// @file
#include "sarrus/complementarity/internal/row_bundles.h"

namespace sarrus::internal {

/// Rows J and their responses W = M⁻¹·Jᵀ, bundle by bundle: an impulse r on a row changes the speeds of its
/// bundle in W by r times the row of W. Both have the same rows.
struct RowResponses {
  RowBundles J, W;
};

}  // namespace sarrus::internal
