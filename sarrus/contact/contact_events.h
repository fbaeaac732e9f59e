#pragma once
/// @file
/// Events and numbers of contacts, by the names of surfaces. Call these after the contact was added to the
/// builder:
///
///     auto contact = std::make_shared<CompliantContact>(surfaces);
///     builder.add_force("contact", contact);
///     on_touch(builder, contact, "ball", "floor", [](State&, EventCall& call) { call.stop("landed"); });

#include <memory>
#include <string>

#include "sarrus/contact/compliant_contact.h"
#include "sarrus/system/system.h"

namespace sarrus {

/// The signed distance of two surfaces, and the normal force between them, as quantities: outputs, measures
/// and events can read them.
Quantity<double> contact_distance(SystemBuilder& builder, const std::shared_ptr<CompliantContact>& contact,
                                  const std::string& surface1, const std::string& surface2);
Quantity<double> contact_force(SystemBuilder& builder, const std::shared_ptr<CompliantContact>& contact,
                               const std::string& surface1, const std::string& surface2);

/// Events when two surfaces begin to touch, when they part, and when the normal force between them rises
/// above a limit [N].
void on_touch(SystemBuilder& builder, const std::shared_ptr<CompliantContact>& contact,
              const std::string& surface1, const std::string& surface2, EventHandler handle);
void on_part(SystemBuilder& builder, const std::shared_ptr<CompliantContact>& contact,
             const std::string& surface1, const std::string& surface2, EventHandler handle);
void on_excess(SystemBuilder& builder, const std::shared_ptr<CompliantContact>& contact,
               const std::string& surface1, const std::string& surface2, double limit, EventHandler handle);

}  // namespace sarrus
