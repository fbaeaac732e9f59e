#pragma once
/// @file
#include "sarrus/base/array_view.h"
#include "sarrus/format/loaded_model.h"

namespace sarrus {

/// A coordinate that follows another, independent one, with the numbers of both and of their speeds: q =
/// multiplier·q(leader) + offset.
struct MimicRelation {
  int follower_q, follower_u, leader_q, leader_u;
  double multiplier, offset;
};
/// All mimic relations, in the loaded model or in that model with other orientation coordinates; welded
/// joints neither lead nor follow.
Array<MimicRelation> mimic_relations(const LoadedModel& loaded, const Model& model);
inline Array<MimicRelation> mimic_relations(const LoadedModel& loaded) {
  return mimic_relations(loaded, loaded.model);
}

/// Sets the coordinates and speeds that follow others; the model itself leaves them free. `u` may be empty.
void apply_mimic(const LoadedModel& loaded, Out<double> q, Out<double> u = {});

}  // namespace sarrus
