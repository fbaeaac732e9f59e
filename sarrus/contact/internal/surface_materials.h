#pragma once
/// @file
/// The materials of surfaces, and of pairs of them.

#include "sarrus/contact/contact_material.h"

namespace sarrus::internal {

/// Surfaces with the same material are of one kind. Where kinds are few, the material of each pair of them is
/// combined once, when the materials are given.
class SurfaceMaterials {
 public:
  void clear() { of_surfaces_.clear(), kinds_.clear(), kind_of_.clear(), pairs_.clear(); }
  void add(const ContactMaterial& material);
  /// To be called after the last add().
  void combine_kinds(const CombinationRules& rules);

  const ContactMaterial& of(int surface) const { return of_surfaces_[surface]; }
  PairMaterial of_pair(int surface1, int surface2) const {
    if (pairs_.empty()) return combine(of_surfaces_[surface1], of_surfaces_[surface2], rules_);
    return pairs_[kind_of_[surface1] * kinds_.size() + kind_of_[surface2]];
  }

 private:
  static constexpr std::size_t most_kinds = 8;
  Array<ContactMaterial> of_surfaces_, kinds_;
  Array<std::size_t> kind_of_;  // per surface
  Array<PairMaterial> pairs_;   // of two kinds; none if there are many kinds
  CombinationRules rules_;
};

}  // namespace sarrus::internal
