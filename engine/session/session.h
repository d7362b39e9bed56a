#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "engine/session/results.h"

namespace vitrine {

/// What the engine's thread is doing, for a status line.
struct SessionProgress {
    bool busy = false;
    std::string channel;  ///< of the running request
    std::string what;     ///< "loading everyday-zh-en", "analysing", "translating", "aligning"
    double seconds = 0;   ///< since it began
    std::size_t waiting = 0;
};

/// The door between a window and the engine: requests in, immutable answers out, one thread between them.
/// A channel (such as "step", "ahead", "branch 2") has at most one request: a newer one replaces the older
/// one where it waits and cancels it where it runs. Channels are served in the order in which they asked.
/// After post() a channel gives no answer to an older request any more. All functions may be called from any
/// thread and return at once; errors are answers, never exceptions. The destructor cancels everything and
/// joins. Recent results are remembered, so that asking the same again costs nothing.
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
    /// The answer when it is remembered, without asking the thread; its ticket is 0.
    std::optional<Answer> known(const Request& request) { return m_results.find(request); }

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

    Results m_results;
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
