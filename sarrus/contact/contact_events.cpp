#include "sarrus/contact/contact_events.h"

#include <algorithm>

#include "sarrus/system/quantities.h"

namespace sarrus {

namespace {

using SharedContact = std::shared_ptr<CompliantContact>;

std::string name_of_pair(const char* what, const std::string& surface1, const std::string& surface2) {
  return fmt::format("{} of {} and {}", what, surface1, surface2);
}

/// The sum of the normal forces between two surfaces.
double normal_force(const State& state, const CompliantContact& contact, int surface1, int surface2) {
  double sum = 0;
  const Array<Contact>& contacts = contact.contacts(state);
  for (std::size_t i = 0; i < contacts.size(); ++i)
    if (contacts[i].surface1 == std::min(surface1, surface2) &&
        contacts[i].surface2 == std::max(surface1, surface2))
      sum += contact.forces(state)[i].normal;
  return sum;
}

}  // namespace

Quantity<double> contact_distance(SystemBuilder& builder, const SharedContact& contact,
                                  const std::string& surface1, const std::string& surface2) {
  const int one = contact->surface_number(surface1), two = contact->surface_number(surface2);
  require_distance(contact->surfaces()[one].shape, surface1, contact->surfaces()[two].shape, surface2);
  return builder.quantity(
      name_of_pair("distance", surface1, surface2), {builder.quantities().position},
      [contact, one, two](const State& state) { return contact->distance(state, one, two).distance; });
}

Quantity<double> contact_force(SystemBuilder& builder, const SharedContact& contact,
                               const std::string& surface1, const std::string& surface2) {
  const int one = contact->surface_number(surface1), two = contact->surface_number(surface2);
  return builder.quantity(
      name_of_pair("contact force", surface1, surface2),
      {contact->contacts_quantity(), contact->forces_quantity()},
      [contact, one, two](const State& state) { return normal_force(state, *contact, one, two); });
}

void on_touch(SystemBuilder& builder, const SharedContact& contact, const std::string& surface1,
              const std::string& surface2, EventHandler handle) {
  builder.add(on_crossing(name_of_pair("touch", surface1, surface2),
                          contact_distance(builder, contact, surface1, surface2), Crossing::falling,
                          std::move(handle)));
}

void on_part(SystemBuilder& builder, const SharedContact& contact, const std::string& surface1,
             const std::string& surface2, EventHandler handle) {
  builder.add(on_crossing(name_of_pair("parting", surface1, surface2),
                          contact_distance(builder, contact, surface1, surface2), Crossing::rising,
                          std::move(handle)));
}

void on_excess(SystemBuilder& builder, const SharedContact& contact, const std::string& surface1,
               const std::string& surface2, double limit, EventHandler handle) {
  const int one = contact->surface_number(surface1), two = contact->surface_number(surface2);
  builder.on_crossing(
      name_of_pair("excess", surface1, surface2), {contact->contacts_quantity(), contact->forces_quantity()},
      [contact, one, two, limit](const State& state) {
        return normal_force(state, *contact, one, two) - limit;
      },
      Crossing::rising, std::move(handle));
}

}  // namespace sarrus
