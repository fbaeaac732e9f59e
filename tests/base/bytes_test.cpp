#include "sarrus/base/internal/bytes.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/support/numbers.h"
#include "tests/support/says.h"

namespace sarrus::testing::bytes_test {

using namespace internal;
namespace {

/// Values from the authors' page of the FNV hash, http://www.isthe.com/chongo/tech/comp/fnv.
TEST(Bytes, HashIsFnv) {
  EXPECT_EQ(hash_bytes(""), 0xcbf29ce484222325);
  EXPECT_EQ(hash_bytes("a"), 0xaf63dc4c8601ec8c);
  EXPECT_EQ(hash_bytes("foobar"), 0x85944171f73967e8);
}

TEST(Bytes, WhatWasWrittenIsReadInItsOrder) {
  ByteWriter out;
  out.byte(200);
  out.natural(0x0102030405060708);
  out.number(-0.0);
  out.numbers({1.5, std::numeric_limits<double>::denorm_min()});
  out.text("two\0zeros");
  EXPECT_EQ(out.bytes()[1], 8) << "little end first";
  ByteReader in(out.bytes());
  EXPECT_EQ(in.byte(), 200);
  EXPECT_EQ(in.natural(), 0x0102030405060708u);
  EXPECT_TRUE(same_bits(in.number(), -0.0));
  EXPECT_TRUE(same_bits(in.numbers(), {1.5, std::numeric_limits<double>::denorm_min()}));
  EXPECT_EQ(in.text(), "two\0zeros");
  EXPECT_TRUE(in.rest().empty());
  expect_error([&] { (void)in.natural(); }, {"8 more bytes"});
}

TEST(Bytes, ACountThatCannotBeIsRefusedBeforeMemoryIsTaken) {
  ByteWriter out;
  out.natural(~std::uint64_t{0} / 8);
  ByteReader in(out.bytes());
  expect_error([&] { (void)in.numbers(); }, {"2305843009213693951 entries", "0 bytes"});
}

TEST(Bytes, SameBitsTellsZerosApart) {
  EXPECT_FALSE(same_bits(0.0, -0.0));
  EXPECT_TRUE(same_bits(nan, nan));
  EXPECT_FALSE(same_bits({1.0, 2.0}, {1.0}));
}

}  // namespace
}  // namespace sarrus::testing::bytes_test
