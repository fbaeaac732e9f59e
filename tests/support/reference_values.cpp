#include "tests/support/reference_values.h"

#include <fstream>
#include <sstream>

#include "sarrus/base/error.h"
#include "sarrus/joint/joints.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/spatial/quaternion.h"

namespace sarrus::testing {

namespace {

struct FileJoint {
  std::string name, type;
  int parent = -1;
  double numbers[25];  // axis, R by rows, p, mass, center of mass, inertia
};

struct FileModel {
  std::vector<FileJoint> joints;
  std::vector<ReferenceContact> contacts;
};

std::string link_name(const FileJoint& joint) { return joint.name + "_link"; }

std::ifstream open(const std::string& path) {
  std::ifstream file(path);
  require(file.good(), "cannot open '{}'; run from the root of the repository", path);
  return file;
}

FileModel read_model(const std::string& path) {
  std::ifstream file = open(path);
  std::string line;
  FileModel model;
  bool heading = true;
  while (std::getline(file, line)) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    if (std::exchange(heading, false)) continue;
    FileJoint joint;
    words >> joint.name;
    if (joint.name == "contact") {
      std::size_t number = 0;
      Vec3<double> p;
      words >> number >> p.x >> p.y >> p.z;
      require(!words.fail() && number < model.joints.size(), "'{}' has a contact of no joint: {}", path,
              line);
      model.contacts.push_back({link_name(model.joints[number]), p});
      continue;
    }
    words >> joint.type >> joint.parent;
    for (double& number : joint.numbers) words >> number;
    require(!words.fail(), "'{}' has a line that is not a joint: {}", path, line);
    model.joints.push_back(std::move(joint));
  }
  return model;
}

Model make(const std::string& name, const std::vector<FileJoint>& joints) {
  ModelBuilder builder(name);
  for (const FileJoint& j : joints) {
    const double* n = j.numbers;
    builder.body(link_name(j),
                 RigidInertia<double>::from_central(n[15], {n[16], n[17], n[18]},
                                                    Sym3<double>{n[19], n[22], n[24], n[20], n[21], n[23]}));
    const Joint type = j.type == "R" ? Joint(Pin{}) : j.type == "P" ? Joint(Slider{}) : Joint(Free{});
    const std::string parent =
        j.parent < 0 ? world_name : link_name(joints[static_cast<std::size_t>(j.parent)]);
    auto& joint = builder.joint(j.name, type, parent, link_name(j));
    joint.parent_frame(Pose<double>{
        Rotation<double>(Mat3<double>::rows(n[3], n[4], n[5], n[6], n[7], n[8], n[9], n[10], n[11])),
        {n[12], n[13], n[14]}});
    if (j.type != "FF") joint.axis({n[0], n[1], n[2]});
  }
  return builder.build();
}

/// Converts arrays of the file, which has its own order of joints, and free joints with the linear part first
/// and in the body's frame.
class Converter {
 public:
  Converter(const Model& model, const std::vector<FileJoint>& joints) : model_(model) {
    int q = 0, v = 0;
    for (const FileJoint& j : joints) {
      const Body& body = model.body(model.joint_body(j.name));
      places_.push_back({&body, q, v});
      q += body.nq, v += body.nu;
    }
  }

  VectorX<double> coordinates(const VectorX<double>& file) const {
    VectorX<double> q(model_.nq());
    for (const Place& place : places_) {
      if (place.body->nq == 1) {
        q[place.body->q0] = file[place.q];
      } else {  // (p, xyzw) to (wxyz, p)
        const auto in = file.segment(place.q, 7);
        q.segment(place.body->q0, 7) << in[6], in[3], in[4], in[5], in[0], in[1], in[2];
      }
    }
    return q;
  }
  /// The matrix T of v_file = T·u: for a free joint (v, w) in the body's axes from (w, v) in those of its
  /// parent.
  MatrixX<double> speed_map(const VectorX<double>& q) const {
    MatrixX<double> T = MatrixX<double>::Zero(model_.nu(), model_.nu());
    for (const Place& place : places_) {
      const int u0 = place.body->u0;
      if (place.body->nu == 1) {
        T(place.v, u0) = 1;
        continue;
      }
      const double* e = q.data() + place.body->q0;
      const Rotation<double> R = rotation(Quaternion<double>{e[0], e[1], e[2], e[3]});
      for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) T(place.v + i, u0 + 3 + k) = T(place.v + 3 + i, u0 + k) = R(k, i);
    }
    return T;
  }
  /// Converts rates of the file's speeds to rates of ours: v̇ in the parent's axes is R·(v̇_body + w×v).
  VectorX<double> accelerations(const VectorX<double>& file, const VectorX<double>& v,
                                const MatrixX<double>& T) const {
    VectorX<double> a = file;
    for (const Place& place : places_) {
      if (place.body->nu == 1) continue;
      const Eigen::Vector3d linear = v.segment<3>(place.v), angular = v.segment<3>(place.v + 3);
      a[place.v] += angular[1] * linear[2] - angular[2] * linear[1];
      a[place.v + 1] += angular[2] * linear[0] - angular[0] * linear[2];
      a[place.v + 2] += angular[0] * linear[1] - angular[1] * linear[0];
    }
    return T.transpose() * a;  // T is orthogonal
  }

 private:
  struct Place {
    const Body* body;
    int q, v;
  };
  const Model& model_;
  std::vector<Place> places_;
};

VectorX<double> read_vector(std::istream& in, int n) {
  VectorX<double> v(n);
  for (int i = 0; i < n; ++i) in >> v[i];
  require(!in.fail(), "a reference file ended before its last sample");
  return v;
}

}  // namespace

Model load_reference_model(const std::string& name, const std::string& folder) {
  return make(name, read_model(folder + "/" + name + ".model").joints);
}

std::vector<ReferenceContact> load_reference_contacts(const std::string& name, const std::string& folder) {
  return read_model(folder + "/" + name + ".model").contacts;
}

ReferenceModel load_reference(const std::string& name, const std::string& folder) {
  const std::vector<FileJoint> joints = read_model(folder + "/" + name + ".model").joints;
  ReferenceModel reference{make(name, joints), {}};
  const Converter convert(reference.model, joints);
  std::ifstream file = open(folder + "/" + name + ".ref");
  std::string comment;
  std::getline(file, comment);
  int nq = 0, nv = 0, count = 0, has_contact = 0;
  file >> nq >> nv >> count >> has_contact;
  for (int s = 0; s < count; ++s) {
    ReferenceSample sample;
    sample.q = convert.coordinates(read_vector(file, nq));
    const VectorX<double> v = read_vector(file, nv), a = read_vector(file, nv), tau = read_vector(file, nv);
    const VectorX<double> inverse = read_vector(file, nv), forward = read_vector(file, nv);
    const MatrixX<double> M = read_vector(file, nv * nv).reshaped<Eigen::RowMajor>(nv, nv);
    const VectorX<double> held_feet = read_vector(file, has_contact != 0 ? nv : 0);
    const MatrixX<double> T = convert.speed_map(sample.q);
    sample.u = T.transpose() * v;
    sample.udot = convert.accelerations(a, v, T);
    sample.tau = T.transpose() * tau;
    sample.inverse_dynamics = T.transpose() * inverse;
    sample.forward_dynamics = convert.accelerations(forward, v, T);
    sample.mass_matrix = T.transpose() * M * T;
    if (has_contact != 0) sample.held_feet = convert.accelerations(held_feet, v, T);
    reference.samples.push_back(std::move(sample));
  }
  return reference;
}

}  // namespace sarrus::testing
