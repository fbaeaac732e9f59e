#pragma once
/// @file
/// Compliant contact: surfaces with materials, contact laws, contact as events, contact of models from files.

#include "sarrus/contact/contact_events.h"
#include "sarrus/contact/contact_laws.h"
#include "sarrus/format/load_contact.h"
