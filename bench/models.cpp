#include "bench/models.h"

#include <fmt/ostream.h>
#include <stdlib.h>

#include <Eigen/Geometry>
#include <filesystem>
#include <fstream>
#include <random>

#include "bench/peers/model_file.h"
#include "sarrus/base/error.h"
#include "sarrus/scalar/eigen.h"
#include "tests/support/reference_values.h"

namespace sarrus::bench {

namespace {

namespace fs = std::filesystem;

class RandomNumbers {
 public:
  double operator()(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  Eigen::VectorXd operator()(int n, double size) {
    return Eigen::VectorXd::NullaryExpr(n, [&] { return (*this)(-size, size); });
  }

 private:
  std::mt19937 engine_{1};
};

/// Writes the rows of a matrix behind each other.
void write(std::ostream& out, const Eigen::MatrixXd& numbers) {
  for (const auto& row : numbers.rowwise())
    for (double x : row) fmt::print(out, " {:.17g}", x);
}

/// Links of which each carries `branches` further ones.
void write_links(const std::string& path, int links, int branches) {
  std::ofstream file(path);
  fmt::print(file, "links {} 0\n", links);
  RandomNumbers random;
  for (int i = 0; i < links; ++i) {
    const Eigen::Matrix3d R =
        Eigen::Quaterniond(Eigen::Vector4d(random(4, 1)).normalized()).toRotationMatrix();
    const double mass = random(0.5, 1.5);
    const Eigen::Matrix3d spread = random(9, 0.15).reshaped(3, 3);
    const Eigen::Matrix3d P = mass * spread * spread.transpose();  // second moments: any is some body's
    const Eigen::Matrix3d I = P.trace() * Eigen::Matrix3d::Identity() - P;
    fmt::print(file, "joint{} R {}", i, i == 0 ? -1 : (i - 1) / branches);
    write(file, Eigen::Vector3d::Unit(i % 3)), write(file, R), write(file, random(3, 0.3));
    fmt::print(file, " {:.17g}", mass);
    write(file, random(3, 0.15));
    write(file, Eigen::Vector<double, 6>(I(0, 0), I(0, 1), I(0, 2), I(1, 1), I(1, 2), I(2, 2)));
    fmt::print(file, "\n");
  }
  require(file.good(), "cannot write '{}'", path);
}

}  // namespace

ModelFolder::ModelFolder() : path_((fs::temp_directory_path() / "sarrus_bench_XXXXXX").string()) {
  require(mkdtemp(path_.data()) != nullptr, "cannot make a temporary folder '{}'", path_);
}

ModelFolder::~ModelFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

BenchModel ModelFolder::load(const std::string& name) const {
  const std::string path = path_ + "/" + name + ".model";
  if (name.starts_with("chain")) {
    write_links(path, std::stoi(name.substr(5)), 1);
  } else if (name.starts_with("binary")) {
    write_links(path, std::stoi(name.substr(6)), 2);
  } else {
    const std::string own = SARRUS_SOURCE_FOLDER "/bench/data/" + name + ".model";
    const std::string reference = SARRUS_SOURCE_FOLDER "/tests/data/reference/" + name + ".model";
    fs::copy_file(fs::exists(own) ? own : reference, path, fs::copy_options::overwrite_existing);
  }
  Model model = testing::load_reference_model(name, path_);
  const int last_body = model.joint_body(read_model_file(path).joints.back().name);
  return {name, path, std::move(model), last_body};
}

std::vector<BenchModel> ModelFolder::load(const std::vector<std::string>& names) const {
  std::vector<BenchModel> models;
  for (const std::string& name : names) models.push_back(load(name));
  return models;
}

}  // namespace sarrus::bench
