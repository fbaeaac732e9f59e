#include "bench/narrow_phase.h"

#include <fmt/core.h>

#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>

#include "bench/measure.h"
#include "sarrus/proximity/distance.h"

#ifdef SARRUS_BENCH_FCL
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>
#endif

namespace sarrus::bench {

namespace {

using PosePair = std::array<Pose<double>, 2>;

constexpr int shape_kinds = 6;
constexpr std::array<const char*, shape_kinds> shape_names = {"sphere",   "capsule",   "box",
                                                              "cylinder", "ellipsoid", "hull of 50"};

Array<Vec3<double>> hull_points() {
  std::mt19937 engine(3);
  std::normal_distribution<double> normal;
  Array<Vec3<double>> points;
  for (int i = 0; i < 50; ++i) {
    const double x = normal(engine), y = normal(engine), z = normal(engine);
    const Vec3<double> n = normalized(Vec3<double>{x, y, z});
    points.push_back({0.5 * n.x, 0.4 * n.y, 0.3 * n.z});
  }
  return points;
}
AnyShape make_shape(int kind) {
  const std::array<AnyShape, shape_kinds> shapes = {
      SphereShape{0.3},        CapsuleShape{0.2, 0.9},          BoxShape{{0.8, 0.5, 0.3}},
      CylinderShape{0.3, 0.9}, EllipsoidShape{{0.5, 0.3, 0.2}}, convex_hull(hull_points())};
  return shapes[static_cast<std::size_t>(kind)];
}

/// Random poses in which the shapes have a given distance.
std::vector<PosePair> poses_at(const AnyShape& first, const AnyShape& second, double distance) {
  std::mt19937 engine(5);
  std::normal_distribution<double> normal;
  const auto unit = [&] {
    const double x = normal(engine), y = normal(engine), z = normal(engine);
    return normalized(Vec3<double>{x, y, z});
  };
  const auto rotation = [&] {
    const Vec3<double> axis = unit();
    return Rotation<double>::about(axis, 3 * normal(engine));
  };
  std::vector<PosePair> poses;
  for (int i = 0; i < state_count; ++i) {
    PosePair X{Pose<double>{rotation(), unit()}, Pose<double>{rotation(), {}}};
    const Vec3<double> direction = unit();
    double s = 1;
    for (int k = 0; k < 60; ++k) {
      X[1].p = X[0].p + s * direction;
      s -= 0.9 * (calc_distance(first, X[0], second, X[1]).distance - distance);
    }
    poses.push_back(X);
  }
  return poses;
}

/// From query to query, the second shape of a pair moves by a millimeter and turns by a milliradian: eight
/// steps forth, and back.
constexpr int steps_forth = 8;
std::vector<PosePair> moving(const std::vector<PosePair>& poses) {
  std::mt19937 engine(6);
  std::normal_distribution<double> normal;
  std::vector<PosePair> path(2 * steps_forth * poses.size());
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const auto unit = [&] {
      const double x = normal(engine), y = normal(engine), z = normal(engine);
      return normalized(Vec3<double>{x, y, z});
    };
    const Vec3<double> axis = unit(), direction = unit();
    for (int step = 0; step < 2 * steps_forth; ++step) {
      const double by = 1e-3 * std::min(step, 2 * steps_forth - step);
      PosePair& X = path[static_cast<std::size_t>(step) * poses.size() + i];
      X = poses[i];
      X[1].R = Rotation<double>::about(axis, by) * X[1].R;
      X[1].p += by * direction;
    }
  }
  return path;
}

/// Times of ours with the memory of the pair or without.
double ours(const AnyShape& first, const AnyShape& second, const std::vector<PosePair>& path, bool is_warm) {
  std::array<PairMemory, state_count> memory;
  double sum = 0;
  std::size_t at = 0;
  const double time = best_nanoseconds([&](int i) {
    const PosePair& X = path[at];
    at = at + 1 == path.size() ? 0 : at + 1;
    sum += calc_distance(first, X[0], second, X[1], is_warm ? &memory[static_cast<std::size_t>(i)] : nullptr)
               .distance;
  });
  return std::isfinite(sum) ? time : std::numeric_limits<double>::quiet_NaN();
}

#ifdef SARRUS_BENCH_FCL
std::shared_ptr<fcl::CollisionGeometryd> fcl_shape(int kind) {
  switch (kind) {
    case 0:
      return std::make_shared<fcl::Sphered>(0.3);
    case 1:
      return std::make_shared<fcl::Capsuled>(0.2, 0.9);
    case 2:
      return std::make_shared<fcl::Boxd>(0.8, 0.5, 0.3);
    case 3:
      return std::make_shared<fcl::Cylinderd>(0.3, 0.9);
    case 4:
      return std::make_shared<fcl::Ellipsoidd>(0.5, 0.3, 0.2);
    default:
      break;
  }
  const AnyShape shape = make_shape(kind);
  const ConvexPolyhedron& hull = *std::get<ConvexShape>(shape).polyhedron;
  auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
  for (const Vec3<double>& v : hull.vertices()) vertices->push_back({v.x, v.y, v.z});
  auto faces = std::make_shared<std::vector<int>>();
  for (const ConvexPolyhedron::Face& face : hull.faces()) {
    faces->push_back(static_cast<int>(face.vertices.size()));
    faces->insert(faces->end(), face.vertices.begin(), face.vertices.end());
  }
  return std::make_shared<fcl::Convexd>(vertices, static_cast<int>(hull.faces().size()), faces, true);
}
double fcl_time(int kind1, int kind2, const std::vector<PosePair>& poses, bool is_apart) {
  const auto first = fcl_shape(kind1), second = fcl_shape(kind2);
  std::vector<std::array<fcl::Transform3d, 2>> X(poses.size());
  for (std::size_t i = 0; i < poses.size(); ++i)
    for (std::size_t s = 0; s < 2; ++s) {
      X[i][s].setIdentity();
      for (int j = 0; j < 3; ++j) {
        for (int k = 0; k < 3; ++k) X[i][s].linear()(k, j) = poses[i][s].R(k, j);
        X[i][s].translation()[j] = poses[i][s].p[j];
      }
    }
  std::size_t at = 0;
  return best_nanoseconds([&](int) {
    const auto& [X1, X2] = X[at];
    at = at + 1 == X.size() ? 0 : at + 1;
    if (is_apart) {
      fcl::DistanceResultd result;
      fcl::distance(first.get(), X1, second.get(), X2, fcl::DistanceRequestd(true), result);
    } else {
      fcl::CollisionResultd result;
      fcl::collide(first.get(), X1, second.get(), X2, fcl::CollisionRequestd(1, true), result);
    }
  });
}
#else
double fcl_time(int, int, const std::vector<PosePair>&, bool) {
  return std::numeric_limits<double>::quiet_NaN();
}
#endif

}  // namespace

NarrowPhase::NarrowPhase() {
  for (const auto& [i, j] :
       {std::pair(0, 0), {0, 1}, {1, 1}, {0, 2}, {1, 2}, {2, 2}, {3, 3}, {2, 3}, {4, 4}, {5, 5}, {2, 5}}) {
    const AnyShape first = make_shape(i), second = make_shape(j);
    const std::vector<PosePair> apart = moving(poses_at(first, second, 0.1));
    const std::vector<PosePair> deep = moving(poses_at(first, second, -0.02));
    lines_.push_back({fmt::format("{} – {}", shape_names[static_cast<std::size_t>(i)],
                                  shape_names[static_cast<std::size_t>(j)]),
                      ours(first, second, apart, true), ours(first, second, deep, true),
                      ours(first, second, apart, false), ours(first, second, deep, false),
                      fcl_time(i, j, apart, true), fcl_time(i, j, deep, false)});
  }
}

void NarrowPhase::print() const {
  fmt::print("\ndistances of shapes that move by 1 mm and 1 mrad, ns per query: 0.1 m apart, 0.02 m deep\n");
  fmt::print("{:<28}{:>9}{:>9}{:>12}{:>12}{:>11}{:>11}\n", "", "apart", "deep", "cold apart", "cold deep",
             "FCL apart", "FCL deep");
  for (const Line& line : lines_)
    fmt::print("{:<28}{:>9.1f}{:>9.1f}{:>12.1f}{:>12.1f}{:>11.1f}{:>11.1f}\n", line.what, line.apart,
               line.overlap, line.cold_apart, line.cold_overlap, line.fcl_apart, line.fcl_overlap);
}

nlohmann::ordered_json NarrowPhase::json() const {
  nlohmann::ordered_json json;
  for (const Line& line : lines_)
    json.push_back({{"what", line.what},
                    {"apart_ns", line.apart},
                    {"overlap_ns", line.overlap},
                    {"cold_apart_ns", line.cold_apart},
                    {"cold_overlap_ns", line.cold_overlap},
                    {"fcl_apart_ns", line.fcl_apart},
                    {"fcl_overlap_ns", line.fcl_overlap}});
  return json;
}

}  // namespace sarrus::bench
