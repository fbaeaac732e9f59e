#include "sarrus/format/xml_text.h"

#include <algorithm>
#include <cstring>

#include "sarrus/base/error.h"

namespace sarrus {

XmlText::XmlText(std::string_view text, std::string file) : file_(std::move(file)), line_starts_{0} {
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n') line_starts_.push_back(static_cast<std::ptrdiff_t>(i) + 1);
  const std::size_t zero = text.find('\0');
  require(zero == text.npos, "{}:{}: a zero byte; the file must be XML in UTF-8, not binary or UTF-16", file_,
          line_at(static_cast<std::ptrdiff_t>(zero)));

  const pugi::xml_parse_result result =
      document_.load_buffer(text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
  require(result.status != pugi::status_no_document_element, "{}: the file has no XML element", file_);
  require(result, "{}:{}: not XML: {}; elements must be closed and attributes quoted", file_,
          line_at(result.offset), result.description());
  for (pugi::xml_node other = root().next_sibling(); other; other = other.next_sibling())
    require(other.type() != pugi::node_element, "{}:{}: a second root element <{}>; XML has one", file_,
            line(other), shown(other.name()));
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

}  // namespace sarrus
