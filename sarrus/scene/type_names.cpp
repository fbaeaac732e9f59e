#include "sarrus/scene/internal/type_names.h"

#include <cxxabi.h>

#include <cctype>
#include <cstdlib>
#include <memory>

namespace sarrus::internal {

std::string joint_type_name(const Joint& joint) {
  std::string name;
  bool begins_word = true;
  for (const char c : joint.type_name()) {
    if (c != '-') name += begins_word ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    begins_word = c == '-';
  }
  return name;
}

std::string class_name(const std::type_info& type) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> demangled(
      abi::__cxa_demangle(type.name(), nullptr, nullptr, &status), &std::free);
  std::string name = status == 0 ? demangled.get() : type.name();
  name.resize(std::min(name.size(), name.find('<')));
  const std::size_t colons = name.rfind("::");
  return colons == std::string::npos ? name : name.substr(colons + 2);
}

}  // namespace sarrus::internal
