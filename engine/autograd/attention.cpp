#include "engine/autograd/ops.h"

namespace vitrine {
namespace {

struct AttentionNode : TapeNode {
    AttentionArgs args;
    HeadsView dquery, dkey, dvalue;
    Tensor rowMax, rowSum;
    Variable out;
    AttentionNode(const AttentionArgs& args_, const HeadsView& dquery_, const HeadsView& dkey_,
                  const HeadsView& dvalue_, Tensor rowMax_, Tensor rowSum_, Variable out_)
        : args(args_),
          dquery(dquery_),
          dkey(dkey_),
          dvalue(dvalue_),
          rowMax(std::move(rowMax_)),
          rowSum(std::move(rowSum_)),
          out(std::move(out_)) {}
    void backward(Backend& backend) override {
        backend.attentionBackward(args, out.value, rowMax, rowSum, out.gradient, dquery, dkey, dvalue);
    }
};

}  // namespace

HeadsVariable headsOf(const Variable& x, std::int64_t heads, std::int64_t width, std::int64_t firstColumn) {
    return {headsOf(x.value, heads, width, firstColumn),
            x.trained() ? headsOf(x.gradient, heads, width, firstColumn) : HeadsView()};
}

Variable attention(const ForwardContext& ctx, const HeadsVariable& query, const HeadsVariable& key,
                   const HeadsVariable& value, const MaskSpec& mask, double scale) {
    const AttentionArgs args{query.value, key.value, value.value, mask, scale};
    const DType type = args.query.type;
    const std::int64_t batch = args.query.batch, heads = args.query.heads, rows = args.query.rows;
    const Variable out = ctx.output(type, {batch, rows, heads * args.value.width});
    if (ctx.tape == nullptr) {
        ctx.backend.attention(args, out.value, {}, {});
        return out;
    }
    const Tensor rowMax = ctx.arena.tensor(type, {batch, heads, rows});
    const Tensor rowSum = ctx.arena.tensor(type, {batch, heads, rows});
    ctx.backend.attention(args, out.value, rowMax, rowSum);
    ctx.tape->record<AttentionNode>(args, query.gradient, key.gradient, value.gradient, rowMax, rowSum, out);
    return out;
}

}  // namespace vitrine
