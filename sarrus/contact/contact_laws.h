#pragma once
/// @file
/// The list of all laws of compliant contact. To add one: write sarrus/contact/my_law.h, include it here, add
/// it to choose_contact_law() if it shall be chosen by itself, and add a row to tests/contact/law_rows.cpp.

// Smooth surfaces that touch in a point.
#include "sarrus/contact/hertz_law.h"
// Any pair of solids; by itself for bricks, polyhedra, cylinders on planes, whose overlaps are exact.
#include "sarrus/contact/volume_law.h"
// Meshes covered by springs.
#include "sarrus/contact/foundation_law.h"
// Fields of pressure inside of both bodies; to be chosen.
#include "sarrus/contact/hydroelastic_law.h"
// Springs at the contact points of anything else.
#include "sarrus/contact/point_law.h"

// Elements for one point or sphere and a plane.
#include "sarrus/contact/exponential_spring.h"
#include "sarrus/contact/massless_surface.h"
#include "sarrus/contact/smooth_sphere_contact.h"
