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

namespace sarrus::testing::table_file_test {
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
  for (const char* name : {"table.csv", "table.sto", "table.npz"}) {
    const std::string path = (folder.path / name).string();
    NumberTable table = example();
    if (!path.ends_with(".csv")) table.names[1] = "angle";  // the others have no blanks in names
    write_table(table, path);
    const NumberTable read = read_table(path);
    EXPECT_EQ(read.names, table.names);
    EXPECT_EQ(read.values, table.values);
  }
}

TEST(TableFile, KeepsWhatATableSaysAboutItself) {
  const TemporaryFolder folder;
  NumberTable table = example();
  table.properties = {{"model_file", "/models/my crane=1.urdf"}, {"remark", ""}};
  for (const char* name : {"table.sto", "table.npz"}) {
    const std::string path = (folder.path / name).string();
    write_table(table, path);
    const NumberTable read = read_table(path);
    EXPECT_EQ(read.columns(), 3U);
    EXPECT_EQ(read.values, table.values);
    ASSERT_EQ(read.properties.size(), 2U) << name;
    EXPECT_EQ(read.property("model_file"), "/models/my crane=1.urdf");
    EXPECT_EQ(read.property("remark"), "");
    EXPECT_EQ(read.property("none"), "");
  }
}

/// Runs a script of Python in a folder; true: its assertions hold.
bool python_says_so(const TemporaryFolder& folder, const std::string& script) {
  std::ofstream(folder.path / "script.py") << script;
  return std::system(("cd " + folder.path.string() + " && python3 script.py").c_str()) == 0;
}

TEST(TableFile, ReadsArchivesOfOtherPrograms) {
  // As numpy.savez() writes them: with headers for more than 4 GiB, and here with a comment; arrays of other
  // dimensions are no columns.
  const TemporaryFolder folder;
  ASSERT_TRUE(
      python_says_so(folder,
                     "import zipfile,struct\n"
                     "def npy(descr,shape,data,version=1):\n"
                     "  h=(\"{'descr': '%s', 'fortran_order': False, 'shape': %s, }\"%(descr,shape))\n"
                     "  h=h.ljust(117)+'\\n'\n"
                     "  n=struct.pack('<H' if version==1 else '<I',len(h))\n"
                     "  return b'\\x93NUMPY'+bytes([version,0])+n+h.encode()+data\n"
                     "z=zipfile.ZipFile('t.npz','w',zipfile.ZIP_STORED)\n"
                     "def add(name,bytes):\n"
                     "  with z.open(name+'.npy','w',force_zip64=True) as f: f.write(bytes)\n"
                     "add('time',npy('<f8','(2,)',struct.pack('<2d',0,0.5)))\n"
                     "add('table',npy('<f8','(1, 2)',struct.pack('<2d',3,4)))\n"
                     "add('label',npy('<U1','()',b'x\\0\\0\\0'))\n"
                     "add('q',npy('<f8','(2,)',struct.pack('<2d',-7,1e300),2))\n"
                     "z.comment=b'made elsewhere'; z.close()\n"
                     "z=zipfile.ZipFile('packed.npz','w',zipfile.ZIP_DEFLATED)\n"
                     "z.writestr('time.npy',npy('<f8','(2,)',bytes(16))); z.close()\n"
                     "z=zipfile.ZipFile('whole.npz','w')\n"
                     "z.writestr('time.npy',npy('<i8','(2,)',bytes(16))); z.close()\n"
                     "z=zipfile.ZipFile('uneven.npz','w')\n"
                     "z.writestr('time.npy',npy('<f8','(2,)',bytes(16)))\n"
                     "z.writestr('q.npy',npy('<f8','(3,)',bytes(24))); z.close()\n"));
  const auto path = [&](const char* name) { return (folder.path / name).string(); };
  const NumberTable table = read_table(path("t.npz"));
  EXPECT_EQ(table.names, (Array<std::string>{"time", "q"}));
  EXPECT_EQ(table.values, (Array<double>{0, -7, 0.5, 1e300}));
  const auto reading = [&](const char* name) { return message([&] { (void)read_table(path(name)); }); };
  EXPECT_SAYS(reading("packed.npz"), "'time.npy' is compressed; write the file with numpy.savez");
  EXPECT_SAYS(reading("whole.npz"), "'time': its elements are '<i8'; give numbers of type float64");
  EXPECT_SAYS(reading("uneven.npz"), "'q' has 3 numbers, but 'time' has 2");
}

TEST(TableFile, ADamagedArchiveIsRefused) {
  NumberTable table = example();
  table.properties = {{"model_file", "crane.urdf"}};
  const std::string whole = to_npz(table);
  EXPECT_EQ(from_npz(whole).values, table.values);
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_NE(message([&] { (void)from_npz(whole.substr(0, size)); }), "nothing was thrown") << size;
  for (std::size_t i = 0; i < whole.size(); ++i) {  // must neither crash nor hang, whatever it reads
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 0xFF);
    (void)message([&] { (void)from_npz(damaged); });
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
  expect_error([] { (void)read_table("motion.xls"); }, {"motion.xls", ".csv, .npz or .sto"});
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
  NumberTable table = example();
  table.properties = {{"model_file", "crane.urdf"}};
  for (const char* ending : {".csv", ".sto", ".npz"}) {
    const std::string whole = (folder.path / "whole").string() + ending,
                      rows = (folder.path / "rows").string() + ending;
    write_table(table, whole);
    TableWriter writer(rows, table.title, table.names, table.properties);
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
}  // namespace sarrus::testing::table_file_test
