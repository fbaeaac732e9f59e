#pragma once
/// @file
#include <string>
#include <typeinfo>

#include "sarrus/joint/joint.h"

namespace sarrus::internal {

/// The type of a joint as its class is called: "Pin", "BendStretch".
std::string joint_type_name(const Joint& joint);
/// The name of a class without its namespaces and template arguments: "TwoPointSpring".
std::string class_name(const std::type_info& type);

}  // namespace sarrus::internal
