#include "sarrus/contact/contact_surface.h"

#include "sarrus/base/names.h"

namespace sarrus {

int surface_number(const Array<ContactSurface>& surfaces, std::string_view name) {
  Array<std::string> names;
  for (int i = 0; i < static_cast<int>(surfaces.size()); ++i) {
    if (surfaces[i].name == name) return i;
    names.push_back(surfaces[i].name);
  }
  fail("there is no surface '{}' in the contact.{}", name, suggestion(name, names));
}

}  // namespace sarrus
