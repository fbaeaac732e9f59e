#pragma once
/// @file
/// The viewer in the browser, pages that show models and motions, pictures and films.

#include "sarrus/scene/make_scene.h"
#include "sarrus/view/page.h"
#include "sarrus/view/page_server.h"
#include "sarrus/view/picture.h"
#include "sarrus/view/recording.h"
#include "sarrus/view/viewer.h"
