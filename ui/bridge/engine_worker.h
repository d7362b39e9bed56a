#pragma once

#include <condition_variable>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "engine/core/cancel.h"
#include "engine/session/gold_alignment.h"
#include "ui/bridge/engine_bridge.h"

namespace vitrine {

/// One thing to compute: a state of the document, and what the window wants to see of it.
struct EngineJob {
    std::uint64_t generation = 0;
    ExperimentState state;
    std::vector<Site> sites;
    bool branches = false;
};

/// How far a job has come. Published whole, several times a job: each one holds everything of those before.
struct EngineOutcome {
    std::uint64_t generation = 0;
    std::shared_ptr<const LoadedModel> model;
    std::shared_ptr<const Story> story;
    std::shared_ptr<const StepAnswer> answer;
    std::shared_ptr<const GoldAlignment> gold;
    std::vector<std::shared_ptr<const Story>> branches;
    std::optional<EngineError> error;
    bool done = false;
};

/// The engine's thread: takes the newest job, remembers recent results. post() and take() may be called from
/// the window's thread at any time and never wait for work.
class EngineWorker {
public:
    EngineWorker();
    ~EngineWorker();  ///< cancels and joins

    void post(EngineJob job);
    std::shared_ptr<const EngineOutcome> take() { return m_outcome.take(); }

private:
    void loop();
    void run(const EngineJob& job, const CancelToken& cancel);
    void publish(const EngineOutcome& outcome);
    std::shared_ptr<const LoadedModel> modelAt(const std::string& folder);
    std::shared_ptr<const Story> storyOf(const StoryRequest& request, const CancelToken& cancel);
    std::shared_ptr<const StepAnswer> answerTo(const Question& question, const CancelToken& cancel);

    std::shared_ptr<const GoldAlignment> goldOf(const std::shared_ptr<const LoadedModel>& model,
                                                const std::string& source);

    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::optional<EngineJob> m_next;         // guarded by m_mutex
    std::shared_ptr<CancelToken> m_running;  // guarded by m_mutex
    ExperimentState m_runningState;          // guarded by m_mutex
    bool m_stop = false;                     // guarded by m_mutex
    LatestSlot<EngineOutcome> m_outcome;

    // Only the worker's thread touches these; newest first.
    std::list<std::pair<std::string, std::shared_ptr<const LoadedModel>>> m_models;
    std::list<std::shared_ptr<const Story>> m_stories;
    std::list<std::shared_ptr<const StepAnswer>> m_answers;
    std::optional<GoldAligner> m_grammar;  // read when first needed
    bool m_grammarRead = false;
    std::shared_ptr<const GoldAlignment> m_gold;  // of the two below
    std::shared_ptr<const LoadedModel> m_goldModel;
    std::string m_goldSource;

    std::thread m_thread;  // last: it uses all of the above
};

}  // namespace vitrine
