#include "sarrus/system/internal/signature.h"

#include <algorithm>

#include "sarrus/base/array.h"
#include "sarrus/base/internal/bytes.h"

namespace sarrus::internal {

namespace {

/// The type of a discrete variable, described by the meaning of its bytes.
std::string type_text(const DiscreteCodec& codec) {
  if (!codec.encode) return "a type that cannot be saved";
  const ByteMeaning& meaning = codec.meaning;
  const auto kind = [&]() -> std::string {
    switch (meaning.kind) {
      case ByteMeaning::Kind::boolean:
        return "true or false";
      case ByteMeaning::Kind::integer:
        return fmt::format("{}-byte integer", meaning.size);
      case ByteMeaning::Kind::natural:
        return fmt::format("{}-byte natural number", meaning.size);
      case ByteMeaning::Kind::real:
        return fmt::format("{}-byte real number", meaning.size);
      case ByteMeaning::Kind::text:
        return "text";
      case ByteMeaning::Kind::unknown:
        return fmt::format("structure of {} bytes", meaning.size);
    }
    fail("a kind of bytes without a name");
  };
  return (meaning.is_list ? "list of " : "") + kind();
}

}  // namespace

Array<std::string> signature(const SystemLayout& layout) {
  const Model& model = layout.as_given->model;
  Array<std::string> lines{fmt::format("model '{}'", model.name())};
  for (const Body& body : model.bodies())
    if (body.parent >= 0)
      lines.push_back(fmt::format("body '{}' on '{}' by joint '{}' ({}{})", body.name,
                                  model.body(body.parent).name, body.joint_name,
                                  body.joint.is_reversed() ? "reversed " : "", body.joint.type_name()));
  for (const Coordinate& q : model.coordinates()) lines.push_back(fmt::format("coordinate '{}'", q.name));
  for (const Speed& u : model.speeds()) lines.push_back(fmt::format("speed '{}'", u.name));
  for (const JointParameter& p : model.joint_parameters())
    lines.push_back(fmt::format("joint parameter '{}'", p.name));
  for (const AuxiliaryEntry& z : layout.auxiliaries)
    lines.push_back(fmt::format("auxiliary variable '{}'", z.name));
  for (const ParameterEntry& p : layout.parameters)
    lines.push_back(fmt::format("parameter '{}'{}", p.name, p.unit.empty() ? "" : " in " + p.unit));
  for (const DiscreteEntry& d : layout.discretes)
    lines.push_back(fmt::format("discrete variable '{}' ({})", d.name, type_text(d.codec)));
  for (const ElementEntry& e : layout.elements) lines.push_back(fmt::format("element '{}'", e.name));
  return lines;
}

std::uint64_t signature_hash(const Array<std::string>& signature) {
  std::string text;
  for (const std::string& line : signature) text += line + "\n";
  return hash_bytes(text);
}

std::string signature_difference(const Array<std::string>& a, const Array<std::string>& b,
                                 std::string_view first, std::string_view second) {
  const auto [x, y] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  const std::string end = "nothing more";
  return fmt::format("{} {}, {} {}", first, x == a.end() ? end : *x, second, y == b.end() ? end : *y);
}

}  // namespace sarrus::internal
