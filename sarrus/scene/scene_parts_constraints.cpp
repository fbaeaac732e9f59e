#include <typeinfo>

#include "sarrus/scene/internal/scene_parts.h"
#include "sarrus/scene/internal/type_names.h"
#include "sarrus/system/constraint_entry.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/responses.h"

namespace sarrus::internal {

namespace {

/// The frames of a constraint on their bodies in a state: F, then the frames M.
FrameOn<double> frame_of(const State& state, const ConstraintEntry& entry, std::size_t frame) {
  const FrameOn<double>& given = frame == 0 ? entry.shape.F : entry.shape.frames[frame - 1];
  return {given.body, state[entry.frames[frame]]};
}

Array<SceneEnd> ends_of(const State& state, const ConstraintEntry& entry) {
  Array<SceneEnd> ends;
  for (std::size_t i = 0; i < entry.frames.size(); ++i) {
    const FrameOn<double> frame = frame_of(state, entry, i);
    ends.push_back({frame.body, frame.X_BF.p});
  }
  for (const Mobility& mobility : entry.shape.mobilities)
    ends.push_back({mobility.body(), state.model_parameters().X_BM[mobility.body()].p});
  return ends;
}

std::string error_unit_name(ErrorUnit unit, bool of_velocity) {
  if (unit == ErrorUnit::number) return of_velocity ? "1/s" : "";
  return std::string(unit == ErrorUnit::length ? "m" : "rad") + (of_velocity ? "/s" : "");
}

/// Errors of position rows at the position level, of velocity rows at theirs. A disabled constraint has none.
Array<int> add_errors(const std::string& name, const ConstraintEntry& entry, Scene& scene) {
  const int positions = entry.shape.position_rows, rows = positions + entry.shape.velocity_rows;
  Array<int> signals;
  for (int row = 0; row < rows; ++row) {
    const bool of_velocity = row >= positions;
    signals.push_back(scene.add_signal(
        rows == 1 ? name : name + "[" + std::to_string(row) + "]",
        error_unit_name(entry.shape.unit(row), of_velocity),
        [id = entry.id, row, of_velocity](const State& s) {
          const In<double> errors = of_velocity ? velocity_errors(s, id) : position_errors(s, id);
          return errors.empty() ? no_value : errors[row];
        },
        "errors"));
  }
  return signals;
}

/// The force of a constraint on the body of each frame M, at M's origin; it is computed in F's axes.
Array<int> add_force_arrows(const State& state, const std::string& name, const std::string& type,
                            const std::shared_ptr<const ConstraintEntry>& entry, Scene& scene) {
  Array<int> arrows;
  const int frames = static_cast<int>(entry->shape.frames.size());
  for (int i = 0; i < frames; ++i) {
    const std::string& body = state.model().body(entry->shape.frames[i].body).name;
    arrows.push_back(scene.add_arrow(
        frames == 1 ? name : name + " on " + body, "N",
        [entry, i](const State& s) {
          const FrameOn<double> F = frame_of(s, *entry, 0), M = frame_of(s, *entry, i + 1);
          return ArrowValue{pose(s, M).p, pose(s, F).R * constraint_force(s, entry->id, i).f};
        },
        type.ends_with("Contact") ? "contact forces" : "constraint forces"));
  }
  return arrows;
}

}  // namespace

void add_constraints(const State& state, const SceneOptions& options, Scene& scene) {
  for (const auto& entry : state.layout().constraints) {
    const Constraint& element = *entry->element;
    const std::string &name = state.layout().name_of(entry->id), type = class_name(typeid(element));
    scene.constraints.push_back({name, type, ends_of(state, *entry)});
    if (options.errors) scene.constraints.back().errors = add_errors(name, *entry, scene);
    if (options.constraint_forces)
      scene.constraints.back().arrows = add_force_arrows(state, name, type, entry, scene);
  }
}

}  // namespace sarrus::internal
