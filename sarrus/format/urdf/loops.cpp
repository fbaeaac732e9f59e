#include "sarrus/format/urdf/internal/loops.h"

#include <algorithm>

#include "sarrus/base/array.h"
#include "sarrus/format/urdf/internal/joint.h"

namespace sarrus::internal {

namespace {

/// Makes a tie with its name, which messages about the element then contain.
template <class Tie>
Tie begin(XmlElement& element) {
  Tie tie;
  tie.tag = element.tag();
  tie.line = element.line();
  tie.name = element.text("name");
  element.set_where(tie.where());
  return tie;
}

UrdfTie::End read_frame(const XmlElement& element, const char* tag) {
  const XmlElement end = read_urdf_end(element, tag);
  if (!end) return {};
  end.expect_only({"link"}, {"origin"});
  return {end.text("link"), read_urdf_origin(end)};
}

double read_ratio(const XmlElement& element) {
  const XmlElement ratio = element.child("ratio");
  if (!ratio.has("value")) {
    element.fault("<coupling> lacks <ratio value=\"…\"/>");
    return 1;
  }
  ratio.expect_only({"value"}, {});
  const double value = ratio.number_or("value", 1);
  if (value == 0)
    ratio.fault("the ratio is 0, which would hold the successor; make its joints fixed, or give the ratio");
  return value;
}

}  // namespace

UrdfLoop read_urdf_loop(XmlElement element) {
  auto loop = begin<UrdfLoop>(element);
  element.expect_only({"name", "type"}, {"predecessor", "successor", "axis"});
  loop.type = read_urdf_type(element);
  loop.predecessor = read_frame(element, "predecessor");
  loop.successor = read_frame(element, "successor");
  loop.axis = read_urdf_axis(element, loop.type);
  element.note(NoteKind::data,
               "<loop>; the model is the tree without it, a System made from the file closes it");
  return loop;
}

UrdfCoupling read_urdf_coupling(XmlElement element) {
  auto coupling = begin<UrdfCoupling>(element);
  element.expect_only({"name"}, {"predecessor", "successor", "ratio"});
  coupling.predecessor.link = read_urdf_link_name(element, "predecessor");
  coupling.successor.link = read_urdf_link_name(element, "successor");
  coupling.ratio = read_ratio(element);
  element.note(NoteKind::data,
               "<coupling>; the model leaves the coordinates free, a System made from the file couples them");
  return coupling;
}

namespace {

void check_tie(const UrdfTie& tie, const Array<std::string>& links, Findings& findings) {
  const auto check_end = [&](const char* end, const std::string& link) {
    if (!link.empty() && std::find(links.begin(), links.end(), link) == links.end())
      findings.fault(tie.line, "{} has the {} '{}', a link that does not exist.{}", tie.where(), end,
                     shown(link), suggest(link, links));
  };
  check_end("predecessor", tie.predecessor.link);
  check_end("successor", tie.successor.link);
  if (!tie.predecessor.link.empty() && tie.predecessor.link == tie.successor.link)
    findings.fault(tie.line, "{} has link '{}' at both ends; give it two different ones", tie.where(),
                   shown(tie.predecessor.link));
}

}  // namespace

void check_urdf_ties(const UrdfFile& file, Findings& findings) {
  Array<std::string> links;
  for (const UrdfLink& link : file.links) links.push_back(link.name);
  for (const UrdfLoop& loop : file.loops) check_tie(loop, links, findings);
  for (const UrdfCoupling& coupling : file.couplings) check_tie(coupling, links, findings);
}

}  // namespace sarrus::internal
