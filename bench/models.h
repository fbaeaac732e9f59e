#pragma once
/// @file
/// The mechanisms that are measured: robots and a tree from files, chains made here.

#include <string>
#include <vector>

#include "sarrus/model/model.h"

namespace sarrus::bench {

/// A model, and the file that the peers read it from.
struct BenchModel {
  std::string name, path;
  Model model;
  int last_body;  ///< Of the last joint in the file.

  std::string folder() const { return path.substr(0, path.rfind('/')); }
};

/// A temporary folder with the files of the models; it goes away with the object.
class ModelFolder {
 public:
  ModelFolder();
  ~ModelFolder();
  ModelFolder(const ModelFolder&) = delete;
  ModelFolder& operator=(const ModelFolder&) = delete;

  const std::string& path() const { return path_; }
  /// "chainN" is an unbranched chain of N revolute joints about x, y and z in turn with dense random
  /// placements and inertias, the same in every run; "binaryN" are such links as a balanced binary tree;
  /// other names are files of bench/data or tests/data/reference.
  BenchModel load(const std::string& name) const;
  std::vector<BenchModel> load(const std::vector<std::string>& names) const;

 private:
  std::string path_;
};

}  // namespace sarrus::bench
