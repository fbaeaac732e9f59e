#include "sarrus/format/internal/xml_element.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "sarrus/base/array.h"
#include "sarrus/base/names.h"

namespace sarrus::internal {

namespace {

constexpr std::string_view blanks = " \t\r\n";

/// The words of a text, separated by blanks.
Array<std::string_view> words(std::string_view text) {
  Array<std::string_view> found;
  for (std::size_t start = text.find_first_not_of(blanks); start != text.npos;) {
    const std::size_t end = std::min(text.find_first_of(blanks, start), text.size());
    found.push_back(text.substr(start, end - start));
    start = text.find_first_not_of(blanks, end);
  }
  return found;
}

bool is_macro(std::string_view text) { return text.find("${") != text.npos || text.find("$(") != text.npos; }

/// True if an element is a xacro macro that was not expanded.
bool is_unexpanded(std::string_view tag) {
  return tag.starts_with("xacro:") && tag != "xacro:property" && tag != "xacro:arg";
}

bool is_among(std::string_view name, std::initializer_list<const char*> list) {
  for (const char* item : list)
    if (name == item) return true;
  return false;
}

/// " Did you mean 'x'?" only where one of the expected names is near.
std::string near(const std::string& name, std::initializer_list<const char*> expected) {
  constexpr std::size_t longest = 30;
  if (name.size() > longest) return "";
  const std::string nearest = nearest_name(name, {expected.begin(), expected.end()});
  return nearest.empty() ? "" : fmt::format(" (did you mean {}?)", nearest);
}

}  // namespace

std::optional<double> XmlElement::parse(const char* attribute, std::string_view word) const {
  const std::string_view digits = word.substr(word.starts_with('+') ? 1 : 0);
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc() && end == digits.data() + digits.size() && std::isfinite(value)) return value;
  if (is_macro(word))
    fault("{}=\"{}\" of <{}> is an expression of xacro; run xacro on the file first", attribute, shown(word),
          tag());
  else if (word.find(',') != word.npos)
    fault(
        "{}=\"{}\" of <{}> is not a number; decimals are written with a point, and numbers are separated by "
        "spaces",
        attribute, shown(word), tag());
  else
    fault("{}=\"{}\" of <{}> is not a finite number", attribute, shown(word), tag());
  return {};
}

std::string XmlElement::text(const char* attribute) const {
  std::string found = text_or(attribute, "");
  if (!has(attribute))
    fault("<{}> lacks the attribute '{}'", tag(), attribute);
  else if (found.empty())
    fault("the attribute '{}' of <{}> is empty", attribute, tag());
  return found;
}

std::string XmlElement::text_or(const char* attribute, const std::string& otherwise) const {
  if (!has(attribute)) return otherwise;
  std::string value = node_.attribute(attribute).value();
  if (is_macro(value))
    fault("{}=\"{}\" of <{}> is an expression of xacro; run xacro on the file first", attribute, shown(value),
          tag());
  if (std::any_of(value.begin(), value.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; }))
    fault("{} of <{}> holds a control character; leave it out", attribute, tag());
  constexpr std::size_t longest = 4096;  // as long as paths are
  if (value.size() > longest)
    fault("{} of <{}> has {} bytes; at most {} are taken", attribute, tag(), value.size(), longest);
  return value;
}

std::optional<Array<double>> XmlElement::numbers(const char* attribute, std::size_t count) const {
  if (!has(attribute)) return {};
  const std::string_view value = node_.attribute(attribute).value();
  const Array<std::string_view> parts = words(value);
  if (parts.size() != count && !is_macro(value)) {
    fault("{}=\"{}\" of <{}> has {} word{}, but must be {}", attribute, shown(value), tag(), parts.size(),
          parts.size() == 1 ? "" : "s", count == 1 ? "one number" : fmt::format("{} numbers", count));
    return {};
  }
  Array<double> parsed;
  for (const std::string_view part : parts) {
    const std::optional<double> number = parse(attribute, part);
    if (!number) return {};
    parsed.push_back(*number);
  }
  if (parsed.size() != count) return {};
  return parsed;
}

double XmlElement::number(const char* attribute) const {
  if (!has(attribute)) fault("<{}> lacks the attribute '{}'", tag(), attribute);
  return number_or(attribute, 0);
}

double XmlElement::number_or(const char* attribute, double otherwise) const {
  const std::optional<Array<double>> found = numbers(attribute, 1);
  return found ? found->front() : otherwise;
}

Vec3<double> XmlElement::vector_or(const char* attribute, const Vec3<double>& otherwise) const {
  const std::optional<Array<double>> found = numbers(attribute, 3);
  return found ? Vec3<double>{(*found)[0], (*found)[1], (*found)[2]} : otherwise;
}

XmlElement XmlElement::child(const char* tag) const {
  const pugi::xml_node first = node_.child(tag), second = first.next_sibling(tag);
  if (second) made(second).fault("a second <{}>; there can be one", tag);
  return made(first);
}

Array<XmlElement> XmlElement::children() const {
  Array<XmlElement> found;
  for (const pugi::xml_node node : node_.children())
    if (node.type() == pugi::node_element) found.push_back(made(node));
  return found;
}

Array<XmlElement> XmlElement::children(const char* tag) const {
  Array<XmlElement> found;
  for (const pugi::xml_node node : node_.children(tag)) found.push_back(made(node));
  return found;
}

void XmlElement::note_text() const {
  for (const pugi::xml_node node : node_.children()) {
    if (node.type() != pugi::node_pcdata && node.type() != pugi::node_cdata) continue;
    std::string said;
    for (const std::string_view word : words(std::string_view(node.value()).substr(0, 200)))
      said.append(said.empty() ? "" : " ").append(word);
    if (!said.empty())
      made(node).note(NoteKind::ignored, fmt::format("the text \"{}\" in <{}>", shown(said), shown(tag())));
  }
}

void XmlElement::note_unexpected_attributes(std::initializer_list<const char*> expected) const {
  std::set<std::string_view> seen;
  for (const pugi::xml_attribute attribute : node_.attributes()) {
    const std::string name = attribute.name();
    if (!seen.insert(attribute.name()).second)
      fault("<{}> has the attribute '{}' twice", shown(tag()), shown(name));
    else if (!is_among(name, expected) && !name.starts_with("xmlns"))
      note(NoteKind::ignored,
           fmt::format("attribute {} of <{}>{}", shown(name), shown(tag()), near(name, expected)));
  }
}

void XmlElement::expect_only(std::initializer_list<const char*> attributes,
                             std::initializer_list<const char*> children) const {
  if (!node_) return;
  note_unexpected_attributes(attributes);
  note_text();
  for (const XmlElement& other : this->children())
    if (is_unexpanded(other.tag()))
      other.fault("<{}> is a macro of xacro; run xacro on the file first", shown(other.tag()));
    else if (!is_among(other.tag(), children))
      other.note(NoteKind::ignored, fmt::format("<{}> in <{}>{}", shown(other.tag()), shown(tag()),
                                                near(other.tag(), children)));
}

}  // namespace sarrus::internal
