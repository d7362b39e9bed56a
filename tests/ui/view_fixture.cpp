#include "tests/ui/view_fixture.h"

#include "engine/model/transformer.h"

namespace vitrine::testing {

std::shared_ptr<const LoadedModel> tinyLoadedModel() {
    static const TemporaryFolder folder;
    static const std::shared_ptr<const LoadedModel> model = [] {
        saveTinyModel(folder.path() / "tiny", 3);
        return loadModel(folder.path() / "tiny");
    }();
    return model;
}

std::shared_ptr<const StepAnswer> tinyAnswer(std::vector<TokenId> prefix,
                                             std::vector<Intervention> interventions) {
    auto answer = std::make_shared<StepAnswer>();
    answer->question.model = tinyLoadedModel();
    answer->question.source = tinySource().front();
    answer->question.prefix = std::move(prefix);
    answer->question.interventions = Interventions(std::move(interventions));
    answer->question.sites = siteCatalogue(answer->question.model->contract());
    answer->analysis = analyse(answer->question);
    return answer;
}

std::shared_ptr<const TraceFrame> oracle(const StepAnswer& answer) {
    const LoadedModel& model = *answer.question.model;
    Transformer exact(model.contract(), DType::F64);
    const ParameterStore& single = model.transformer.parameters();
    for (std::int64_t i = 0; i < single.size(); ++i) {
        const ParameterId id(i);
        const ParameterStore& twice = exact.parameters();
        twice.get(twice.find(single.name(id))).value.copyFrom(single.get(id).value.converted(DType::F64));
    }
    const auto ids = [](const std::vector<TokenId>& tokens) {
        const Tensor tensor = Tensor::zeros(DType::I32, {1, static_cast<std::int64_t>(tokens.size())});
        for (std::size_t i = 0; i < tokens.size(); ++i) tensor.data<std::int32_t>()[i] = tokens[i].value;
        return tensor;
    };
    std::vector<TokenId> source;
    for (const Token& token : answer.analysis.source) source.push_back(token.id);
    auto request = std::make_shared<TraceRequest>();
    request->sites = siteCatalogue(model.contract());
    FrameRecorder recorder(request, 0, 0);
    const std::unique_ptr<Backend> backend = createBackend("reference");
    Arena arena;
    ForwardContext ctx{*backend, arena};
    ctx.probe = &recorder;
    if (!answer.question.interventions.empty()) ctx.interventions = &answer.question.interventions;
    const Variable memory = exact.encode(ctx, ids(source), {});
    exact.logits(ctx, exact.decode(ctx, ids(answer.analysis.targetInput), {}, memory, {}));
    return recorder.finish();
}

double element(const TraceFrame& frame, const Site& site, int head, int row, int column) {
    const Tensor& tensor = frame.get(site);
    const Shape& shape = tensor.shape();
    if (shape.rank() == 4) return tensor.at((head * shape[2] + row) * shape[3] + column);
    return tensor.at(row * shape[-1] + column);
}

void showAt(QWidget& widget, int width, int height) {
    widget.resize(width, height);
    widget.show();
    QApplication::processEvents();
}

}  // namespace vitrine::testing
