#pragma once
/// @file
/// Reads the attributes and children of an XML element. Anything wrong with them becomes a fault with the
/// line and the name of the element; anything unexpected becomes a note.

#include <initializer_list>
#include <optional>

#include "sarrus/base/array.h"
#include "sarrus/format/internal/findings.h"
#include "sarrus/format/internal/xml_text.h"
#include "sarrus/spatial/pose.h"

namespace sarrus::internal {

/// An element of an XML file, or none.
class XmlElement {
 public:
  XmlElement(const XmlText& text, Findings& findings, pugi::xml_node node, std::string where)
      : text_(&text), findings_(&findings), node_(node), where_(std::move(where)) {}

  explicit operator bool() const { return static_cast<bool>(node_); }
  std::string tag() const { return node_.name(); }
  int line() const { return text_->line(node_); }
  /// The name of the element in messages: "link 'arm'".
  const std::string& where() const { return where_; }
  void set_where(std::string where) { where_ = std::move(where); }
  bool has(const char* attribute) const { return !node_.attribute(attribute).empty(); }

  /// A required attribute; missing or unreadable ones are faults and give an empty text or zero.
  std::string text(const char* attribute) const;
  double number(const char* attribute) const;
  /// An optional attribute.
  std::string text_or(const char* attribute, const std::string& otherwise) const;
  double number_or(const char* attribute, double otherwise) const;
  /// An attribute with `count` numbers separated by blanks; nothing if they are missing or at fault.
  std::optional<Array<double>> numbers(const char* attribute, std::size_t count) const;
  Vec3<double> vector_or(const char* attribute, const Vec3<double>& otherwise) const;

  /// The child with a tag, or none; two such children are a fault.
  XmlElement child(const char* tag) const;
  Array<XmlElement> children() const;
  Array<XmlElement> children(const char* tag) const;
  /// Notes all attributes and children that are not listed, and any text, as ignored.
  void expect_only(std::initializer_list<const char*> attributes,
                   std::initializer_list<const char*> children) const;

  /// Adds a fault at this element's line, beginning with its name.
  template <class... Args>
  void fault(fmt::format_string<Args...> text, Args&&... args) const {
    findings_->fault(line(), "{}: {}", where_, fmt::format(text, std::forward<Args>(args)...));
  }
  void note(NoteKind kind, std::string text) const { findings_->note(kind, line(), where_, std::move(text)); }
  /// Adds a note on a change that makes results differ from those of the file as written.
  void note_alteration(std::string text) const {
    findings_->note_alteration(line(), where_, std::move(text));
  }

 private:
  XmlElement made(pugi::xml_node node) const { return {*text_, *findings_, node, where_}; }
  std::optional<double> parse(const char* attribute, std::string_view word) const;
  void note_text() const;
  void note_unexpected_attributes(std::initializer_list<const char*> expected) const;

  const XmlText* text_;
  Findings* findings_;
  pugi::xml_node node_;
  std::string where_;
};

}  // namespace sarrus::internal
