#pragma once
/// @file
/// Everything that is for users.

#include "sarrus/algorithms.h"
#include "sarrus/constraints.h"
#include "sarrus/contact.h"
#include "sarrus/derivatives.h"
#include "sarrus/dynamics.h"
#include "sarrus/extend.h"
#include "sarrus/geometry.h"
#include "sarrus/inverse_kinematics.h"
#include "sarrus/linearize.h"
#include "sarrus/rigid.h"
#include "sarrus/sarrus.h"
#include "sarrus/sensitivity.h"
#include "sarrus/view.h"
