#pragma once
/// @file
/// The coefficients of the method Radau IIA of order five [Hairer, Wanner: Solving Ordinary Differential
/// Equations II, IV.5, IV.8].

namespace sarrus::internal::radau {

constexpr double root6 = 2.449489742783178098;
constexpr double c1 = (4 - root6) / 10, c2 = (4 + root6) / 10;
constexpr double nodes[] = {c1, c2, 1};
/// The matrix A of the method.
constexpr double a[3][3] = {{(88 - 7 * root6) / 360, (296 - 169 * root6) / 1800, (-2 + 3 * root6) / 225},
                            {(296 + 169 * root6) / 1800, (88 + 7 * root6) / 360, (-2 - 3 * root6) / 225},
                            {(16 - root6) / 36, (16 + root6) / 36, 1.0 / 9}};
/// A⁻¹ = T·[γ₀ 0 0; 0 α −β; 0 β α]·T⁻¹ [Hairer, Wanner II, IV.8]; the eigenvalues from r = ∛9.
constexpr double root9 = 2.080083823051904115, root3 = 1.732050807568877294;
constexpr double real_part = (6 + root9 * (root9 - 1)) / 30;
constexpr double pair_real = (12 - root9 * (root9 - 1)) / 60,
                 pair_imaginary = root9 * (root9 + 1) * root3 / 60;
constexpr double pair_square = pair_real * pair_real + pair_imaginary * pair_imaginary;
constexpr double gamma0 = 1 / real_part, alpha = pair_real / pair_square, beta = pair_imaginary / pair_square;
constexpr double to_stages[3][3] = {
    {9.1232394870892942792e-02, -0.14125529502095420843, -3.0029194105147424492e-02},
    {0.24171793270710701896, 0.20412935229379993199, 0.38294211275726193779},
    {0.96604818261509293619, 1, 0}};
constexpr double to_transforms[3][3] = {
    {4.3255798900631553510, 0.33919925181580986954, 0.54177053993587487119},
    {-4.1787185915519047273, -0.32768282076106238708, 0.47662355450055045196},
    {-0.50287263494578687595, 2.5719269498556054292, -0.59603920482822492497}};
/// The weights of the stages in the error estimate.
constexpr double error_weights[] = {-(13 + 7 * root6) / 3, (-13 + 7 * root6) / 3, -1.0 / 3};

}  // namespace sarrus::internal::radau
