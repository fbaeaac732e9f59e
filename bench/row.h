#pragma once
/// @file
/// THE lists of what is measured: each operation of ours beside the peers' operation that does the same.

#include <span>

#include "bench/models.h"

namespace sarrus::bench {

struct Row {
  const char* title;
  double (*nanoseconds)(const BenchModel&);  ///< Ours, per state.
  const char* peer_operation;                ///< A name of bench/peers/program.h; "" for none.
};

/// Operations on the models of the table.
std::span<const Row> table_rows();
/// Operations whose growth with the length of a chain, and with the size of a binary tree, is measured.
std::span<const Row> chain_rows();
std::span<const Row> tree_rows();
/// Operations on models with contacts.
std::span<const Row> contact_rows();

}  // namespace sarrus::bench
