#include "engine/session/session.h"

#include <algorithm>

#include "engine/core/threading.h"

namespace vitrine {
namespace {

struct Describe {
    std::string operator()(const LoadRequest& request) const {
        return "loading " + request.folder.filename().string();
    }
    std::string operator()(const Question&) const { return "analysing"; }
    std::string operator()(const TranslationRequest&) const { return "translating"; }
    std::string operator()(const GoldRequest&) const { return "aligning"; }
};

double millisecondsSince(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

Session::Session(std::size_t cacheBytes) : m_results(cacheBytes) {
    threadCount();  // decided before the thread starts
    m_thread = std::thread([this] { work(); });
}

Session::~Session() {
    {
        const std::lock_guard lock(m_mutex);
        m_stop = true;
        m_waiting.clear();
        if (m_running) m_job.cancel->cancel();
    }
    m_wake.notify_all();
    m_thread.join();
}

void Session::withdraw(const std::string& channel) {
    if (m_running && m_job.channel == channel) m_job.cancel->cancel();
    m_channels[channel].answer.take();
}

std::uint64_t Session::post(const std::string& channel, Request request) {
    std::uint64_t ticket = 0;
    {
        const std::lock_guard lock(m_mutex);
        withdraw(channel);
        ticket = m_channels[channel].newest = ++m_lastTicket;
        Job job{channel, ticket, std::move(request), std::make_shared<CancelToken>()};
        const auto waiting = std::find_if(m_waiting.begin(), m_waiting.end(),
                                          [&](const Job& other) { return other.channel == channel; });
        if (waiting != m_waiting.end())
            *waiting = std::move(job);  // keeps its place in the line
        else
            m_waiting.push_back(std::move(job));
    }
    m_wake.notify_one();
    return ticket;
}

void Session::cancel(const std::string& channel) {
    const std::lock_guard lock(m_mutex);
    withdraw(channel);
    m_channels[channel].newest = 0;
    m_waiting.remove_if([&](const Job& job) { return job.channel == channel; });
    if (!m_running && m_waiting.empty()) m_idle.notify_all();
}

std::shared_ptr<const Answer> Session::take(const std::string& channel) {
    const std::lock_guard lock(m_mutex);
    const auto found = m_channels.find(channel);
    return found == m_channels.end() ? nullptr : found->second.answer.take();
}

bool Session::pending(const std::string& channel) const {
    const std::lock_guard lock(m_mutex);
    const auto isOf = [&](const Job& job) { return job.channel == channel; };
    return std::any_of(m_waiting.begin(), m_waiting.end(), isOf) ||
           (m_running && isOf(m_job) && !m_job.cancel->cancelled());
}

SessionProgress Session::progress() const {
    const std::lock_guard lock(m_mutex);
    SessionProgress progress;
    progress.waiting = m_waiting.size();
    progress.busy = m_running;
    if (m_running) {
        progress.channel = m_job.channel;
        progress.what = std::visit(Describe(), m_job.request);
        progress.seconds = millisecondsSince(m_began) / 1000;
    }
    return progress;
}

bool Session::waitIdle(std::chrono::milliseconds limit) {
    std::unique_lock lock(m_mutex);
    return m_idle.wait_for(lock, limit, [&] { return !m_running && m_waiting.empty(); });
}

void Session::work() {
    adoptThreadCount();
    for (;;) {
        Job job;
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait(lock, [&] { return m_stop || !m_waiting.empty(); });
            if (m_stop) return;
            job = m_job = std::move(m_waiting.front());
            m_waiting.pop_front();
            m_running = true;
            m_began = std::chrono::steady_clock::now();
        }
        auto result = std::make_shared<const Answer>(answer(job));
        const std::lock_guard lock(m_mutex);
        Channel& channel = m_channels[job.channel];
        if (channel.newest == job.ticket) channel.answer.put(std::move(result));
        m_running = false;
        m_job = Job();
        if (m_waiting.empty()) m_idle.notify_all();
    }
}

Answer Session::answer(const Job& job) {
    const auto begin = std::chrono::steady_clock::now();
    Answer result;
    try {
        result = m_results.get(job.request, *job.cancel);
    } catch (const std::exception& error) {  // also Cancelled: nobody waits for that answer
        result.error = sentenceOf(error);
    }
    result.ticket = job.ticket;
    result.milliseconds = millisecondsSince(begin);
    return result;
}

}  // namespace vitrine
