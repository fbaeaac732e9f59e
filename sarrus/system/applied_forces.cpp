#include "sarrus/system/applied_forces.h"

#include "sarrus/base/error.h"

namespace sarrus {

void AppliedForces::refuse(const char* what, int number, std::size_t count) {
  fail("there is no {} {} that a force could act on; there are {}, counted from 0", what, number, count);
}

}  // namespace sarrus
