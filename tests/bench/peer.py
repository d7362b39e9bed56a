#!/usr/bin/env python3
"""Speed beside PyTorch eager: the same weights, ids and thread count, in turn, median of the ratios.

    python3 tests/bench/peer.py [--threads N] [--pairs 7] [--seconds 1.5] [CASE ...]

Needs torch and numpy, and build/release/bin/bench_model. Logits must agree to 1e-4 before anything is timed.
The peer is written as eager PyTorch is written for speed: joined projections, scaled_dot_product_attention, layer_norm,
fused AdamW, preallocated key/value caches, inference_mode.
"""
import argparse
import json
import math
import os
import pathlib
import statistics
import struct
import subprocess
import tempfile
import time

import numpy as np
import torch
import torch.nn.functional as F

BENCH = pathlib.Path(__file__).resolve().parents[2] / "build/release/bin/bench_model"
CASES = {  # preset, vocabulary, batch, source, target
    "d64": ("d64", 1000, 64, 16, 16),
    "d128": ("d128", 4000, 64, 16, 16),
    "d256": ("d256", 8000, 64, 16, 16),
}
HEADS = 4


def load(path):
    data = pathlib.Path(path).read_bytes()
    size = struct.unpack("<Q", data[:8])[0]
    types = {"F32": np.float32, "I32": np.int32}
    tensors = {}
    for name, entry in json.loads(data[8:8 + size]).items():
        if name != "__metadata__":
            begin, end = (8 + size + o for o in entry["data_offsets"])
            array = np.frombuffer(data[begin:end], types[entry["dtype"]]).reshape(entry["shape"])
            tensors[name] = torch.from_numpy(array.copy())
    return tensors


class Peer:
    def __init__(self, tensors):
        self.p = {n[2:]: t for n, t in tensors.items() if n.startswith("p:")}
        joined = {}
        for name in [n for n in self.p if n.endswith(".query.weight")]:
            base = name[:-len(".query.weight")]
            for kind in ("weight", "bias"):
                parts = [self.p.pop(f"{base}.{r}.{kind}") for r in ("query", "key", "value")]
                if ".cross" in base:
                    joined[f"{base}.q.{kind}"], joined[f"{base}.kv.{kind}"] = parts[0], torch.cat(parts[1:])
                else:
                    joined[f"{base}.qkv.{kind}"] = torch.cat(parts)
        self.p |= joined
        for t in self.p.values():
            t.requires_grad_()
        self.d = self.p["decoder.embedding.table"].shape[1]
        self.layers = sum(n.startswith("decoder.") and n.endswith("ffn.in.weight") for n in self.p)
        angle = torch.arange(128.0)[:, None] * 10000.0 ** (-torch.arange(0, self.d, 2) / self.d)
        self.positions = torch.stack([torch.sin(angle), torch.cos(angle)], -1).reshape(128, self.d)

    def linear(self, name, x):
        return F.linear(x, self.p[name + ".weight"], self.p[name + ".bias"])

    def close(self, name, x, update):
        return F.layer_norm(x + update, (self.d,), self.p[name + ".norm.gamma"], self.p[name + ".norm.beta"])

    def heads(self, x):
        return x.unflatten(-1, (HEADS, -1)).transpose(1, 2)

    def mix(self, name, x, q, k, v, causal):
        y = F.scaled_dot_product_attention(q, k, v, is_causal=causal)
        return self.close(name, x, self.linear(name + ".output", y.transpose(1, 2).flatten(2)))

    def self_attention(self, name, x, causal, cache=None, t=0):
        q, k, v = map(self.heads, self.linear(name + ".qkv", x).chunk(3, -1))
        if cache is not None:
            cache[0][:, :, t:t + 1], cache[1][:, :, t:t + 1] = k, v
            k, v = cache[0][:, :, :t + 1], cache[1][:, :, :t + 1]
        return self.mix(name, x, q, k, v, causal)

    def memory(self, name, memory):
        return [self.heads(y) for y in self.linear(name + ".kv", memory).chunk(2, -1)]

    def ffn(self, name, x):
        return self.close(name, x, self.linear(name + ".out", F.relu(self.linear(name + ".in", x))))

    def embed(self, stack, ids, first=0):
        x = F.embedding(ids, self.p[stack + ".embedding.table"]) * math.sqrt(self.d)
        return x + self.positions[first:first + ids.shape[1]]

    def encode(self, ids):
        x = self.embed("encoder", ids)
        for i in range(self.layers):
            x = self.ffn(f"encoder.{i}.ffn", self.self_attention(f"encoder.{i}.self", x, False))
        return x

    def block(self, i, x, kv, causal, cache=None, t=0):
        x = self.self_attention(f"decoder.{i}.self", x, causal, cache, t)
        q = self.heads(self.linear(f"decoder.{i}.cross.q", x))
        return self.ffn(f"decoder.{i}.ffn", self.mix(f"decoder.{i}.cross", x, q, *kv, False))

    def logits(self, x):
        return F.linear(x, self.p["decoder.embedding.table"], self.p["output.bias"])

    def forward(self, source, target):
        memory, x = self.encode(source), self.embed("decoder", target)
        for i in range(self.layers):
            x = self.block(i, x, self.memory(f"decoder.{i}.cross", memory), True)
        return self.logits(x)

    def train_speed(self, source, target, labels, seconds):
        optimizer = torch.optim.AdamW(self.p.values(), lr=1e-3, betas=(0.9, 0.98), eps=1e-9, weight_decay=0, fused=True)

        def step():
            optimizer.zero_grad(set_to_none=True)
            loss = F.cross_entropy(self.forward(source, target).flatten(0, 1), labels.flatten(), label_smoothing=0.1)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.p.values(), 1.0)
            optimizer.step()

        return measure(step, seconds) * (source.numel() + target.numel())

    @torch.inference_mode()
    def decode_speed(self, source, length, seconds):
        width = self.d // HEADS
        caches = [[torch.empty(1, HEADS, length, width) for _ in range(2)] for _ in range(self.layers)]

        def sentence():
            memory = self.encode(source)
            kvs = [self.memory(f"decoder.{i}.cross", memory) for i in range(self.layers)]
            token = torch.tensor([[1]])
            for t in range(length):
                x = self.embed("decoder", token, t)
                for i in range(self.layers):
                    x = self.block(i, x, kvs[i], False, caches[i], t)
                token = self.logits(x).argmax(-1)

        return measure(sentence, seconds) * length


def measure(work, seconds):
    """Calls per second after three calls to warm up."""
    for _ in range(3):
        work()
    start, calls = time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        work()
        calls += 1
    return calls / (time.perf_counter() - start)


def ours(threads, *arguments):
    environment = dict(os.environ, VITRINE_THREADS=str(threads))
    output = subprocess.run([BENCH, *map(str, arguments)], env=environment, check=True, capture_output=True, text=True)
    return float(output.stdout.split()[-1]) if output.stdout else 0.0


def report(label, pairs):
    ratios = [a / b for a, b in pairs]
    print(f"{label:34s} ours {statistics.median(a for a, _ in pairs):10.0f} tok/s   PyTorch "
          f"{statistics.median(b for _, b in pairs):10.0f} tok/s   ratio {statistics.median(ratios):.2f} "
          f"({min(ratios):.2f} to {max(ratios):.2f})", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cases", nargs="*", default=list(CASES))
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.5)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    for case in options.cases:
        preset, vocabulary, batch, source, target = CASES[case]
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/weights.safetensors"
            ours(options.threads, "dump", preset, vocabulary, batch, source, target, path)
            tensors = load(path)
        ids = {n[2:]: t.long() for n, t in tensors.items() if n.startswith("x:") and n != "x:logits"}
        with torch.no_grad():
            difference = (Peer(dict(tensors)).forward(ids["source"], ids["target"]) - tensors["x:logits"]).abs().max().item()
        assert difference <= 1e-4, f"{case}: logits differ by {difference}"
        training = Peer(dict(tensors))
        report(f"{case} train, {options.threads} threads",
               [(ours(options.threads, "train", preset, vocabulary, batch, source, target, options.seconds),
                 training.train_speed(ids["source"], ids["target"], ids["labels"], options.seconds))
                for _ in range(options.pairs)])
        decoding = Peer(dict(tensors))
        report(f"{case} greedy decode, {options.threads} threads",
               [(ours(options.threads, "decode", preset, vocabulary, source, 32, options.seconds),
                 decoding.decode_speed(ids["source"][:1], 32, options.seconds)) for _ in range(options.pairs)])


if __name__ == "__main__":
    main()
