#include "sarrus/base/error.h"
#include "sarrus/format/mesh/internal/mesh_formats.h"

namespace sarrus::internal {

Array<MeshPart> read_other_mesh(std::string_view, const std::string& ending) {
  fail(
      "files of the type '{}' are not read by this build; convert it to STL, OBJ or PLY, or build with "
      "assimp "
      "(package libassimp-dev)",
      ending);
}

}  // namespace sarrus::internal
