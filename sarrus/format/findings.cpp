#include "sarrus/format/internal/findings.h"

#include <algorithm>

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"
#include "sarrus/base/names.h"

namespace sarrus::internal {

namespace {

constexpr std::size_t most_faults = 40, most_notes = 100'000;

template <class Items>
void sort_by_line(Items& items) {
  std::stable_sort(items.begin(), items.end(), [](const auto& a, const auto& b) { return a.line < b.line; });
}

}  // namespace

void Findings::add_fault(int line, const std::string& text) {
  faults_.push_back({line, fmt::format("{}:{}: {}", file(), line, text)});
  if (faults_.size() == most_faults) require_no_faults();
}

void Findings::add_note(LoadNote note) {
  require(report_.notes.size() < most_notes,
          "{}:{}: more than {} things in the file are not of URDF, such as {}: {}; is it the right file?",
          file(), note.line, most_notes, note.where, note.text);
  report_.notes.push_back(std::move(note));
}

void Findings::require_no_faults() const {
  if (faults_.empty()) return;
  if (faults_.size() == 1) throw Error(faults_.front().text);
  Array<Fault> sorted = faults_;
  sort_by_line(sorted);
  std::string list;
  for (const Fault& fault : sorted) list += fmt::format("\n  - {}", fault.text);
  const bool all = faults_.size() < most_faults;
  fail("'{}' has {} faults{}:{}", file(), faults_.size(), all ? "" : " or more", list);
}

LoadReport Findings::report() const {
  LoadReport report = report_;
  sort_by_line(report.notes);
  return report;
}

std::string suggest(const std::string& name, const Array<std::string>& candidates) {
  constexpr std::size_t longest = 100;  // time and memory of a comparison grow with the square of the length
  if (name.size() > longest) return "";
  Array<std::string> comparable;
  for (const std::string& candidate : candidates)
    if (candidate.size() <= longest) comparable.push_back(candidate);
  return suggestion(name, comparable);
}

}  // namespace sarrus::internal
