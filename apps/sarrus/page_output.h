#pragma once
/// @file
/// Where a page with motions goes: to files, or to a browser that it is served to.

#include <string>

#include "apps/sarrus/command.h"
#include "sarrus/view/picture.h"

namespace sarrus {

/// Where a view is served: with both given, the address is the same each time.
struct ViewAddress {
  int port = 0;         ///< Zero: any free one.
  std::string token{};  ///< The part of the address that others cannot guess; empty: a random one.
};
/// Adds the options --port and --token.
void add_address_options(Command& command, ViewAddress& address);

/// The files to write; empty names: none.
struct PageFiles {
  std::string html{}, png{}, video{};
  PictureOptions picture{};

  bool any() const { return !html.empty() || !png.empty() || !video.empty(); }
};
/// Adds the options --html, --png and --video, and those of pictures.
void add_page_options(Command& command, PageFiles& files);

/// Writes the files and prints their names.
void write_files(const Page& page, const PageFiles& files);
/// Serves a page until Ctrl-C; returns the exit status.
int serve(const Page& page, const ViewAddress& address);

}  // namespace sarrus
