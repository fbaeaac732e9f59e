#include "sarrus/system/print_state.h"

#include <ostream>

#include "sarrus/base/array.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus {

using namespace internal;

namespace {

template <class Entry>
void print_named(std::ostream& out, const char* kind, const Array<Entry>& entries, In<double> values) {
  if (values.empty()) return;
  out << '\n' << kind << ": ";
  for (std::size_t i = 0; i < values.size(); ++i)
    out << (i == 0 ? "" : ", ") << entries[i].name << " = " << values[i];
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const State& state) {
  out << "State of '" << state.model().name() << "' at t = " << state.time() << " s";
  print_named(out, "q", state.model().coordinates(), state.q());
  print_named(out, "u", state.model().speeds(), state.u());
  print_named(out, "z", state.layout().auxiliaries, state.z());
  return out;
}

}  // namespace sarrus
