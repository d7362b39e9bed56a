#pragma once

#include <vector>

#include "tests/support/op_case.h"

namespace vitrine::testing {

/// The cases of one family of ops, each file beside the ops it exercises.
void addLinearCases(std::vector<OpCase>& cases, std::vector<GradientCase>& gradients);
void addEmbedCases(std::vector<OpCase>& cases, std::vector<GradientCase>& gradients);
void addAttentionCases(std::vector<OpCase>& cases, std::vector<GradientCase>& gradients);
void addNormCases(std::vector<OpCase>& cases, std::vector<GradientCase>& gradients);
void addLossCases(std::vector<OpCase>& cases, std::vector<GradientCase>& gradients);
void addOptimizerCases(std::vector<OpCase>& cases, std::vector<GradientCase>& gradients);

/// All of them; built once.
const std::vector<OpCase>& opCases();
const std::vector<GradientCase>& gradientCases();

}  // namespace vitrine::testing
