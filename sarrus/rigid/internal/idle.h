#pragma once
/// @file

namespace sarrus::internal {

/// The value of the witness of an event that is not waited for. Its opposite lets the event happen at once.
inline constexpr double idle = 1;

}  // namespace sarrus::internal
