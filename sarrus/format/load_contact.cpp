#include "sarrus/format/load_contact.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "sarrus/base/names.h"
#include "sarrus/dynamics/frames.h"
#include "sarrus/dynamics/kinematics.h"
#include "sarrus/format/find_mesh.h"
#include "sarrus/format/read_mesh.h"

namespace sarrus {

namespace {

/// Up to three items of a list, and how many there are more.
std::string first_few(const Array<std::string>& items) {
  constexpr std::size_t most = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, items.size()); ++i) text += (i == 0 ? "" : ", ") + items[i];
  return items.size() > most ? text + fmt::format(" and {} more", items.size() - most) : text;
}

/// "1 mesh is", "3 meshes are".
std::string how_many(std::size_t count, const char* one, const char* several) {
  return count == 1 ? fmt::format("1 {} is", one) : fmt::format("{} {} are", count, several);
}

ConvexShape hull_of(const TriangleMesh& mesh, const Vec3<double>& scale) {
  Array<Vec3<double>> points;
  for (const std::array<float, 3>& p : mesh.positions)
    points.push_back({scale.x * p[0], scale.y * p[1], scale.z * p[2]});
  return convex_hull(points);
}

/// The surfaces of the shapes of a file.
class SurfaceReader {
 public:
  SurfaceReader(const LoadedModel& loaded, const ContactOptions& options)
      : loaded_(loaded), options_(options) {
    for (const Geometry& geometry : loaded.collisions)
      ++shapes_on_link_[geometry.link], ++shapes_on_body_[geometry.body];
  }

  Array<ContactSurface> read() {
    Array<ContactSurface> surfaces;
    for (const Geometry& geometry : loaded_.collisions) {
      std::string name = name_of(geometry);
      std::optional<AnyShape> shape = shape_of(geometry);
      if (!shape) continue;
      surfaces.push_back(
          {std::move(name), {geometry.body, geometry.X_BG}, *std::move(shape), options_.material});
      links_.push_back(geometry.link);
    }
    return surfaces;
  }
  /// The link of each surface.
  const Array<std::string>& links() const { return links_; }

  Array<std::string> notes() const {
    Array<std::string> sentences = faults_;
    if (!missing_.empty())
      sentences.push_back(
          fmt::format("{} not found and left out of contact: {}. Put {} beside the model file, or name the "
                      "folder with the "
                      "package in ROS_PACKAGE_PATH or in ContactOptions::mesh_folders.",
                      how_many(missing_.size(), "mesh", "meshes"), first_few(missing_),
                      missing_.size() == 1 ? "it" : "them"));
    if (!hulls_.empty())
      sentences.push_back(
          fmt::format("{} replaced by {} in contact: {}", how_many(hulls_.size(), "mesh", "meshes"),
                      hulls_.size() == 1 ? "its convex hull" : "their convex hulls", first_few(hulls_)));
    return sentences;
  }

 private:
  /// A name that means this shape and no other, nor a body with several.
  std::string name_of(const Geometry& geometry) {
    const std::string& link = geometry.link;
    const bool is_alone = shapes_on_link_[link] == 1 && (link != geometry.body || shapes_on_body_[link] == 1);
    return is_alone ? link : fmt::format("{}.{}", link, ++numbered_[link]);
  }

  std::optional<AnyShape> shape_of(const Geometry& geometry) {
    try {
      std::optional<AnyShape> shape = convert(geometry);
      if (shape) check(*shape);
      return shape;
    } catch (const Error& error) {
      faults_.push_back(fmt::format("A shape of link '{}' (line {}) is left out of contact: {}",
                                    geometry.link, geometry.line, error.what()));
      return {};
    }
  }

  std::optional<AnyShape> convert(const Geometry& geometry) {
    return std::visit(
        [&](const auto& given) -> std::optional<AnyShape> {
          if constexpr (std::is_same_v<std::decay_t<decltype(given)>, MeshShape>)
            return hull(given, geometry.link);
          else
            return given;
        },
        geometry.shape);
  }

  std::optional<AnyShape> hull(const MeshShape& given, const std::string& link) {
    const std::string name = fmt::format("'{}' of link '{}'", given.file, link);
    const std::string path = find_mesh(given.file, loaded_.report.file, options_.mesh_folders);
    if (path.empty()) return missing_.push_back(name), std::nullopt;
    auto& mesh = meshes_[path];
    if (mesh == nullptr) mesh = std::make_shared<const TriangleMesh>(read_mesh(path));
    const ConvexShape shape = hull_of(*mesh, given.scale);
    hulls_.push_back(name);
    return shape;
  }

  const LoadedModel& loaded_;
  const ContactOptions& options_;
  std::map<std::string, std::shared_ptr<const TriangleMesh>> meshes_;  // each file is read once
  std::map<std::string, int> shapes_on_link_, shapes_on_body_, numbered_;
  Array<std::string> links_, faults_, missing_, hulls_;
};

/// What is wrong with an SRDF file for a model.
Array<std::string> notes_on(const SrdfFilter& srdf, const Model& model) {
  Array<std::string> notes, known, unknown;
  const std::string& file = srdf.report.file;
  if (!srdf.robot.empty() && srdf.robot != model.name())
    notes.push_back(
        fmt::format("{} is for the robot '{}', not for '{}'", file, srdf.robot.substr(0, 80), model.name()));
  for (const Body& body : model.bodies()) known.push_back(body.name);
  for (const BodyFrame& frame : model.frames()) known.push_back(frame.name);
  const auto look_up = [&](const std::string& link, int line) {
    if (link.empty() || std::find(known.begin(), known.end(), link) != known.end()) return;
    const std::string shown = link.substr(0, 80), near = nearest_name(shown, known);
    unknown.push_back(fmt::format("'{}' in line {}{}", shown, line,
                                  near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near)));
  };
  for (const auto* list : {&srdf.disabled, &srdf.isolated, &srdf.enabled})
    for (const SrdfFilter::Links& links : *list)
      look_up(links.link1, links.line), look_up(links.link2, links.line);
  if (!unknown.empty())
    notes.push_back(fmt::format("{} names {} that '{}' does not have: {}", file,
                                unknown.size() == 1 ? "a link" : fmt::format("{} links", unknown.size()),
                                model.name(), first_few(unknown)));
  return notes;
}

/// Which surfaces cannot touch in earnest.
class PairFilter {
 public:
  PairFilter(const LoadedModel& loaded, const Array<ContactSurface>& surfaces)
      : loaded_(loaded), surfaces_(surfaces), tree_(loaded.model), position_(tree_) {
    calc_position_kinematics(tree_, loaded.model.default_q(), position_);
    for (int b = 0; b < loaded.model.body_count(); ++b) {
      const Body& body = loaded.model.body(b);
      const bool is_welded = b > 0 && body.nu == 0;
      rigid_part_.push_back(is_welded ? rigid_part_[body.parent] : b);
      floats_on_.push_back(b == 0 ? 0 : body.nu == 6 ? b : floats_on_[body.parent]);
    }
    for (const ContactSurface& surface : surfaces) {
      frames_.push_back(surface.on.find(loaded.model, surface.name));
      poses_.push_back(calc_pose(tree_, position_, frames_.back()));
    }
    find_neighbors();
  }

  /// `links` has the link of each surface of the file; `ground` is the number of its surface, or −1: it
  /// stands apart from the shapes of the file.
  ContactFilter find(const Array<std::string>& links, const SrdfFilter& srdf, int ground) {
    ContactFilter filter{.adjacent_bodies = false};  // neighbors are found here, with those of loops
    for (int i = 0; i < static_cast<int>(surfaces_.size()); ++i)
      for (int j = i + 1; j < static_cast<int>(surfaces_.size()); ++j) {
        const bool is_ground = i == ground || j == ground;
        const bool is_kept_apart =
            !is_ground && (neighbors_.contains(parts(i, j)) || !srdf.lets_touch(links[i], links[j]));
        if (is_kept_apart || overlaps_for_good(i, j))
          filter.pairs.push_back({surfaces_[i].name, surfaces_[j].name});
      }
    return filter;
  }

  Array<std::string> notes() const {
    if (overlaps_.empty()) return {};
    return {fmt::format("{} left out of contact, as {} in the default position: {}",
                        how_many(overlaps_.size(), "pair of shapes", "pairs of shapes"),
                        overlaps_.size() == 1 ? "it overlaps" : "they overlap", first_few(overlaps_))};
  }

 private:
  std::pair<int, int> parts(int i, int j) const {
    return std::minmax({rigid_part_[frames_[i].body], rigid_part_[frames_[j].body]});
  }

  /// Bodies that a joint or a loop connects.
  void find_neighbors() {
    const Model& model = loaded_.model;
    const auto connect = [&](int a, int b) {
      neighbors_.insert(std::minmax({rigid_part_[a], rigid_part_[b]}));
    };
    for (int b = 1; b < model.body_count(); ++b)
      if (model.body(b).nu < 6) connect(b, model.body(b).parent);
    for (const JointDescription& loop : loaded_.loops)
      connect(model.body_number(loop.parent), model.body_number(loop.child));
  }

  bool overlaps_for_good(int i, int j) {
    constexpr double slight = 1e-6;  // [m]
    const int body1 = frames_[i].body, body2 = frames_[j].body;
    if (rigid_part_[body1] == rigid_part_[body2] || floats_on_[body1] != floats_on_[body2]) return false;
    const AnyShape &shape1 = surfaces_[i].shape, &shape2 = surfaces_[j].shape;
    if (!has_distance(shape1, shape2) ||
        calc_distance(shape1, poses_[i], shape2, poses_[j]).distance > -slight)
      return false;
    overlaps_.push_back(fmt::format("'{}' and '{}'", surfaces_[i].name, surfaces_[j].name));
    return true;
  }

  const LoadedModel& loaded_;
  const Array<ContactSurface>& surfaces_;
  Tree<double> tree_;
  PositionKinematics<double> position_;
  Array<int> rigid_part_;  // per body: the body to which it is welded, nearest to the world
  Array<int> floats_on_;   // per body: the last body on its path that has all six degrees of freedom; 0: none
  Array<FrameOn<double>> frames_;
  Array<Pose<double>> poses_;
  std::set<std::pair<int, int>> neighbors_;  // rigid parts
  Array<std::string> overlaps_;
};

ContactSurface ground_of(const LoadedModel& loaded, const ContactOptions& options,
                         const Array<ContactSurface>& others) {
  const Vec3<double> g = loaded.model.gravity();
  const Vec3<double> up = norm(g) > 0 ? (-1 / norm(g)) * g : Vec3<double>{0, 0, 1};
  const bool is_taken = std::any_of(others.begin(), others.end(),
                                    [](const ContactSurface& surface) { return surface.name == "ground"; });
  return {is_taken ? "ground.half-space" : "ground",
          {0, Pose<double>{rotation_with_axis(2, up), options.ground_height * up}},
          HalfSpaceShape{},
          options.material};
}

}  // namespace

LoadedContact load_contact(const LoadedModel& loaded, const ContactOptions& options) {
  require(std::isfinite(options.ground_height),
          "the ground cannot have the height {} m; give a finite number", options.ground_height);
  SurfaceReader reader(loaded, options);
  Array<ContactSurface> surfaces = reader.read();
  LoadedContact result{nullptr, reader.notes()};
  if (surfaces.empty()) return result;
  for (std::string& note : notes_on(options.srdf, loaded.model)) result.notes.push_back(std::move(note));
  const int ground = options.ground ? static_cast<int>(surfaces.size()) : -1;
  if (options.ground) surfaces.push_back(ground_of(loaded, options, surfaces));
  PairFilter pairs(loaded, surfaces);
  CompliantContactOptions chosen{.transition_speed = options.transition_speed,
                                 .filter = pairs.find(reader.links(), options.srdf, ground)};
  for (std::string& note : pairs.notes()) result.notes.push_back(std::move(note));
  result.contact = std::make_shared<CompliantContact>(std::move(surfaces), std::move(chosen));
  return result;
}

}  // namespace sarrus
