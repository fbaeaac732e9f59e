#pragma once
/// @file
/// Contact of collision shapes, as the command line asks for it.

#include <optional>

#include "apps/sarrus/command.h"
#include "apps/sarrus/initial_state.h"
#include "sarrus/format/load_contact.h"

namespace sarrus {

/// The options --contact, --ground and --srdf.
struct ContactChoice {
  std::string material{};  ///< Name of a material, or "off"; empty: on if something is free to fall.
  std::string ground{};    ///< As given; empty: at zero.
  double height = 0;
  std::string srdf{};  ///< A file, or "off"; empty: the one beside the model file, if there is one.

  bool is_off() const { return material == "off"; }
  bool is_given() const { return !material.empty() || !ground.empty() || !srdf.empty(); }
};

/// Gives a command the options --contact, --ground and --srdf.
void add_contact_options(Command& command, ContactChoice& choice);

/// The contact of a run.
struct ChosenContact {
  std::shared_ptr<const CompliantContact> contact{};  ///< Null: off.
  std::string notes{};                                ///< For standard error.
  std::string line{};  ///< For the summary: which contact, or why there is none.
  double ground = 0;
  ElementId element{};  ///< Of the contact in the System.

  bool is_on() const { return contact != nullptr; }
};
/// Adds the contact of a model's collision shapes to its System, under the name "contact".
ChosenContact add_contact(SystemBuilder& builder, const LoadedModel& robot, const ContactChoice& choice);

/// The longest step of a simulation with contact, so that what falls freely, in steps of any length
/// otherwise, does not pass through something within one.
constexpr double longest_step_with_contact = 0.01;  // [s]

/// Raises a model with a free base until nothing of it is below the ground, unless the user has placed it.
/// Returns a note on that, and on shapes that overlap at the start, which rigid contact moves apart.
std::string place_on_ground(State& state, const ChosenContact& chosen, const InitialState& given,
                            bool is_rigid = false);

}  // namespace sarrus
