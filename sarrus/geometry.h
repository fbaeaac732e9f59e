#pragma once
/// @file
/// Shapes and meshes; distances, contact points, overlaps and times of contact of pairs of them. No
/// mechanics.

#include "sarrus/format/find_mesh.h"
#include "sarrus/format/read_mesh.h"
#include "sarrus/geometry/convex_decomposition.h"
#include "sarrus/geometry/pressure_field.h"
#include "sarrus/geometry/shapes.h"
#include "sarrus/geometry/triangle_packs.h"
#include "sarrus/proximity/broad_phase.h"
#include "sarrus/proximity/distance.h"
#include "sarrus/proximity/feature_pair.h"
#include "sarrus/proximity/manifold.h"
#include "sarrus/proximity/overlap.h"
#include "sarrus/proximity/time_of_contact.h"
