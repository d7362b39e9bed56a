#!/usr/bin/env python3
"""Golden values of the original Transformer, from a plain PyTorch model written for this purpose.

Post-norm, sinusoidal positions, ReLU, no final norms (torch.nn.Transformer adds final norms, so it is not the oracle).
Everything in double. Writes one .safetensors file per case beside this script: parameters under "p:NAME", gradients of
the loss under "g:NAME", inputs and outputs under "x:NAME". Needs torch and numpy; the tests need neither.

    python3 tests/golden/make_transformer_golden.py
"""
import json
import math
import pathlib
import struct

import numpy as np
import torch
import torch.nn.functional as F

PAD, BOS, EOS = 0, 1, 2


class Parameters:
    """Named parameters with fixed pseudo-random values, collected as they are asked for."""

    def __init__(self, seed):
        self.generator = torch.Generator().manual_seed(seed)
        self.named = {}

    def get(self, name, *shape, mean=0.0, spread=0.3):
        if name not in self.named:
            values = torch.randn(*shape, generator=self.generator, dtype=torch.float64) * spread + mean
            self.named[name] = values.requires_grad_()
        return self.named[name]


def linear(p, name, x, out, bias):
    y = x @ p.get(name + ".weight", out, x.shape[-1]).T
    return y + p.get(name + ".bias", out) if bias else y


def add_norm(p, name, x, update):
    d = x.shape[-1]
    u = x + update
    mean = u.mean(-1, keepdim=True)
    variance = ((u - mean) ** 2).mean(-1, keepdim=True)
    gamma = p.get(name + ".gamma", d, mean=1.0)
    return gamma * (u - mean) / torch.sqrt(variance + 1e-5) + p.get(name + ".beta", d)


def attention(p, name, case, x, memory, visible):
    """x (B, N, d), memory (B, M, d), visible (B, N, M) booleans."""
    h, dk, dv, bias = case["heads"], case["dk"], case["dv"], case["bias"]

    def split(y, width):
        return y.reshape(y.shape[0], y.shape[1], h, width).transpose(1, 2)

    q = split(linear(p, name + ".query", x, h * dk, bias), dk)
    k = split(linear(p, name + ".key", memory, h * dk, bias), dk)
    v = split(linear(p, name + ".value", memory, h * dv, bias), dv)
    scores = q @ k.transpose(-1, -2) / math.sqrt(dk)
    scores = scores.masked_fill(~visible[:, None], -math.inf)
    mixed = (torch.softmax(scores, -1) @ v).transpose(1, 2).reshape(x.shape[0], x.shape[1], h * dv)
    return add_norm(p, name + ".norm", x, linear(p, name + ".output", mixed, x.shape[-1], bias))


def feed_forward(p, name, case, x):
    hidden = torch.relu(linear(p, name + ".in", x, case["f"], case["bias"]))
    return add_norm(p, name + ".norm", x, linear(p, name + ".out", hidden, x.shape[-1], case["bias"]))


def embed(case, table, ids):
    d = case["d"]
    position = torch.arange(ids.shape[1], dtype=torch.float64)[:, None]
    angle = position * 10000.0 ** (-torch.arange(0, d, 2, dtype=torch.float64) / d)
    positions = torch.stack([torch.sin(angle), torch.cos(angle)], -1).reshape(ids.shape[1], d)
    return table[ids] * (math.sqrt(d) if case["scale_embedding"] else 1.0) + positions


def forward(p, case, source, source_lengths, target, target_lengths):
    d, tying = case["d"], case["tying"]
    target_name = "shared.table" if tying == "all" else "decoder.embedding.table"
    target_table = p.get(target_name, case["Vt"], d)
    source_table = target_table if tying == "all" else p.get("encoder.embedding.table", case["Vs"], d)
    S, T = source.shape[1], target.shape[1]
    source_keys = torch.arange(S)[None, None, :] < source_lengths[:, None, None]
    target_keys = torch.arange(T)[None, None, :] < target_lengths[:, None, None]
    causal = torch.arange(T)[None, None, :] <= torch.arange(T)[None, :, None]
    x = embed(case, source_table, source)
    for i in range(case["layers"]):
        x = attention(p, f"encoder.{i}.self", case, x, x, source_keys.expand(-1, S, -1))
        x = feed_forward(p, f"encoder.{i}.ffn", case, x)
    memory = x
    x = embed(case, target_table, target)
    for i in range(case["layers"]):
        x = attention(p, f"decoder.{i}.self", case, x, x, causal & target_keys)
        x = attention(p, f"decoder.{i}.cross", case, x, memory, source_keys.expand(-1, T, -1))
        x = feed_forward(p, f"decoder.{i}.ffn", case, x)
    weight = p.get("output.weight", case["Vt"], d) if tying == "none" else target_table
    return memory, x @ weight.T + (p.get("output.bias", case["Vt"]) if case["output_bias"] else 0.0)


def save(path, tensors):
    tensors = {name: np.ascontiguousarray(t) for name, t in sorted(tensors.items())}
    header, offset = {}, 0
    for name, t in tensors.items():
        dtype = {"float64": "F64", "int32": "I32"}[str(t.dtype)]
        header[name] = {"dtype": dtype, "shape": list(t.shape), "data_offsets": [offset, offset + t.nbytes]}
        offset += t.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(t.tobytes() for t in tensors.values()))


CASES = {
    "transformer_tied_output": dict(d=8, heads=2, dk=4, dv=4, f=12, layers=2, Vs=11, Vt=13, bias=True, output_bias=True,
                                    tying="output", scale_embedding=True, smoothing=0.1, seed=1),
    "transformer_untied": dict(d=6, heads=3, dk=2, dv=4, f=10, layers=1, Vs=9, Vt=12, bias=False, output_bias=False,
                               tying="none", scale_embedding=False, smoothing=0.0, seed=2),
    "transformer_tied_all": dict(d=8, heads=1, dk=8, dv=8, f=16, layers=1, Vs=10, Vt=10, bias=True, output_bias=True,
                                 tying="all", scale_embedding=True, smoothing=0.2, seed=3),
}


def main():
    folder = pathlib.Path(__file__).parent
    for name, case in CASES.items():
        generator = torch.Generator().manual_seed(case["seed"] + 100)
        source_lengths, target_lengths = torch.tensor([5, 3, 1]), torch.tensor([4, 6, 2])
        B, S, T = 3, 5, 6
        source = torch.randint(3, case["Vs"], (B, S), generator=generator)
        labels = torch.randint(3, case["Vt"], (B, T), generator=generator)
        for b in range(B):
            source[b, source_lengths[b]:] = PAD
            labels[b, target_lengths[b] - 1] = EOS
            labels[b, target_lengths[b]:] = PAD
        target = torch.cat([torch.full((B, 1), BOS), labels[:, :-1]], 1)
        for b in range(B):
            target[b, target_lengths[b]:] = PAD
        p = Parameters(case["seed"])
        memory, logits = forward(p, case, source, source_lengths, target, target_lengths)
        loss = F.cross_entropy(logits.reshape(B * T, -1), labels.reshape(-1), ignore_index=PAD,
                               label_smoothing=case["smoothing"])
        loss.backward()
        tensors = {"x:memory": memory, "x:logits": logits, "x:loss": loss.reshape(1)}
        tensors |= {"p:" + n: v for n, v in p.named.items()} | {"g:" + n: v.grad for n, v in p.named.items()}
        tensors = {n: t.detach().numpy() for n, t in tensors.items()}
        integers = {"source": source, "target": target, "labels": labels, "source_lengths": source_lengths,
                    "target_lengths": target_lengths}
        tensors |= {"x:" + n: t.numpy().astype(np.int32) for n, t in integers.items()}
        save(folder / f"{name}.safetensors", tensors)
        print(name, loss.item())


if __name__ == "__main__":
    main()
