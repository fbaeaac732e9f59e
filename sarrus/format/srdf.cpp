#include "sarrus/format/srdf.h"

#include <algorithm>

#include "sarrus/base/file.h"
#include "sarrus/format/internal/xml_element.h"

namespace sarrus {

namespace {

using namespace internal;

bool is_pair(const SrdfFilter::Links& links, std::string_view one, std::string_view two) {
  return (links.link1 == one && links.link2 == two) || (links.link1 == two && links.link2 == one);
}

/// An attribute that names a link.
std::string link_of(const XmlElement& element, const char* attribute) {
  std::string name = element.text(attribute);
  if (element.has(attribute) && name.empty()) element.fault("{} is empty; name a link", attribute);
  return name;
}

SrdfFilter::Links read_pair(XmlElement element) {
  element.set_where("<" + element.tag() + ">");
  element.expect_only({"link1", "link2", "reason"}, {});
  SrdfFilter::Links pair{link_of(element, "link1"), link_of(element, "link2"), element.line()};
  if (!pair.link1.empty() && pair.link1 == pair.link2)
    element.fault("both links are '{}'; name two different ones", shown(pair.link1));
  return pair;
}

SrdfFilter::Links read_single(XmlElement element) {
  element.set_where("<" + element.tag() + ">");
  element.expect_only({"link"}, {});
  return {link_of(element, "link"), "", element.line()};
}

}  // namespace

bool SrdfFilter::lets_touch(std::string_view link1, std::string_view link2) const {
  const auto lists = [&](const Array<Links>& pairs) {
    return std::any_of(pairs.begin(), pairs.end(),
                       [&](const Links& links) { return is_pair(links, link1, link2); });
  };
  if (lists(disabled)) return false;
  const bool is_isolated = std::any_of(isolated.begin(), isolated.end(), [&](const Links& links) {
    return links.link1 == link1 || links.link1 == link2;
  });
  return !is_isolated || lists(enabled);
}

SrdfFilter read_srdf(const std::string& path) { return read_srdf_text(read_file(path), path); }

SrdfFilter read_srdf_text(std::string_view text, const std::string& file) {
  const XmlText xml(text, file);
  Findings findings(file);
  XmlElement robot(xml, findings, xml.root(), "robot");
  if (robot.tag() != "robot")
    robot.fault("the root element is <{}>, but SRDF has <robot>", shown(robot.tag()));
  for (const XmlElement& link : robot.children("link")) {
    link.fault("<link> is an element of URDF; give the SRDF file, which has <disable_collisions> elements");
    break;
  }
  SrdfFilter filter{.robot = robot.text_or("name", "")};
  for (const XmlElement& element : robot.children()) {
    if (element.tag() == "disable_collisions") filter.disabled.push_back(read_pair(element));
    if (element.tag() == "disable_default_collisions") filter.isolated.push_back(read_single(element));
    if (element.tag() == "enable_collisions") filter.enabled.push_back(read_pair(element));
  }
  findings.require_no_faults();
  filter.report = findings.report();
  return filter;
}

}  // namespace sarrus
