#include "sarrus/format/internal/xml_text.h"

#include <algorithm>
#include <cctype>
#include <cstring>

#include "sarrus/base/error.h"

namespace sarrus::internal {

namespace {

bool contains(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

/// The probable kind of a file that is not XML, by its first bytes.
std::string other_kind(std::string_view text) {
  std::string start(text.substr(0, 2000));
  std::transform(start.begin(), start.end(), start.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const std::size_t first = start.find_first_not_of(" \t\r\n");
  if (contains(start, "<!doctype html") || contains(start, "<html"))
    return "; this is a web page, saved in place of the file";
  if (start.starts_with("version https://git-lfs"))
    return "; this is a pointer of Git LFS: `git lfs pull` gets the file";
  if (start.starts_with("\x1f\x8b")) return "; this is compressed by gzip: unpack it";
  if (start.starts_with("pk\x03\x04")) return "; this is a ZIP archive: unpack it";
  if (first == start.npos) return "; it is empty";
  if (start[first] == '{' || start[first] == '[') return "; this looks like JSON";
  return contains(text, "<") ? "" : "; URDF begins with <robot name=\"…\">";
}

/// A description of the fault in a text that could not be parsed.
std::string syntax_fault(const pugi::xml_parse_result& result) {
  switch (result.status) {
    case pugi::status_end_element_mismatch:
      return "tags mismatch: an element ends that is not the one begun last";
    case pugi::status_unrecognized_tag:
      return "a '<' that begins no element; write &lt; where the sign itself is meant";
    case pugi::status_bad_attribute:
      return "an attribute cannot be read; write name=\"value\"";
    default:
      return std::string(result.description()) + "; elements must be closed and attributes quoted";
  }
}

/// The length in bytes of the UTF-8 character at the start of a text; zero if there is none.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned first = byte(0);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xC2 ? 0
                             : first < 0xE0 ? 2
                             : first < 0xF0 ? 3
                             : first < 0xF5 ? 4
                                            : 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0U) != 0x80) return 0;
  return length;
}

/// The end of a literal part that begins here: a comment, CDATA or a document type, in which markup has no
/// meaning.
std::size_t end_of_literal(std::string_view text, std::size_t i) {
  const auto after = [&](std::string_view end) {
    const std::size_t found = text.find(end, i);
    return found == text.npos ? text.size() : found + end.size();
  };
  const std::string_view here = text.substr(i, 12);
  if (here.starts_with("<!--")) return after("-->");
  if (here.starts_with("<![CDATA[")) return after("]]>");
  if (!here.starts_with("<!DOCTYPE")) return i;
  const std::size_t bracket = text.find_first_of("[>", i);
  return bracket != text.npos && text[bracket] == '[' ? after("]") : after(">");
}

/// The name in "&name;" at the start of a text, unless XML itself knows it; empty: none.
std::string_view entity_name(std::string_view text) {
  constexpr std::size_t longest = 100;
  const std::size_t end = text.substr(0, longest).find(';');
  if (end == text.npos || end < 2) return "";
  const std::string_view name = text.substr(1, end - 1);
  for (const char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && !contains("_.-:", {&c, 1})) return "";
  for (const char* known : {"lt", "gt", "amp", "quot", "apos"})
    if (name == known) return "";
  return name;
}

}  // namespace

XmlText::XmlText(std::string_view text, std::string file) : file_(std::move(file)), line_starts_{0} {
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n') line_starts_.push_back(static_cast<std::ptrdiff_t>(i) + 1);
  check_bytes(text);
  const pugi::xml_parse_result result = document_.load_buffer(
      text.data(), text.size(), pugi::parse_default | pugi::parse_doctype, pugi::encoding_utf8);
  const std::string kind = other_kind(text);
  require(result.status != pugi::status_no_document_element, "{}: the file has no XML element{}", file_,
          kind);
  require(result, "{}:{}: not XML{}", file_, line_at(result.offset),
          !kind.empty()                  ? kind
          : contains(text, "\n<<<<<<< ") ? "; the file has the marks <<<<<<< of a merge that was not finished"
                                         : ": " + syntax_fault(result));
  for (pugi::xml_node other = root().next_sibling(); other; other = other.next_sibling())
    require(other.type() != pugi::node_element, "{}:{}: a second root element <{}>; XML has one", file_,
            line(other), shown(other.name()));
  check_entities(text);
  find_text_outside(text);
}

void XmlText::check_bytes(std::string_view text) const {
  const std::size_t zero = text.find('\0');
  require(zero == text.npos, "{}:{}: a zero byte; the file must be XML in UTF-8, not binary or UTF-16{}",
          file_, line_at(static_cast<std::ptrdiff_t>(zero)), other_kind(text));
}

/// Throws an Error unless text outside of comments is UTF-8, and all its entities are supported.
void XmlText::check_entities(std::string_view text) const {
  for (std::size_t i = 0; i < text.size();) {
    if (const std::size_t end = text[i] == '<' ? end_of_literal(text, i) : i; end > i) {
      i = end;
      continue;
    }
    const std::size_t length = utf8_length(text.substr(i, 4));
    const int line = length == 0 || text[i] == '&' ? line_at(static_cast<std::ptrdiff_t>(i)) : 0;
    require(length > 0,
            "{}:{}: a byte that is not UTF-8; save the file in that encoding, or convert it: "
            "iconv -f latin1 -t utf-8",
            file_, line);
    if (text[i] == '&') {
      const std::string_view name = entity_name(text.substr(i));
      require(
          name.empty() || name[0] == '#',
          "{}:{}: the entity &{}; is not expanded; write out what it stands for, as `xmllint --noent` does",
          file_, line, name);
    }
    i += length;
  }
}

pugi::xml_node XmlText::doctype() const {
  for (const pugi::xml_node node : document_.children())
    if (node.type() == pugi::node_doctype) return node;
  return {};
}

/// Finds text before the first element, declaration or comment, and after the last.
void XmlText::find_text_outside(std::string_view text) {
  const auto find = [&](std::size_t begin, std::size_t end) {
    const std::string_view part = text.substr(begin, end - begin);
    const std::size_t first = part.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (first == part.npos) return;
    const std::size_t last = part.find_last_not_of(" \t\r\n");
    text_outside_.push_back({line_at(static_cast<std::ptrdiff_t>(begin + first)),
                             std::string(part.substr(first, last + 1 - first))});
  };
  find(0, text.find('<'));
  find(text.rfind('>') + 1, text.size());
}

int XmlText::line_at(std::ptrdiff_t offset) const {
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  return static_cast<int>(std::max<std::ptrdiff_t>(1, after - line_starts_.begin()));
}

std::string shown(std::string_view text) {
  constexpr std::size_t most = 60;
  if (text.size() <= most) return std::string(text);
  std::size_t end = most;
  while (end > 0 && (text[end] & 0xC0) == 0x80) --end;  // not within a UTF-8 character
  return std::string(text.substr(0, end)) + "…";
}

}  // namespace sarrus::internal
