#include "sarrus/constraint/internal/different_bodies.h"

#include "sarrus/base/array.h"
#include "sarrus/system/declaration.h"

namespace sarrus::internal {

Array<FrameOn<double>> find_on_different_bodies(const Declaration& declaration, const FrameOn<double>& F,
                                                const Array<Place>& places) {
  Array<FrameOn<double>> frames;
  for (const Place& place : places) {
    const FrameOn<double> found = place.find(declaration);
    bool is_new = found.body != F.body;
    for (const FrameOn<double>& other : frames) is_new = is_new && found.body != other.body;
    require(
        is_new,
        "the constraint '{}' takes body '{}' twice, where it does nothing; put one of the frames on another "
        "body",
        declaration.name(), declaration.model().body(found.body).name);
    frames.push_back(found);
  }
  return frames;
}

}  // namespace sarrus::internal
