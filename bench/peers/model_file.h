#pragma once
/// @file
/// Reads the .model files; tests/data/reference/README.md says what they hold. Shared by the benchmark and
/// the programs of the peers: standard C++17 and Eigen only.

#include <Eigen/Core>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace sarrus::bench {

/// A joint with the link it carries, as the file has them.
struct FileJoint {
  std::string name, type;  ///< Type: R revolute, P prismatic, FF free.
  int parent = -1;         ///< Number of the parent's joint; −1 for the world.
  Eigen::Vector3d axis, p, com;
  Eigen::Matrix3d R, inertia;
  double mass = 0;
  int q0 = 0, v0 = 0;  ///< First coordinate and speed.

  bool free() const { return type == "FF"; }
};

/// A point on a joint's link, for example a foot.
struct FileContact {
  std::size_t joint = 0;  ///< Number of the joint.
  Eigen::Vector3d p;
};

struct FileModel {
  std::vector<FileJoint> joints;
  std::vector<FileContact> contacts;
  int nq = 0, nv = 0;
};

/// The joint that a line describes.
inline FileJoint read_joint(std::istream& words, const std::string& name) {
  FileJoint joint;
  joint.name = name;
  words >> joint.type >> joint.parent;
  const auto read = [&](auto& array) {
    for (int i = 0; i < array.size(); ++i) words >> array(i / array.cols(), i % array.cols());
  };
  Eigen::Matrix<double, 6, 1> inertia;
  read(joint.axis), read(joint.R), read(joint.p);
  words >> joint.mass;
  read(joint.com), read(inertia);
  joint.inertia << inertia[0], inertia[1], inertia[2],  //
      inertia[1], inertia[3], inertia[4],               //
      inertia[2], inertia[4], inertia[5];
  return joint;
}

inline FileModel read_model_file(const std::string& path) {
  std::ifstream file(path);
  if (!file.good()) throw std::runtime_error("cannot open '" + path + "'");
  FileModel model;
  std::string line, name;
  bool heading = true;
  while (std::getline(file, line)) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    words >> name;
    if (std::exchange(heading, false)) continue;
    if (name == "contact") {
      FileContact& contact = model.contacts.emplace_back();
      words >> contact.joint >> contact.p.x() >> contact.p.y() >> contact.p.z();
      continue;
    }
    FileJoint joint = read_joint(words, name);
    if (words.fail()) throw std::runtime_error("'" + path + "' has a line that is not a joint: " + line);
    joint.q0 = model.nq, joint.v0 = model.nv;
    model.nq += joint.free() ? 7 : 1, model.nv += joint.free() ? 6 : 1;
    model.joints.push_back(joint);
  }
  return model;
}

}  // namespace sarrus::bench
