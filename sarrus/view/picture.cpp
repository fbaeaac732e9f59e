#include "sarrus/view/picture.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string_view>

#include "sarrus/base/file.h"
#include "sarrus/view/internal/headless_browser.h"

namespace sarrus {

using namespace internal;

namespace {

using internal::HeadlessBrowser;

/// Times that differ by less are the same, in seconds.
constexpr double time_resolution = 1e-6;

double end_of(const PageItem& item) {
  double end = 0;
  for (const Recording& motion : item.motions)
    if (motion.frames() > 0) end = std::max(end, motion.times().back());
  return end;
}

/// A page in a temporary file, open in a browser.
class OpenPage {
 public:
  /// `wishes` are added to the page's address.
  OpenPage(const Page& page, const PictureOptions& options, std::string_view wishes = {})
      : browser_(checked(page, options).width, options.height) {
    std::string name = (std::filesystem::temp_directory_path() / "sarrus_page_XXXXXX.html").string();
    const int file = mkstemps(name.data(), 5);
    require(file >= 0, "cannot make a temporary file '{}'", name);
    ::close(file);
    path_ = name;
    replace_file(path_, make_html(page));
    std::string address =
        fmt::format("file://{}#bare={}&item={}&at={}&theme={}{}", path_, options.panels ? 0 : 1, options.item,
                    options.at, options.dark ? "dark" : "light", wishes);
    if (!options.camera.empty())
      address += (options.camera.find(',') == std::string::npos ? "&view=" : "&camera=") + options.camera;
    browser_.open(address, "window.sarrus !== undefined && window.sarrus.ready === true");
  }
  ~OpenPage() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  OpenPage(const OpenPage&) = delete;
  OpenPage& operator=(const OpenPage&) = delete;

  /// A PNG of the scene at a time, once it has been drawn.
  std::string picture_at(double time) {
    browser_.evaluate(fmt::format("window.sarrus.setTime({})", time));
    browser_.evaluate(
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))");
    return browser_.take_picture();
  }

 private:
  static const PictureOptions& checked(const Page& page, const PictureOptions& options) {
    const int items = static_cast<int>(page.items.size());
    require(options.item >= 0 && options.item < items,
            "the page has no item {}; its items are numbered from 0 to {}", options.item, items - 1);
    require(options.width >= 16 && options.width <= 8192 && options.height >= 16 && options.height <= 8192,
            "a picture of {} by {} pixels is not possible; give 16 to 8192", options.width, options.height);
    require(std::isfinite(options.at), "a picture at {} s is not possible", options.at);
    const double end = end_of(page.items[options.item]);
    require(
        options.at <= end + time_resolution,
        "there is no picture at {:g} s, because the motion ends at {:g} s; choose an earlier time, or give "
        "a longer motion",
        options.at, end);
    require_camera(options.camera);
    return options;
  }

  HeadlessBrowser browser_;
  std::string path_;
};

/// The words of ffmpeg after its input, for the ending of a path.
std::string encoding_of(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending == ".mp4") return "-c:v libx264 -pix_fmt yuv420p -crf 20 -movflags +faststart";
  if (ending == ".webm") return "-c:v libvpx-vp9 -pix_fmt yuv420p -crf 30 -b:v 0";
  if (ending == ".gif") return "-filter_complex split[a][b];[a]palettegen[p];[b][p]paletteuse";
  fail("'{}' is to hold a film; give a name that ends with .mp4, .webm or .gif", path);
}

/// In single quotes, for a shell.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

/// Pictures that ffmpeg takes in and makes a film of: beside the file at first, which it replaces when all is
/// well.
class Film {
 public:
  Film(const std::string& path, double rate) : path_(path), unfinished_(path) {
    const std::filesystem::path name = path;
    unfinished_.replace_filename(
        fmt::format("{}.unfinished{}", name.stem().string(), name.extension().string()));
    std::string words;
    std::string encoding = encoding_of(path);
    for (std::size_t first = 0; first < encoding.size();) {
      const std::size_t end = std::min(encoding.find(' ', first), encoding.size());
      words += " " + quoted(encoding.substr(first, end - first));
      first = end + 1;
    }
    require(std::system("command -v ffmpeg > /dev/null 2>&1") == 0,
            "films are encoded by ffmpeg, which was not found; install it (Debian: ffmpeg)");
    stream_ = popen(fmt::format("ffmpeg -loglevel error -y -f image2pipe -framerate {} -c:v png -i -{} {}",
                                rate, words, quoted(unfinished_.string()))
                        .c_str(),
                    "w");
    require(stream_ != nullptr, "cannot start ffmpeg");
  }
  ~Film() {
    if (stream_ != nullptr) pclose(stream_);
    std::error_code ignored;
    std::filesystem::remove(unfinished_, ignored);
  }
  Film(const Film&) = delete;
  Film& operator=(const Film&) = delete;

  void add(const std::string& png) {
    require(std::fwrite(png.data(), 1, png.size(), stream_) == png.size(),
            "ffmpeg has stopped; see its message");
  }
  void complete() {
    const int status = pclose(stream_);
    stream_ = nullptr;
    require(status == 0, "ffmpeg could not write '{}'; see its message", path_);
    std::filesystem::rename(unfinished_, path_);
  }

 private:
  /// Where ffmpeg ends early, writing to it fails instead of ending this program.
  struct PipeSignal {
    PipeSignal() : before(signal(SIGPIPE, SIG_IGN)) {}
    ~PipeSignal() { signal(SIGPIPE, before); }
    PipeSignal(const PipeSignal&) = delete;
    PipeSignal& operator=(const PipeSignal&) = delete;
    void (*before)(int);
  };

  PipeSignal ignored_;
  std::string path_;
  std::filesystem::path unfinished_;
  std::FILE* stream_ = nullptr;
};

/// The numbers of a text like "1,2,3"; NaN for words that are none.
Array<double> numbers_of(std::string_view text) {
  Array<double> numbers;
  for (std::size_t first = 0; first <= text.size();) {
    const std::size_t end = std::min(text.find(',', first), text.size());
    double number = NAN;
    const auto [stop, error] = std::from_chars(text.data() + first, text.data() + end, number);
    numbers.push_back(error == std::errc() && stop == text.data() + end ? number : NAN);
    first = end + 1;
  }
  return numbers;
}

}  // namespace

void require_camera(std::string_view camera) {
  if (camera.empty() || camera == "iso" || camera == "front" || camera == "side" || camera == "top") return;
  const Array<double> p = numbers_of(camera);
  const bool are_numbers =
      p.size() == 6 && std::all_of(p.begin(), p.end(), [](double x) { return std::isfinite(x); });
  require(are_numbers,
          "'{}' is no place of a camera; give iso, front, side, top, or the place and the point to look at, "
          "x,y,z,x,y,z",
          camera);
  require(p[0] != p[3] || p[1] != p[4] || p[2] != p[5],
          "the camera is at ({:g}, {:g}, {:g}) and looks at the same point; give another place or point",
          p[0], p[1], p[2]);
}

void write_png(const Page& page, const std::string& path, const PictureOptions& options) {
  replace_file(path, OpenPage(page, options, "&fit=now").picture_at(options.at));
}

void write_video(const Page& page, const std::string& path, const VideoOptions& options) {
  require(options.rate > 0 && options.rate <= 240, "a film of {} pictures per second is not possible",
          options.rate);
  require(options.speed > 0 && std::isfinite(options.speed), "a film at {} times the speed is not possible",
          options.speed);
  const int width = options.picture.width, height = options.picture.height;
  require(
      !path.ends_with(".mp4") || (width % 2 == 0 && height % 2 == 0),
      "a film .mp4 of {} by {} pixels is not possible, because its encoding takes two by two together; give "
      "even numbers, such as {} by {}",
      width, height, width + width % 2, height + height % 2);
  Film film(path, options.rate);
  OpenPage open(page, options.picture);
  const double begin = options.picture.at;
  const double end = options.until >= 0 ? options.until : end_of(page.items[options.picture.item]);
  require(begin <= end + time_resolution, "a film from {:g} s to {:g} s is not possible", begin, end);
  const int pictures =
      1 + static_cast<int>(std::floor(std::max(end - begin, 0.0) / options.speed * options.rate + 1e-9));
  for (int i = 0; i < pictures; ++i) film.add(open.picture_at(begin + i * options.speed / options.rate));
  film.complete();
}

}  // namespace sarrus
