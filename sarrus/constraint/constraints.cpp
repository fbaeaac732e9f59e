#include "sarrus/constraint/constraints.h"

namespace sarrus {

#define SARRUS_LIST_ENTRY(C) template class ConstraintOf<C>;
SARRUS_CONSTRAINTS(SARRUS_LIST_ENTRY)
#undef SARRUS_LIST_ENTRY

}  // namespace sarrus
