#include "sarrus/view/internal/viewer_template.h"

// The bytes of the page, as they are: the assembler reads the file, which costs the compiler nothing.
__asm__(
    ".section .rodata\n"
    ".hidden sarrus_viewer_page\n"
    ".global sarrus_viewer_page\n"
    "sarrus_viewer_page:\n"
    ".incbin \"" SARRUS_VIEWER_PAGE
    "\"\n"
    ".hidden sarrus_viewer_page_end\n"
    ".global sarrus_viewer_page_end\n"
    "sarrus_viewer_page_end:\n"
    ".byte 0\n"
    ".previous\n");

extern "C" {
extern const char sarrus_viewer_page[];
extern const char sarrus_viewer_page_end[];
}

namespace sarrus::internal {

std::string_view viewer_template() { return {sarrus_viewer_page, sarrus_viewer_page_end}; }

}  // namespace sarrus::internal
