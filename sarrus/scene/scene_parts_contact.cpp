#include "sarrus/contact/compliant_contact.h"
#include "sarrus/scene/internal/scene_parts.h"

namespace sarrus::internal {

namespace {

/// Contacts with up to this many pairs of surfaces have an arrow and a number for each of them. Others have
/// some arrows for each surface, which show the first pairs in which it touches.
constexpr int most_pairs = 32, arrows_per_surface = 4;

/// Points in which a pair of surfaces that are no meshes touches at most, by most laws.
constexpr int points_per_pair = 4;

/// Two surfaces that touch: their contacts in the list of a State.
struct Touch {
  int surface1, surface2;
  int begin, end;
};

Touch touch_at(const Array<Contact>& contacts, int begin) {
  const int one = contacts[begin].surface1, two = contacts[begin].surface2;
  int end = begin;
  while (end < static_cast<int>(contacts.size()) && contacts[end].surface1 == one &&
         contacts[end].surface2 == two)
    ++end;
  return {one, two, begin, end};
}

/// A contact element of a System.
struct ContactElement {
  std::shared_ptr<const ForceElement> element;
  const CompliantContact* contact;
  ElementId id;

  /// The surface of a pair on which the force is shown: the second, unless it is fixed in the world.
  int shown_on(int surface1, int surface2) const {
    return contact->frame(surface2).body != 0 ? surface2 : surface1;
  }
  /// The n-th pair, from 0, that `wanted` accepts among those that touch.
  template <class Wanted>
  std::optional<Touch> find_touch(const State& state, int n, const Wanted& wanted) const {
    if (!state.is_enabled(id)) return std::nullopt;
    const Array<Contact>& contacts = contact->contacts(state);
    for (int begin = 0; begin < static_cast<int>(contacts.size());) {
      const Touch touch = touch_at(contacts, begin);
      if (wanted(touch) && n-- == 0) return touch;
      begin = touch.end;
    }
    return std::nullopt;
  }
  std::optional<Touch> find_touch(const State& state, int surface1, int surface2) const {
    return find_touch(state, 0, [=](const Touch& touch) {
      return touch.surface1 == surface1 && touch.surface2 == surface2;
    });
  }
  double normal_force(const State& state, const std::optional<Touch>& touch) const {
    double sum = 0;
    if (touch)
      for (int i = touch->begin; i < touch->end; ++i) sum += contact->forces(state)[i].normal;
    return sum;
  }
  /// The sum of the forces of a pair, at its center of pressure Σ f·p/Σ f; surfaces that are apart have none.
  ArrowValue arrow(const State& state, const std::optional<Touch>& touch) const {
    const double load = normal_force(state, touch);
    if (!(load > 0)) return {{no_value, no_value, no_value}, {0, 0, 0}};
    ArrowValue sum;
    for (int i = touch->begin; i < touch->end; ++i) {
      const ContactForce& force = contact->forces(state)[i];
      sum.point += (force.normal / load) * force.point;
      sum.vector += force.normal * contact->contacts(state)[i].normal + force.friction;
    }
    if (shown_on(touch->surface1, touch->surface2) == touch->surface1) sum.vector = -sum.vector;
    return sum;
  }
  /// The n-th of `places` for patches: if there are more contacts than places, an even selection of them.
  std::optional<ContactPatch> patch(const State& state, int n, int places) const {
    if (!state.is_enabled(id)) return std::nullopt;
    const int count = static_cast<int>(contact->contacts(state).size());
    if (n >= count) return std::nullopt;
    const int number = count <= places ? n : static_cast<int>(std::int64_t{n} * count / places);
    if (!(contact->forces(state)[number].normal > 0)) return std::nullopt;
    return contact->patch(state, number);
  }
};

Array<std::pair<int, int>> pairs_of(const CompliantContact& contact) {
  Array<std::pair<int, int>> pairs;
  const int count = static_cast<int>(contact.surfaces().size());
  for (int i = 0; i < count; ++i)
    for (int j = i + 1; j < count; ++j)
      if (contact.may_touch(i, j)) pairs.push_back({i, j});
  return pairs;
}

/// How many contacts a pair can have, about.
int most_contacts(const ContactSurface& one, const ContactSurface& two) {
  int springs = 0;
  for (const ContactSurface* surface : {&one, &two})
    if (const auto* mesh = std::get_if<SurfaceMeshShape>(&surface->shape))
      springs += static_cast<int>(mesh->mesh->triangles().size());
  return springs > 0 ? springs : points_per_pair;
}

void add_patches(const ContactElement& element, In<std::pair<int, int>> pairs, int most, Scene& scene) {
  int places = 0;
  for (const auto& [one, two] : pairs) {
    if (places >= most) break;
    places += most_contacts(element.contact->surfaces()[one], element.contact->surfaces()[two]);
  }
  places = std::min(places, most);
  for (int n = 0; n < places; ++n)
    scene.add_patch("contact " + std::to_string(n + 1),
                    [element, n, places](const State& s) { return element.patch(s, n, places); });
}

void add_pair(const ContactElement& element, int one, int two, const SceneOptions& options, Scene& scene) {
  const Array<ContactSurface>& surfaces = element.contact->surfaces();
  const int on = element.shown_on(one, two);
  const std::string name = surfaces[on].name + " on " + surfaces[on == one ? two : one].name;
  if (options.forces)
    scene.add_signal(
        name, "N",
        [element, one, two](const State& s) {
          return element.normal_force(s, element.find_touch(s, one, two));
        },
        "forces");
  if (options.applied_forces)
    scene.add_arrow(
        name, "N",
        [element, one, two](const State& s) { return element.arrow(s, element.find_touch(s, one, two)); },
        "contact forces");
}

void add_surface(const ContactElement& element, int surface, int partners, Scene& scene) {
  for (int n = 0; n < std::min(partners, arrows_per_surface); ++n)
    scene.add_arrow(
        element.contact->surfaces()[surface].name, "N",
        [element, surface, n](const State& s) {
          return element.arrow(s, element.find_touch(s, n, [&](const Touch& touch) {
            return element.shown_on(touch.surface1, touch.surface2) == surface;
          }));
        },
        "contact forces");
}

}  // namespace

bool add_contact(const std::shared_ptr<const ForceElement>& force, ElementId id, const SceneOptions& options,
                 Scene& scene) {
  const ContactElement element{force, dynamic_cast<const CompliantContact*>(force.get()), id};
  if (element.contact == nullptr) return false;
  const Array<std::pair<int, int>> pairs = pairs_of(*element.contact);
  add_patches(element, pairs, options.contact_patches, scene);
  if (static_cast<int>(pairs.size()) <= most_pairs) {
    for (const auto& [one, two] : pairs) add_pair(element, one, two, options, scene);
  } else if (options.applied_forces) {
    Array<int> partners(element.contact->surfaces().size(), 0);
    for (const auto& [one, two] : pairs) ++partners[element.shown_on(one, two)];
    for (int i = 0; i < static_cast<int>(partners.size()); ++i) add_surface(element, i, partners[i], scene);
  }
  return true;
}

}  // namespace sarrus::internal
