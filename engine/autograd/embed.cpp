#include "engine/autograd/ops.h"

namespace vitrine {
namespace {

struct EmbedNode : TapeNode {
    Tensor ids;
    double scale;
    DropoutSpec dropout;
    Variable table, y;
    EmbedNode(Tensor ids_, double scale_, const DropoutSpec& dropout_, Variable table_, Variable y_)
        : ids(std::move(ids_)),
          scale(scale_),
          dropout(dropout_),
          table(std::move(table_)),
          y(std::move(y_)) {}
    void backward(Backend& backend) override {
        backend.embedBackward(ids, scale, dropout, y.gradient, table.gradient);
    }
};

}  // namespace

Variable embed(const ForwardContext& ctx, const Tensor& ids, const Variable& table, double scale,
               const Tensor& positions, std::int64_t firstPosition, std::uint32_t dropoutSite) {
    const Variable y = ctx.output(table.value.type(), {ids.shape()[0], ids.shape()[1], table.shape()[1]});
    const DropoutSpec dropout = ctx.dropoutAt(dropoutSite);
    ctx.backend.embed(ids, table.value, scale, positions, firstPosition, dropout, y.value);
    if (ctx.tape != nullptr) ctx.tape->record<EmbedNode>(ids, scale, dropout, table, y);
    return y;
}

}  // namespace vitrine
