#include "sarrus/format/table_writer.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <random>
#include <utility>

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"
#include "sarrus/base/file.h"
#include "sarrus/format/table_file.h"
#include "sarrus/format/table_text.h"

namespace sarrus {

namespace {

/// Rows in binary form, in a temporary file next to the table. It is removed at the end.
class RowSpool {
 public:
  explicit RowSpool(const std::string& path)
      : name_(fmt::format("{}.{:08x}.rows", path, std::random_device()())),
        file_(std::fopen(name_.c_str(), "w+b")) {
    if (file_ == nullptr) name_.clear(), file_ = std::tmpfile();  // the folder may be that of a device
    require(file_ != nullptr, "cannot make a temporary file for '{}': {}", path, std::strerror(errno));
  }
  RowSpool(const RowSpool&) = delete;
  RowSpool& operator=(const RowSpool&) = delete;
  ~RowSpool() {
    std::fclose(file_);
    if (!name_.empty()) std::remove(name_.c_str());
  }

  void write(std::span<const double> row) {
    const bool written = std::fwrite(row.data(), sizeof(double), row.size(), file_) == row.size();
    require(written, "cannot write to a temporary file: {}", std::strerror(errno));
  }
  void rewind() { std::rewind(file_); }
  bool read(Array<double>& row) {
    return std::fread(row.data(), sizeof(double), row.size(), file_) == row.size();
  }
  /// Keeps the file and returns its path.
  std::string keep() {
    std::fflush(file_);
    return std::exchange(name_, "");
  }

 private:
  std::string name_;
  std::FILE* file_;
};

}  // namespace

/// A table file to which rows are added.
class TableWriter::Format {
 public:
  Format(const std::string& path, NumberTable empty)
      : file_(path),
        title_(std::move(empty.title)),
        names_(std::move(empty.names)),
        properties_(std::move(empty.properties)) {}
  virtual ~Format() = default;
  virtual void add_row(std::span<const double> row, std::size_t rows_before) = 0;
  virtual void finish(std::size_t rows) = 0;
  virtual std::string keep_part() { return ""; }
  void complete(std::size_t rows) {
    finish(rows);
    file_.complete();
  }

 protected:
  ReplacementFile file_;
  std::string title_;
  Array<std::string> names_;
  Array<TableProperty> properties_;
};

/// CSV: rows are written at once.
class TableWriter::Csv : public Format {
 public:
  Csv(const std::string& path, NumberTable empty) : Format(path, std::move(empty)) {
    file_.write(csv_heading(names_));
  }
  void add_row(std::span<const double> row, std::size_t) override {
    line_.clear();
    append_row(line_, row, ',');
    file_.write(line_);
  }
  void finish(std::size_t) override {}
  std::string keep_part() override { return file_.keep_part(); }

 private:
  std::string line_;
};

/// Formats whose header is known only after the last row: rows wait in a spool.
class TableWriter::Spooled : public Format {
 public:
  Spooled(const std::string& path, NumberTable empty) : Format(path, std::move(empty)), spool_(path) {}
  void add_row(std::span<const double> row, std::size_t rows_before) override {
    require_room(rows_before + 1);
    spool_.write(row);
  }
  std::string keep_part() override { return spool_.keep(); }

 protected:
  virtual void require_room(std::size_t) const {}
  /// Calls `visit` with each row, from the first on.
  template <class Visit>
  void for_each_row(std::size_t rows, const Visit& visit) {
    spool_.rewind();
    Array<double> row(names_.size());
    for (std::size_t i = 0; i < rows; ++i) {
      require(spool_.read(row), "cannot read row {} of a temporary file", i);
      visit(std::span<const double>(row));
    }
  }

 private:
  RowSpool spool_;
};

class TableWriter::Sto : public Spooled {
 public:
  using Spooled::Spooled;
  void finish(std::size_t rows) override {
    file_.write(sto_heading(title_, names_, rows, properties_));
    std::string line;
    for_each_row(rows, [&](std::span<const double> row) {
      line.clear();
      append_row(line, row, '\t');
      file_.write(line);
    });
  }
};

class TableWriter::Npz : public Spooled {
 public:
  using Spooled::Spooled;
  void require_room(std::size_t rows) const override { require_fits_npz(rows, names_.size()); }
  /// Writes the columns in groups that fit into limited memory.
  void finish(std::size_t rows) override {
    constexpr std::size_t memory = std::size_t{256} << 20U;
    const std::size_t at_a_time =
        std::max<std::size_t>(1, memory / (sizeof(double) * std::max<std::size_t>(rows, 1)));
    NpzArchive archive;
    for (std::size_t first = 0; first < names_.size(); first += at_a_time) {
      const std::size_t count = std::min(at_a_time, names_.size() - first);
      Array<Array<double>> columns(count);
      for (Array<double>& column : columns) column.reserve(rows);
      for_each_row(rows, [&](std::span<const double> row) {
        for (std::size_t j = 0; j < count; ++j) columns[j].push_back(row[first + j]);
      });
      for (std::size_t j = 0; j < count; ++j) file_.write(archive.member(names_[first + j], columns[j]));
    }
    for (const TableProperty& property : properties_) file_.write(archive.member(property));
    file_.write(archive.ending());
  }
};

std::unique_ptr<TableWriter::Format> TableWriter::make_format(const std::string& path, NumberTable empty) {
  require_table_ending(path);
  if (path.ends_with(".csv")) return std::make_unique<Csv>(path, std::move(empty));
  if (path.ends_with(".sto")) return std::make_unique<Sto>(path, std::move(empty));
  return std::make_unique<Npz>(path, std::move(empty));
}

TableWriter::TableWriter(const std::string& path, std::string title, Array<std::string> names,
                         Array<TableProperty> properties)
    : columns_(names.size()),
      format_(make_format(path, {std::move(title), std::move(names), {}, std::move(properties)})) {}
TableWriter::~TableWriter() = default;

void TableWriter::add_row(std::span<const double> row) {
  require(row.size() == columns_, "a row of {} numbers does not fit a table of {} columns", row.size(),
          columns_);
  format_->add_row(row, rows_);
  ++rows_;
}

void TableWriter::complete() { format_->complete(rows_); }
std::string TableWriter::keep_part() { return format_->keep_part(); }

}  // namespace sarrus
