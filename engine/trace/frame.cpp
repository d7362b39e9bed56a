#include "engine/trace/frame.h"

#include <algorithm>

#include "engine/core/error.h"

namespace vitrine {

bool TraceRequest::wants(const Site& site) const {
    return std::find(sites.begin(), sites.end(), site) != sites.end();
}

const Tensor* TraceFrame::find(const Site& site) const {
    const auto it = tensors.find(site);
    return it == tensors.end() ? nullptr : &it->second;
}

const Tensor& TraceFrame::get(const Site& site) const {
    const Tensor* tensor = find(site);
    require(tensor != nullptr, "trace", "the frame has no ", siteName(site), "; ask for it in the request");
    return *tensor;
}

FrameRecorder::FrameRecorder(std::shared_ptr<const TraceRequest> request, std::uint64_t runId,
                             std::int64_t step)
    : m_request(std::move(request)), m_frame(std::make_shared<TraceFrame>()) {
    m_frame->runId = runId;
    m_frame->step = step;
    m_frame->generation = m_request->generation;
}

void FrameRecorder::take(const Site& site, const Tensor& tensor) {
    // Positions are the one site without a batch axis.
    const bool oneEntry = m_request->batchEntry >= 0 && site.quantity != Quantity::Positions;
    // The last batch of an epoch may be smaller; watching must not end the run.
    const std::int64_t entry = oneEntry ? std::min(m_request->batchEntry, tensor.shape()[0] - 1) : 0;
    const Tensor seen = oneEntry ? tensor.slice(entry, entry + 1) : tensor;
    if (m_bytes + seen.bytes() > m_request->byteBudget) {
        m_frame->leftOut.push_back(site);
        return;
    }
    m_bytes += seen.bytes();
    m_frame->tensors[site] = seen.clone();
}

std::shared_ptr<const TraceFrame> FrameRecorder::finish() {
    return std::move(m_frame);
}

}  // namespace vitrine
