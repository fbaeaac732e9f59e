#include "sarrus/system/own_parameter.h"

#include "sarrus/system/declaration.h"

namespace sarrus {

void OwnParameter::declare(Declaration& declaration, const std::string& name, const std::string& unit,
                           ParameterRange range) {
  static_cast<Parameter&>(*this) = declaration.declare_parameter(name, default_value, unit, range);
}

void OwnVector::declare(Declaration& declaration, const std::string& name, const std::string& unit,
                        ParameterRange range) {
  x.declare(declaration, name + "_x", unit, range);
  y.declare(declaration, name + "_y", unit, range);
  z.declare(declaration, name + "_z", unit, range);
}

}  // namespace sarrus
