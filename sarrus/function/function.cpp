#include "sarrus/function/function.h"

#include "sarrus/function/constant.h"

namespace sarrus {

Function::Function() : Function(constant(0)) {}

}  // namespace sarrus
