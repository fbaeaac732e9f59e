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
  mixed_speeds_.reserve(speeds);
  links_.reserve(all.size()), steps_.reserve(all.size());
  link_of_.reserve(all.size()), is_held_.reserve(all.size());
}

bool HeldNodes::set(const ArticulatedLinks& all, const IndexSet& prescribed, bool forces) {
  if (!links_.empty() && forces == forces_ && prescribed == prescribed_) return false;
  prescribed_ = prescribed;
  forces_ = forces;
  find_links(all);
  find_mixed_speeds();
  find_neighbors();
  find_roles();
  return true;
}

void HeldNodes::find_links(const ArticulatedLinks& all) {
  links_.assign(1, all[0]);
  steps_.clear();
  link_of_.assign(all.size(), 0);
  is_held_.assign(all.size(), 0);
  for (int i = 1; i < static_cast<int>(all.size()); ++i) {
    const ArticulatedLink& node = all[i];
    const int given = count_prescribed(node, prescribed_), parent_link = link_of_[node.parent];
    const bool on_held = is_held_[node.parent] != 0, is_held = given == node.nu;
    const int root = links_[parent_link].node, number = static_cast<int>(links_.size());
    steps_.push_back({.node = i,
                      .parent = node.parent,
                      .root = root,
                      .start = on_held && root != 0 ? node.parent : 0,
                      .link = is_held ? parent_link : number,
                      .is_held = is_held,
                      .on_held = on_held,
                      .role = given > 0 ? Role::mixed : Role::link});
    is_held_[i] = is_held ? 1 : 0;
    link_of_[i] = is_held ? parent_link : number;
    if (is_held) continue;
    ArticulatedLink link = node;
    link.parent = link.parent_slot = link.parent_load_slot = parent_link;
    link.parent_node = root;
    link.slot = link.load_slot = number;
    link.is_mixed = given > 0;
    links_.push_back(link);
  }
}

void HeldNodes::find_mixed_speeds() {
  mixed_speeds_.clear();
  for (const ArticulatedLink& link : links_)
    for (int k = link.u0; link.is_mixed && k < link.u0 + link.nu; ++k)
      if (prescribed_.contains(k)) mixed_speeds_.push_back(k);
}

void HeldNodes::find_neighbors() {
  for (ArticulatedLink& link : links_) link.is_leaf = true;
  for (int i = static_cast<int>(links_.size()) - 1; i > 0; --i) {
    ArticulatedLink& parent = links_[links_[i].parent];
    links_[i].is_last_child = parent.is_leaf;
    parent.is_leaf = false;
  }
  for (int i = 1; i < static_cast<int>(links_.size()); ++i) links_[i].stays = passes_to_the_next(links_, i);
  // The load of a link that is attached to a held node is read again for the force of that node.
  for (const Step& step : steps_)
    if (forces_ && step.on_held && !step.is_held && step.link + 1 < static_cast<int>(links_.size()))
      links_[step.link + 1].stays = false;
}

void HeldNodes::find_roles() {
  Array<char>& is_needed =
      is_held_;  // of no further use: now says whether a later step needs a node's motion
  std::fill(is_needed.begin(), is_needed.end(), 0);
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    if (step->is_held) {
      if (step->link > 0)
        step->role = forces_ ? Role::borne : Role::part;
      else if (forces_)
        step->role = Role::wrench;
      else
        step->role = is_needed[step->node] != 0 ? Role::motion : Role::nothing;
    }
    if (step->role != Role::nothing) is_needed[step->parent] = 1;
  }
  std::erase_if(steps_, [](const Step& step) { return step.role == Role::nothing; });
}

}  // namespace sarrus
