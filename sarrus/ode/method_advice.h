#pragma once
/// @file
/// Advice where a name is that of no method of integration.

#include <string>
#include <string_view>

namespace sarrus {

/// The method that other programs know by a name, or the one that is spelled almost alike, and the list of
/// all methods: "you may mean dormand-prince5. There are auto, euler, …".
std::string method_advice(std::string_view name);

}  // namespace sarrus
