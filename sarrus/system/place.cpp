#include "sarrus/system/place.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "sarrus/base/array.h"
#include "sarrus/base/names.h"
#include "sarrus/spatial/internal/finite.h"
#include "sarrus/system/declaration.h"

namespace sarrus {

namespace {

/// The entry of a list with the given name, or null; the other names are collected for a suggestion.
template <class Entry>
const Entry* find_name(const Array<Entry>& entries, std::string_view name, Array<std::string>& others) {
  for (const Entry& entry : entries) {
    if (entry.name == name) return &entry;
    others.push_back(entry.name);
  }
  return nullptr;
}

/// The frame with the given name, or nothing; collects the existing names.
std::optional<FrameOn<double>> look_up(const Model& model, std::string_view name, bool bodies_only,
                                       Array<std::string>& others) {
  if (const Body* body = find_name(model.bodies(), name, others); body != nullptr)
    return FrameOn<double>(static_cast<int>(body - model.bodies().data()));
  if (bodies_only) return {};
  if (const BodyFrame* frame = find_name(model.frames(), name, others)) return FrameOn<double>(*frame);
  if (const BodyPoint* point = find_name(model.points(), name, others)) return FrameOn<double>(*point);
  return {};
}

}  // namespace

FrameOn<double> Place::find(const Declaration& declaration) const {
  return find(declaration.model(), fmt::format("the element '{}'", declaration.name()));
}

FrameOn<double> Place::find(const Model& model, const std::string& who) const {
  FrameOn<double> found = on_;
  if (!name_.empty()) {
    Array<std::string> others;
    const std::optional<FrameOn<double>> named = look_up(model, name_, offset_, others);
    if (!named)
      fail("{} refers to '{}', which is no {} of the model.{}", who, name_,
           offset_ ? "body" : "body, frame or point", suggestion(name_, others));
    found.body = named->body;
    if (!offset_) found.X_BF = named->X_BF;
  }
  require(found.body >= 0 && found.body < model.body_count(),
          "{} refers to body {}; the model has bodies 0 to {}", who, found.body, model.body_count() - 1);
  const Vec3<double>& p = found.X_BF.p;
  require(internal::is_finite(found.X_BF),
          "{} is attached to body '{}' at ({}, {}, {}) with an orientation or position that is not finite; "
          "give numbers",
          who, model.body(found.body).name, p.x, p.y, p.z);
  return found;
}

FrameOn<double> find_place(const Model& model, std::string_view name) {
  Array<std::string> others;
  const std::optional<FrameOn<double>> named = look_up(model, name, false, others);
  if (!named)
    fail("'{}' is no body, frame or point of the model '{}'.{}", name, model.name(),
         suggestion(name, others));
  return *named;
}

void PlacePair::find(const Declaration& declaration) {
  A = a.find(declaration), B = b.find(declaration);
  require(A.body != B.body,
          "both ends of the element '{}' are on body '{}', where it does nothing; put one on another body",
          declaration.name(), declaration.model().body(A.body).name);
}

}  // namespace sarrus
