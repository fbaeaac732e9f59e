#include "sarrus/format/load_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ostream>

#include "sarrus/base/array.h"

namespace sarrus {

namespace {

const char* word(NoteKind kind) {
  switch (kind) {
    case NoteKind::changed:
      return "changed";
    case NoteKind::data:
      return "data";
    case NoteKind::ignored:
      return "ignored";
    case NoteKind::doubtful:
      return "doubtful";
  }
  return "";
}

constexpr std::size_t most_places = 4;

/// "line 3" or "lines 3, 7, 9, 12 and 5 more".
std::string lines(const Array<const LoadNote*>& notes) {
  std::string text = notes.size() == 1 ? "line" : "lines";
  for (std::size_t i = 0; i < std::min(most_places, notes.size()); ++i)
    text += fmt::format("{} {}", i == 0 ? "" : ",", notes[i]->line);
  if (notes.size() > most_places) text += fmt::format(" and {} more", notes.size() - most_places);
  return text;
}

/// The first few places of notes with the same text.
std::string places(const Array<const LoadNote*>& notes) {
  const std::string& where = notes.front()->where;
  if (std::all_of(notes.begin(), notes.end(), [&](const LoadNote* note) { return note->where == where; }))
    return fmt::format("{} ({})", where, lines(notes));
  std::string text;
  for (std::size_t i = 0; i < std::min(most_places, notes.size()); ++i)
    text += fmt::format("{}{} (line {})", i == 0 ? "" : ", ", notes[i]->where, notes[i]->line);
  if (notes.size() > most_places) text += fmt::format(" and {} more", notes.size() - most_places);
  return text;
}

}  // namespace

int LoadReport::count(NoteKind kind) const {
  return static_cast<int>(
      std::count_if(notes.begin(), notes.end(), [&](const LoadNote& note) { return note.kind == kind; }));
}

Array<LoadNote> LoadReport::warnings() const {
  Array<LoadNote> found;
  for (const LoadNote& note : notes)
    if (note.alters || note.kind == NoteKind::doubtful) found.push_back(note);
  return found;
}

std::ostream& operator<<(std::ostream& out, const LoadReport& report) {
  if (report.notes.empty()) return out << report.file << ": everything was taken as it stands\n";
  const int doubtful = report.count(NoteKind::doubtful);
  out << fmt::format("{}: {} changed, {} kept as data, {} ignored{}\n", report.file,
                     report.count(NoteKind::changed), report.count(NoteKind::data),
                     report.count(NoteKind::ignored),
                     doubtful > 0 ? fmt::format(", {} doubtful", doubtful) : "");
  std::map<std::pair<NoteKind, std::string>, Array<const LoadNote*>> groups;
  for (const LoadNote& note : report.notes) groups[{note.kind, note.text}].push_back(&note);
  for (const auto& [key, notes] : groups)
    out << fmt::format("  {:<{}}  {}: {}\n", word(key.first), doubtful > 0 ? 8 : 7, key.second,
                       places(notes));
  return out;
}

}  // namespace sarrus
