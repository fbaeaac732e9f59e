#include "sarrus/contact/contact_laws.h"

#include "sarrus/contact/compliant_contact.h"

namespace sarrus {

std::shared_ptr<const ContactLaw> choose_contact_law(const AnyShape& shape1, const AnyShape& shape2) {
  static const std::array<std::shared_ptr<const ContactLaw>, 4> in_order{
      std::make_shared<FoundationLaw>(), std::make_shared<HertzLaw>(), std::make_shared<VolumeLaw>(),
      std::make_shared<PointLaw>()};
  for (const std::shared_ptr<const ContactLaw>& law : in_order)
    if (law->suits(shape1, shape2)) return law;
  return nullptr;
}

}  // namespace sarrus
