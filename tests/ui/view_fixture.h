#pragma once

#include <QApplication>
#include <memory>

#include "tests/support/tiny_model.h"
#include "ui/bridge/experiment.h"
#include "ui/common/view.h"

namespace vitrine::testing {

/// The tiny model, loaded once a program.
std::shared_ptr<const LoadedModel> tinyLoadedModel();

/// What a view gets for the first tiny sentence, `prefix` and interventions, with every site of the model.
std::shared_ptr<const StepAnswer> tinyAnswer(std::vector<TokenId> prefix,
                                             std::vector<Intervention> interventions = {});

/// The same forward pass computed apart: in double, by the plain reference backend.
std::shared_ptr<const TraceFrame> oracle(const StepAnswer& answer);

/// Element (0, head, row, column) of attention stages, (0, row, column) of everything else.
double element(const TraceFrame& frame, const Site& site, int head, int row, int column);

/// Theme, selection and document as a window has them; answers() is asked anew after each command.
struct Bench {
    Theme theme;
    Selection selection;
    Experiment experiment;
    std::vector<TokenId> prefix{TokenId(5), TokenId(6), TokenId(7)};

    ViewContext context() { return {&theme, &selection, &experiment}; }
    std::shared_ptr<const StepAnswer> answer() {
        return tinyAnswer(prefix, experiment.variant().interventions);
    }
};

/// A widget shown offscreen at a size, with its layout done.
void showAt(QWidget& widget, int width, int height);

}  // namespace vitrine::testing
