#include "sarrus/dynamics/articulated_links.h"

namespace sarrus {

namespace {

/// Number of speeds of a link that are prescribed.
int count_prescribed(const ArticulatedLink& link, const IndexSet& prescribed) {
  int count = 0;
  for (int k = link.u0; k < link.u0 + link.nu; ++k) count += prescribed.contains(k) ? 1 : 0;
  return count;
}

}  // namespace

HeldNodes::HeldNodes(const ArticulatedLinks& all, int speeds) : prescribed_(speeds) {
  links_.reserve(all.size()), steps_.reserve(all.size()), roles_.reserve(all.size());
  link_of_.reserve(all.size()), is_held_.reserve(all.size()), keeps_load_.reserve(all.size());
}

void HeldNodes::set(const ArticulatedLinks& all, const IndexSet& prescribed, bool forces) {
  if (!links_.empty() && forces == forces_ && prescribed == prescribed_) return;
  prescribed_ = prescribed;
  forces_ = forces;
  find_links(all);
  find_neighbors();
  find_roles(all);
}

void HeldNodes::find_links(const ArticulatedLinks& all) {
  links_.assign(1, all[0]);
  steps_.clear();
  link_of_.assign(all.size(), 0);
  is_held_.assign(all.size(), 0);
  keeps_load_.assign(all.size(), 0);
  for (int i = 1; i < static_cast<int>(all.size()); ++i) {
    const ArticulatedLink& node = all[i];
    const int given = count_prescribed(node, prescribed_), parent_link = link_of_[node.parent];
    const bool on_held = is_held_[node.parent] != 0, is_held = given == node.nu;
    const int root = links_[parent_link].node, number = static_cast<int>(links_.size());
    if (is_held || on_held)
      steps_.push_back({i, node.parent, root, parent_link, is_held ? -1 : number, on_held});
    is_held_[i] = is_held ? 1 : 0;
    link_of_[i] = is_held ? parent_link : number;
    if (is_held) continue;
    keeps_load_[number] = on_held && forces_ ? 1 : 0;
    ArticulatedLink link = node;
    link.parent = link.parent_slot = link.parent_load_slot = parent_link;
    link.parent_node = root;
    link.slot = link.load_slot = number;
    link.is_mixed = given > 0;
    links_.push_back(link);
  }
}

void HeldNodes::find_neighbors() {
  for (ArticulatedLink& link : links_) link.is_leaf = true;
  for (int i = static_cast<int>(links_.size()) - 1; i > 0; --i) {
    ArticulatedLink& parent = links_[links_[i].parent];
    links_[i].is_last_child = parent.is_leaf;
    parent.is_leaf = false;
  }
  for (int i = 1; i < static_cast<int>(links_.size()); ++i)
    links_[i].stays = passes_to_the_next(links_, i) && keeps_load_[i - 1] == 0;
}

void HeldNodes::find_roles(const ArticulatedLinks& all) {
  roles_.assign(all.size(), Role::all);
  if (forces_) {
    for (std::size_t i = 1; i < all.size(); ++i)
      if (link_of_[i] == 0) roles_[i] = Role::wrench;
    return;
  }
  for (std::size_t i = 1; i < all.size(); ++i)
    if (link_of_[i] == 0) roles_[i] = Role::nothing;
  for (std::size_t i = all.size() - 1; i > 0; --i)
    if (Role& parent = roles_[all[i].parent]; roles_[i] != Role::nothing && parent == Role::nothing)
      parent = Role::motion;
}

}  // namespace sarrus
