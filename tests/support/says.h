#pragma once
/// @file
/// Checks of the messages of Errors.

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include "sarrus/base/error.h"

namespace sarrus::testing {

/// The message of the Error that `f` throws.
template <class F>
std::string message(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

/// Expects an Error whose message contains all of `parts`.
template <class F>
void expect_error(F&& f, std::initializer_list<const char*> parts) {
  const std::string said = message(f);
  for (const char* part : parts) EXPECT_NE(said.find(part), std::string::npos) << said << "\nlacks " << part;
}

}  // namespace sarrus::testing

#define EXPECT_SAYS(text, part)                            \
  do {                                                     \
    const std::string said = text;                         \
    EXPECT_NE(said.find(part), std::string::npos) << said; \
  } while (false)
