#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <variant>

#include "engine/session/analyse.h"
#include "engine/session/analysis_cache.h"
#include "engine/session/loaded_model.h"
#include "engine/session/translate.h"

namespace vitrine {

struct LoadRequest {
    std::filesystem::path folder;
    std::string backend = "cpu";
};

struct TranslationRequest {
    std::shared_ptr<const LoadedModel> model;
    std::string source;
    Decoding decoding;
    ForcedTokens forced;
    Interventions interventions;
};

using Request = std::variant<LoadRequest, Question, TranslationRequest>;

/// What a request came to. Exactly one of `error`, `model`, `analysis` and `translation` is filled.
struct Answer {
    std::uint64_t ticket = 0;  ///< as post() returned it
    Sentence error;            ///< one sentence for the person
    std::shared_ptr<const LoadedModel> model;
    std::shared_ptr<const Analysis> analysis;
    std::shared_ptr<const Translation> translation;
    bool known = false;       ///< the analysis came from the cache
    double milliseconds = 0;  ///< measured, on the engine's thread
};

/// What the engine's thread is doing, for a status line.
struct SessionProgress {
    bool busy = false;
    std::string channel;  ///< of the running request
    std::string what;     ///< "loading everyday-zh-en", "analysing", "translating"
    double seconds = 0;   ///< since it began
    std::size_t waiting = 0;
};

/// The door between a window and the engine: requests in, immutable answers out, one thread between them.
/// A channel (such as "step", "ahead", "branch 2") has at most one request: a newer one replaces the older
/// one where it waits and cancels it where it runs. Channels are served in the order in which they asked.
/// After post() a channel gives no answer to an older request any more. All functions may be called from any
/// thread and return at once; errors are answers, never exceptions. The destructor cancels everything and
/// joins.
class Session {
public:
    explicit Session(std::size_t cacheBytes = std::size_t{256} << 20);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// Returns the ticket that the answer will carry.
    std::uint64_t post(const std::string& channel, Request request);
    /// Forgets the channel's request and answer.
    void cancel(const std::string& channel);
    /// The channel's answer, once; null while there is none. Poll it with the window's timer.
    std::shared_ptr<const Answer> take(const std::string& channel);
    /// A request of the channel waits or runs.
    bool pending(const std::string& channel) const;
    SessionProgress progress() const;
    /// The answer when it is known already, without asking the thread.
    std::shared_ptr<const Analysis> known(const Question& question) { return m_cache.find(question); }
    AnalysisCache& cache() { return m_cache; }

    /// Waits until nothing waits or runs; false when that took longer. For programs without an event loop.
    bool waitIdle(std::chrono::milliseconds limit);

private:
    struct Channel {
        std::uint64_t newest = 0;  // ticket
        LatestSlot<Answer> answer;
    };
    struct Job {
        std::string channel;
        std::uint64_t ticket = 0;
        Request request;
        std::shared_ptr<CancelToken> cancel;
    };
    void work();
    Answer answer(const Job& job);
    void withdraw(const std::string& channel);

    AnalysisCache m_cache;
    mutable std::mutex m_mutex;
    std::condition_variable m_wake, m_idle;
    std::map<std::string, Channel> m_channels;
    std::list<Job> m_waiting;
    bool m_running = false, m_stop = false;
    Job m_job;  // the running one; its request lives on the thread's stack
    std::chrono::steady_clock::time_point m_began;
    std::uint64_t m_lastTicket = 0;
    std::thread m_thread;  // last: it uses all of the above
};

}  // namespace vitrine
