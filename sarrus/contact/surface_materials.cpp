#include "sarrus/contact/internal/surface_materials.h"

#include <algorithm>

namespace sarrus::internal {

void SurfaceMaterials::add(const ContactMaterial& material) {
  of_surfaces_.push_back(material);
  const auto kind = std::find(kinds_.begin(), kinds_.end(), material);
  kind_of_.push_back(kind - kinds_.begin());
  if (kind == kinds_.end() && kinds_.size() <= most_kinds) kinds_.push_back(material);
}

void SurfaceMaterials::combine_kinds(const CombinationRules& rules) {
  rules_ = rules;
  if (kinds_.size() > most_kinds) return;
  for (const ContactMaterial& first : kinds_)
    for (const ContactMaterial& second : kinds_) pairs_.push_back(combine(first, second, rules));
}

}  // namespace sarrus::internal
