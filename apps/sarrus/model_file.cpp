#include "apps/sarrus/model_file.h"

namespace sarrus {

UrdfRobot load(const ModelFile& file) {
  require(file.path.ends_with(".urdf") || file.path.ends_with(".xml"),
          "'{}' ends neither in .urdf nor in .xml; only URDF can be read", file.path);
  return read_urdf(file.path, file.urdf);
}

}  // namespace sarrus
