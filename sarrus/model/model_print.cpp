#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "sarrus/base/array.h"
#include "sarrus/model/model.h"

namespace sarrus {

namespace {

using Row = Array<std::string>;

/// Largest indentation, so that long chains stay readable.
constexpr int deepest_indent = 20;

std::string range(int first, int count) {
  if (count == 0) return "";
  return count == 1 ? fmt::format("{}", first) : fmt::format("{}..{}", first, first + count - 1);
}

std::string counted(int count, const char* one, const char* several) {
  return fmt::format("{} {}", count, count == 1 ? one : several);
}

/// Length in characters, not bytes, of a UTF-8 string.
std::size_t length(const std::string& s) {
  return std::count_if(s.begin(), s.end(), [](char c) { return (c & 0xC0) != 0x80; });
}

/// Writes rows in columns as wide as their widest entry.
void write_table(std::ostream& out, const Array<Row>& rows) {
  Array<std::size_t> width(rows.front().size(), 0);
  for (const Row& row : rows)
    for (std::size_t c = 0; c < row.size(); ++c) width[c] = std::max(width[c], length(row[c]));
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c)
      line += row[c] + std::string(width[c] - length(row[c]) + 2, ' ');
    line.erase(line.find_last_not_of(' ') + 1);
    out << line << '\n';
  }
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const Model& model) {
  double mass = 0;
  for (const Body& body : model.bodies()) mass += body.inertia.m;
  out << fmt::format("{}: {}, {}, {}, {:.6g} kg, gravity ({:g}, {:g}, {:g}) m/s²\n", model.name(),
                     counted(model.body_count() - 1, "body", "bodies"),
                     counted(model.nq(), "coordinate", "coordinates"), counted(model.nu(), "speed", "speeds"),
                     mass, model.gravity().x, model.gravity().y, model.gravity().z);
  Array<Row> rows{{"#", "body", "parent", "joint", "type", "q", "u", "mass"}};
  for (int b = 0; b < model.body_count(); ++b) {
    const Body& body = model.body(b);
    const int depth = std::min(model.connectivity().depth(b), deepest_indent);
    const std::string indent(2 * depth, ' ');
    if (b == 0) {
      rows.push_back({"0", body.name, "", "", "", "", "", ""});
      continue;
    }
    rows.push_back({fmt::format("{}", b), indent + body.name, model.body(body.parent).name, body.joint_name,
                    body.joint.type_name() + (body.joint.is_reversed() ? " (reversed)" : ""),
                    range(body.q0, body.nq), range(body.u0, body.nu), fmt::format("{:.6g}", body.inertia.m)});
  }
  write_table(out, rows);
  return out;
}

}  // namespace sarrus
