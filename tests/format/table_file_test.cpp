#include "sarrus/format/table_file.h"
#include "sarrus/format/table_writer.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>

#include "sarrus/base/file.h"
#include "tests/support/says.h"
#include "tests/support/temporary_folder.h"

namespace sarrus::testing {
namespace {

NumberTable example() {
  NumberTable table{"swing", {"time", "angle of \"a\", rad", "speed"}, {}};
  table.add_row({0, 0.1, -1e-300});
  table.add_row({0.1, 1.0 / 3, 12345678.9});
  return table;
}

std::string contents(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

TEST(TableFile, CsvKeepsEveryDigit) {
  EXPECT_EQ(to_csv(example()),
            "time,\"angle of \"\"a\"\", rad\",speed\n0,0.1,-1e-300\n0.1,0.3333333333333333,12345678.9\n");
}

TEST(TableFile, StoHasTheHeaderOfOpenSim) {
  EXPECT_EQ(to_sto(example()),
            "swing\nversion=1\nnRows=2\nnColumns=3\ninDegrees=no\nendheader\n"
            "time\tangle_of_\"a\",_rad\tspeed\n0\t0.1\t-1e-300\n0.1\t0.3333333333333333\t12345678.9\n");
}

TEST(TableFile, ReadsWhatItWrites) {
  const TemporaryFolder folder;
  for (const char* name : {"table.csv", "table.sto"}) {
    const std::string path = (folder.path / name).string();
    NumberTable table = example();
    if (path.ends_with(".sto")) table.names[1] = "angle";  // STO has no blanks in names
    write_table(table, path);
    const NumberTable read = read_table(path);
    EXPECT_EQ(read.names, table.names);
    EXPECT_EQ(read.values, table.values);
  }
}

TEST(TableFile, SaysWhereItCannotRead) {
  const TemporaryFolder folder;
  const std::string path = (folder.path / "table.csv").string();
  const auto reading = [&](const char* text) {
    replace_file(path, text);
    return message([&] { (void)read_table(path); });
  };
  EXPECT_SAYS(reading("time,a\n0,1\n1,zwei\n"), "table.csv:3: 'zwei' is not a number");
  EXPECT_SAYS(reading("time,a\n0,1,2\n"),
              "table.csv:2: a row of 3 numbers does not fit a table of 2 columns");
  EXPECT_SAYS(reading(""), "it is empty");
  EXPECT_EQ(reading("time,a\r\n0,1\r\n"), "nothing was thrown");
  expect_error([] { (void)read_table("motion.npz"); }, {"motion.npz", ".csv or .sto"});
}

TEST(TableFile, NpzIsReadByAnotherProgram) {
  const TemporaryFolder folder;
  write_table(example(), (folder.path / "t.npz").string());
  // Python checks the archive's checksums and finds the numbers behind the header of each array.
  const std::string script =
      "import zipfile,struct,sys\n"
      "z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None\n"
      "assert z.namelist()[0]=='time.npy' and len(z.namelist())==3, z.namelist()\n"
      "d=z.read('speed.npy'); assert d[:8]==b'\\x93NUMPY\\x01\\x00'\n"
      "n=struct.unpack('<H',d[8:10])[0]; assert (10+n)%64==0\n"
      "assert eval(d[10:10+n])=={'descr':'<f8','fortran_order':False,'shape':(2,)}\n"
      "assert struct.unpack('<2d',d[10+n:])==(-1e-300,12345678.9)\n";
  std::ofstream(folder.path / "check.py") << script;
  const std::string command =
      "python3 " + (folder.path / "check.py").string() + " " + (folder.path / "t.npz").string();
  EXPECT_EQ(std::system(command.c_str()), 0);
}

TEST(TableFile, AFullDiskLeavesTheOldFile) {
  const TemporaryFolder folder;
  const std::string path = (folder.path / "t.csv").string();
  write_table(example(), path);
  NumberTable large = example();
  for (int i = 0; i < 10000; ++i) large.add_row({0.1 * i, 0, 0});
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto signal_before = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{4096, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  const std::string problem = message([&] { write_table(large, path); });
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, signal_before);
  EXPECT_SAYS(problem, "t.csv");
  EXPECT_SAYS(problem, "File too large");
  EXPECT_EQ(contents(path), to_csv(example()));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path), {}), 1);
}

TEST(TableWriter, WritesRowByRowWhatWriteTableWritesAtOnce) {
  const TemporaryFolder folder;
  const NumberTable table = example();
  for (const char* ending : {".csv", ".sto", ".npz"}) {
    const std::string whole = (folder.path / "whole").string() + ending,
                      rows = (folder.path / "rows").string() + ending;
    write_table(table, whole);
    TableWriter writer(rows, table.title, table.names);
    for (std::size_t i = 0; i < table.rows(); ++i)
      writer.add_row(std::span(table.values).subspan(i * table.columns(), table.columns()));
    EXPECT_FALSE(std::filesystem::exists(rows)) << "before it is complete";
    writer.complete();
    EXPECT_EQ(contents(rows), contents(whole)) << ending;
    EXPECT_EQ(writer.rows(), table.rows());
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path), {}), 6);
}

TEST(TableWriter, WhatIsNotCompletedLeavesTheOldFile) {
  const TemporaryFolder folder;
  const std::string path = (folder.path / "t.csv").string();
  write_table(example(), path);
  {
    TableWriter writer(path, "", {"time"});
    writer.add_row({1.0});
    expect_error([&] { writer.add_row({1.0, 2.0}); }, {"2 numbers", "1 columns"});
  }
  EXPECT_EQ(contents(path), to_csv(example()));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path), {}), 1);
}

TEST(TableWriter, RowsThatFoundRoomCanBeKept) {
  const TemporaryFolder folder;
  const std::string path = (folder.path / "t.csv").string();
  std::string part;
  {
    TableWriter writer(path, "", {"time"});
    writer.add_row({1.0});
    part = writer.keep_part();
  }
  EXPECT_EQ(contents(part), "time\n1\n");
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(TableWriter, RowsOfFormatsThatNeedTheirEndAreKeptAsNumbers) {
  for (const char* name : {"t.npz", "t.sto"}) {
    const TemporaryFolder folder;
    const std::string path = (folder.path / name).string();
    std::string part;
    {
      TableWriter writer(path, "", {"time", "x"});
      writer.add_row({1.0, 2.0});
      writer.add_row({3.0, 4.0});
      part = writer.keep_part();
    }
    const std::vector<double> expected{1, 2, 3, 4};
    EXPECT_EQ(contents(part), std::string(reinterpret_cast<const char*>(expected.data()), 32)) << name;
    EXPECT_FALSE(std::filesystem::exists(path));
    std::filesystem::remove(part);
    TableWriter(path, "", {"time"}).add_row({1.0});
    EXPECT_TRUE(std::filesystem::is_empty(folder.path)) << name;
  }
}

TEST(TableWriter, FindsAPathThatCannotBeWrittenAtOnce) {
  expect_error([] { TableWriter("no/such/folder/t.csv", "", {"time"}); },
               {"no/such/folder/t.csv", "No such file", "no file was written"});
}

TEST(TableFile, RefusesWhatItCannotWrite) {
  expect_error([] { write_table(example(), "table.xls"); }, {"table.xls", ".csv"});
  expect_error([] { write_table(example(), "no/such/folder/t.csv"); },
               {"no/such/folder/t.csv", "No such file"});
  NumberTable table = example();
  expect_error([&] { table.add_row({1}); }, {"1 numbers", "3 columns"});
}

}  // namespace
}  // namespace sarrus::testing
