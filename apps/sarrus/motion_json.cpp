#include "apps/sarrus/motion_json.h"

#include <nlohmann/json.hpp>

#include "apps/sarrus/json_number.h"

namespace sarrus {

nlohmann::ordered_json motion_json(const Model& model, const MotionRecord& motion) {
  nlohmann::ordered_json coordinates = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < motion.coordinates().size(); ++i) {
    const auto& [first, last, least, greatest] = motion.coordinates()[i];
    coordinates.push_back({{"name", model.coordinates()[i].name},
                           {"unit", model.coordinates()[i].unit},
                           {"start", json_number(first)},
                           {"end", json_number(last)},
                           {"least", json_number(least)},
                           {"greatest", json_number(greatest)}});
  }
  return coordinates;
}

}  // namespace sarrus
