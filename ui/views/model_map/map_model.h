#pragma once

#include <memory>
#include <vector>

#include "engine/session/analyse.h"

namespace vitrine {

/// One box of the map: the embedding of a stack, a sublayer, or the output head.
struct MapNode {
    Site site;  ///< Output of an embedding or sublayer, Logits of the head
    int heads = 0;

    /// (N, M) weights of one head, row by row; empty while the frame lacks them.
    struct HeadPicture {
        int rows = 0, columns = 0;
        std::vector<double> weights;
    };
    std::vector<HeadPicture> pictures;

    std::int64_t rows = 0;     ///< N of the stack: S or T; 0 before the first frame
    std::int64_t columns = 0;  ///< width of what leaves: d, or Vt of the head
    std::int64_t inner = 0;    ///< f of a feed-forward, dk of an attention, vocabulary of an embedding

    std::vector<double>
        streamNorms;  ///< per position: length of the stream that enters (of the embedding: leaves)
    std::vector<double>
        updateNorms;  ///< per position: length of what the sublayer adds; empty for embeddings
};

/// The model map's data: boxes in order of computation, filled from one analysis.
class MapModel {
public:
    /// The boxes follow from the contract; `analysis` may be null.
    void set(std::shared_ptr<const LoadedModel> model, std::shared_ptr<const Analysis> analysis);
    bool empty() const { return m_nodes.empty(); }

    const std::vector<MapNode>& nodes() const { return m_nodes; }
    const std::shared_ptr<const LoadedModel>& model() const { return m_model; }
    const std::shared_ptr<const Analysis>& analysis() const { return m_analysis; }
    /// Index of the box that holds a site, -1 for none.
    int nodeOf(const Site& site) const;
    /// Largest stream or update norm: the common scale of all bars.
    double largestNorm() const { return m_largestNorm; }

    static std::vector<Site> wantedSites(const Contract& contract);

private:
    void fill(MapNode& node) const;

    std::shared_ptr<const LoadedModel> m_model;
    std::shared_ptr<const Analysis> m_analysis;
    std::vector<MapNode> m_nodes;
    double m_largestNorm = 0;
};

/// Euclidean length of every row of (1, N, d).
std::vector<double> rowNorms(const Tensor& tensor);

}  // namespace vitrine
