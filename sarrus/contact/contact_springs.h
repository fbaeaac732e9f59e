#pragma once
/// @file
#include <array>
#include <cstdint>

#include "sarrus/base/array.h"
#include "sarrus/contact/contact.h"

namespace sarrus {

/// Many small contacts of one pair after another, in columns, so that packs of them are computed at once:
/// the springs of elastic foundations.
struct ContactSprings {
  enum Column { x, y, z, normal_x, normal_y, normal_z, depth, area, column_count };
  /// Packs may read and write this many springs beyond the last.
  static constexpr int room = 8;

  std::array<Array<double>, column_count> columns;  ///< point1 (x, y, z), normal, depth, area.
  Array<std::uint64_t> names;
  int size = 0;

  double* column(Column which) { return columns[which].data(); }
  const double* column(Column which) const { return columns[which].data(); }
  /// Lets `more` springs be written beyond the last.
  void make_room(int more) {
    const std::size_t needed = size + more + room;
    if (names.size() >= needed) return;
    for (Array<double>& numbers : columns) numbers.resize(2 * needed, 0.0);
    names.resize(2 * needed);
  }
  void add(const Vec3<double>& point1, const Vec3<double>& normal, double the_depth, double the_area,
           std::uint64_t name) {
    make_room(1);
    const std::array<double, column_count> numbers{point1.x, point1.y, point1.z,  normal.x,
                                                   normal.y, normal.z, the_depth, the_area};
    for (std::size_t i = 0; i < numbers.size(); ++i) columns[i][size] = numbers[i];
    names[size++] = name;
  }
  /// Springs without an area up to a multiple of `room`, so that packs of the next pair begin there.
  void fill_pack() {
    make_room(room);
    while (size % room != 0) add({0, 0, 0}, {0, 0, 1}, 0, 0, 0);
  }
  /// Spring i as a contact of two surfaces.
  Contact contact(int i, int surface1, int surface2) const {
    const Vec3<double> point1{columns[x][i], columns[y][i], columns[z][i]},
        normal{columns[normal_x][i], columns[normal_y][i], columns[normal_z][i]};
    return {.surface1 = surface1,
            .surface2 = surface2,
            .name = names[i],
            .point1 = point1,
            .point2 = point1 - columns[depth][i] * normal,
            .normal = normal,
            .depth = columns[depth][i],
            .area = columns[area][i]};
  }
};

}  // namespace sarrus
