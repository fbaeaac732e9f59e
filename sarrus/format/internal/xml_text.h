#pragma once
/// @file
/// An XML file with line numbers of its elements, for the readers of this module.

#include <pugixml.hpp>
#include <string>
#include <string_view>

#include "sarrus/base/array.h"

namespace sarrus::internal {

/// A parsed XML text with one root element.
class XmlText {
 public:
  /// Throws an Error with file and line if the text is not XML. `file` is its name in messages.
  XmlText(std::string_view text, std::string file);

  const std::string& file() const { return file_; }
  pugi::xml_node root() const { return document_.document_element(); }
  /// The document type declaration, or none.
  pugi::xml_node doctype() const;
  /// Text outside of all elements.
  struct Stray {
    int line;
    std::string text;
  };
  const Array<Stray>& text_outside() const { return text_outside_; }
  /// The line on which an element starts; the first is 1.
  int line(pugi::xml_node element) const { return line_at(element.offset_debug()); }

 private:
  void check_bytes(std::string_view text) const;
  void check_entities(std::string_view text) const;
  void find_text_outside(std::string_view text);
  int line_at(std::ptrdiff_t offset) const;

  std::string file_;
  pugi::xml_document document_;
  Array<std::ptrdiff_t> line_starts_;
  Array<Stray> text_outside_;
};

/// A piece of a file as shown in messages: long ones are cut.
std::string shown(std::string_view text);

}  // namespace sarrus::internal
