#include "engine/train/training_run.h"

#include <algorithm>

#include "engine/core/threading.h"
#include "engine/io/checkpoint_files.h"
#include "engine/io/input_file.h"
#include "engine/tensor/float16.h"
#include "engine/train/evaluate.h"
#include "engine/train/model_card.h"
#include "engine/train/model_files.h"

namespace vitrine {

namespace fs = std::filesystem;

namespace {

/// The model as it comes back from 16-bit storage.
Transformer roundedTo16Bits(const Transformer& model) {
    Transformer rounded(model.contract());
    const auto from = model.parameters().values().elements<float>();
    const auto to = rounded.parameters().values().elements<float>();
    std::transform(from.begin(), from.end(), to.begin(),
                   [](float value) { return fromFloat16(toFloat16(value)); });
    return rounded;
}

/// True when it was not there.
bool makeFolder(const fs::path& folder) {
    std::error_code error;
    const bool made = fs::create_directories(folder, error);
    require(!error, "training", "the folder ", folder.string(),
            " cannot be made: ", systemReason(error.value()), "; choose another one with --out");
    return made;
}

void refuseOccupied(const fs::path& folder) {
    if (!isThere(checkpointFile(folder, kManifestFile))) return;
    require(!hasTrainingState(folder), "training", "the folder ", folder.string(),
            " already holds a training that stopped; continue it with --resume or choose another folder");
    fail("training", "the folder ", folder.string(),
         " already holds a finished model; choose another folder with --out");
}

}  // namespace

HeldOutSet heldOutSet(const Grammar* grammar, const FilePairs* files, CorpusPart part,
                      const DataConfig& data) {
    if (files != nullptr) return fileSet(*files, part);
    require(grammar != nullptr, "corpus",
            "there is neither a grammar nor a file to take held-out pairs from");
    const std::int64_t pairs = part == CorpusPart::Test ? data.testPairs : data.validPairs;
    return grammarSet(*grammar, part, static_cast<std::size_t>(pairs));
}

TrainingRun::TrainingRun(const TrainConfig& config, const fs::path& grammarFile, fs::path folder,
                         std::unique_ptr<TrainingFolder> lock)
    : m_config(config),
      m_folder(std::move(folder)),
      m_lock(std::move(lock)),
      m_backend(createBackend("cpu")) {
    validate(config);
    if (config.data.grammar) m_grammar = Grammar::load(grammarFile.string());
    if (config.data.files()) m_files = readFilePairs(config.data);
    heldOut(CorpusPart::Test);  // what cannot be measured at the end is refused now
}

HeldOutSet TrainingRun::heldOut(CorpusPart part) const {
    return heldOutSet(m_grammar ? &*m_grammar : nullptr, files(), part, m_config.data);
}

void TrainingRun::build(TokenizerPair tokenizers) {
    m_tokenizers = std::move(tokenizers);
    m_config.contract.name = m_config.name;
    m_config.contract.sourceVocabulary = m_tokenizers->source.size();
    m_config.contract.targetVocabulary = m_tokenizers->target.size();
    m_model = std::make_unique<Transformer>(m_config.contract);
    m_model->parameters().initialise(m_config.seed);
    const Grammar* grammar = m_grammar ? &*m_grammar : nullptr;
    m_data = std::make_unique<BatchSource>(trainingStream(m_config, grammar, files(), *m_tokenizers),
                                           m_config.batches, m_config.seed);
    m_config.optimizer.seed = m_config.seed;
    m_trainer = std::make_unique<Trainer>(*m_model, *m_backend, *m_data, m_config.optimizer);
}

std::unique_ptr<TrainingRun> TrainingRun::begin(const TrainConfig& config, const fs::path& grammarFile,
                                                const fs::path& folder, std::string command) {
    validate(config);
    const bool made = makeFolder(folder);
    try {
        auto lock = std::make_unique<TrainingFolder>(folder);
        refuseOccupied(folder);
        std::unique_ptr<TrainingRun> run(new TrainingRun(config, grammarFile, folder, std::move(lock)));
        run->m_command = std::move(command);
        const Grammar* grammar = run->m_grammar ? &*run->m_grammar : nullptr;
        run->build(learnTokenizers(config, grammar, run->files()));
        return run;
    } catch (...) {
        std::error_code ignored;
        if (made) fs::remove(folder, ignored);  // empty
        throw;
    }
}

std::unique_ptr<TrainingRun> TrainingRun::resume(const fs::path& folder, const fs::path& grammarFile) {
    auto lock = std::make_unique<TrainingFolder>(folder);
    const Checkpoint saved = loadCheckpoint(folder, WithTraining::Yes);
    std::unique_ptr<TrainingRun> run(
        new TrainingRun(trainConfigFromJson(saved.training->config), grammarFile, folder, std::move(lock)));
    run->build({Tokenizer::fromJson(saved.sourceTokenizer), Tokenizer::fromJson(saved.targetTokenizer)});
    require(run->m_model->contract() == saved.contract, "resume", "the contract in ", folder.string(),
            " does not fit the settings the run began with");
    run->m_trainer->restore(*saved.training);
    run->m_savedStep = saved.training->step;
    if (const auto command = saved.card.find("command"); command != saved.card.end())
        run->m_command = command->second;
    return run;
}

Checkpoint TrainingRun::checkpoint() const {
    Checkpoint result;
    result.contract = m_model->contract();
    result.parameters = namedParameters(m_model->parameters());
    result.sourceTokenizer = m_tokenizers->source.toJson();
    result.targetTokenizer = m_tokenizers->target.toJson();
    return result;
}

void TrainingRun::write(const std::function<void()>& files) const {
    try {
        files();
    } catch (const Error& error) {
        constexpr std::string_view place = "training";
        if (m_savedStep < 0)
            fail(place, "nothing could be saved: ", error.sentence(),
                 "; make room or allow writing there and begin again");
        fail(place, "step ", m_trainer->stepsDone(), " could not be saved: ", error.sentence(),
             "; make room or allow writing there and go on from step ", m_savedStep, " with --resume");
    }
}

void TrainingRun::save() {
    Checkpoint result = checkpoint();
    result.card = {{"name", m_config.name},
                   {"command", m_command},
                   {"state", concat("in training, ", m_trainer->stepsDone(), " of ", m_trainer->totalSteps(),
                                    " steps done")}};
    result.training = m_trainer->state();
    result.training->config = trainConfigToJson(m_config);
    // 32 bits: a run that diverges shall fail in its step, with the reason, and not when it saves.
    write([&] { saveCheckpoint(m_folder, result, FloatStorage::AsIs); });
    m_savedStep = m_trainer->stepsDone();
}

void TrainingRun::saveSnapshot(std::int64_t step) const {
    std::string number = std::to_string(step);
    number.insert(0, 8 - std::min<std::size_t>(8, number.size()), '0');
    write([&] {
        makeFolder(m_folder / "snapshots");
        writeSafetensors(m_folder / "snapshots" / ("step-" + number + ".safetensors"),
                         namedParameters(m_model->parameters()), FloatStorage::F16,
                         {{"step", std::to_string(step)}});
    });
}

bool TrainingRun::run(TrainControl& control, TrainObserver& observer) {
    const PairTable valid = encodeSet(heldOut(CorpusPart::Valid), *m_tokenizers);
    const auto keep = [&](std::int64_t step) {
        save();
        observer.saved(step);
    };
    const auto snapshot = [&](std::int64_t step) {
        for (const std::int64_t wanted : m_config.snapshots)
            if (wanted == step) saveSnapshot(step);
    };
    const auto validateNow = [&](std::int64_t step) {
        HeldOutReport report = heldOutScores(*m_model, *m_backend, valid, m_config.batches);
        report.step = step;
        observer.validated(report);
    };
    if (m_trainer->stepsDone() == 0) snapshot(0);
    const PeriodicWork work[] = {
        {1, snapshot}, {m_config.validateEvery, validateNow}, {m_config.saveEvery, keep}};
    const bool finished = runTraining(*m_trainer, control, observer, work);
    if (!finished) keep(m_trainer->stepsDone());
    return finished;
}

ModelScores TrainingRun::finish(const std::function<void(std::size_t)>& progress, const CancelToken* cancel) {
    const Transformer stored = roundedTo16Bits(*m_model);
    const ModelScores scores =
        scoreModel(stored, *m_tokenizers, heldOut(CorpusPart::Test), *m_backend, progress, cancel);
    CardFacts facts{m_config, m_command};
    facts.steps = m_trainer->stepsDone();
    facts.parameters = parameterCount(m_config.contract);
    facts.trainingPairs = m_files ? static_cast<std::int64_t>(m_files->split.train.size()) : 0;
    facts.threads = threadCount();
    Checkpoint result = checkpoint();
    result.card = modelCard(facts, scores);
    result.readme = cardPage(result.card);
    write([&] { saveCheckpoint(m_folder, result); });
    return scores;
}

}  // namespace vitrine
