#!/usr/bin/env python3
"""Writes bleu.json: corpora with their sacreBLEU scores and 13a tokens, which tests/train/bleu_test.cpp compares with.

Needs sacrebleu (made with 2.6.0):  python3 tests/golden/make_bleu_golden.py
"""
import json
import pathlib
import random

import sacrebleu
from sacrebleu.metrics import BLEU
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

CORPORA = {
    "plain": [
        ("The cat sat on the mat.", "The cat sat on the mat."),
        ("My brother drinks tea every morning", "My brother drinks a cup of tea every morning."),
        ("We walked home after the rain stopped.", "After the rain stopped, we walked home."),
        ("She has never seen such a big fish before.", "She has never before seen such a big fish."),
    ],
    "identical": [("A fox, a hen and a bag of grain.", "A fox, a hen and a bag of grain."), ("Yes, it is so.", "Yes, it is so.")],
    "punctuation": [
        ("Well... \"who\" said (that)?!", "Well ... \"Who\" said [that]?!"),
        ("It's 50% off; isn't it?", "It's 50 % off, isn't it?"),
        ("e.g. a/b, c\\d and e_f|g~h", "e.g., a/b; c\\d and e_f | g ~h"),
        (".,.,.,", ",.,.,."),
        ("-start--middle-end-", "- start - middle - end -"),
        ("'quoted' `ticked` {curly} <angled>", "'quoted' 'ticked' {curly} < angled >"),
    ],
    "numbers": [
        ("Pi is 3.14159, not 3,14.", "Pi is 3.14159 and not 3.14."),
        ("1,000,000 people came in 1999-2000.", "1,000,000 people came in 1999 - 2000."),
        ("The score was 3-2, 10.5 against 9.,5", "The score was 3-2; 10.5 against 9 .,5"),
        (".5 and 5. and ,7 and 7,", "0.5 and 5.0 and 0,7 and 7"),
        ("Call 555-0199-12 at 7:30.", "Call 555-0199-12 at 7:30!"),
    ],
    "entities": [
        ("Tom &amp; Ann said &quot;no&quot;.", "Tom & Ann said \"no\"."),
        ("a &lt; b &gt; c", "a < b > c"),
        ("&amp;lt; twice &amp;amp;", "&lt; twice &amp;"),
        ("left <skipped> right", "left right"),
        ("&nbsp; stays &amp", "&nbsp; stays &"),
    ],
    "line ends": [
        ("a hyphen-\nated word and\na line", "a hyphenated word and a line"),
        ("trailing space \n", "trailing space"),
        ("ends with hyphen-\n", "ends with hyphen-"),
        ("tab\tand\u00a0no-break\u3000wide\u2003em\u0085next\x1fsep", "tab and no-break wide em next sep"),
    ],
    "unicode": [
        ("我爱 机器 翻译 。", "我爱 机器 翻译 ！"),
        ("Café naïve, Zoë’s “piñata” – fine…", "Cafe naïve, Zoë's “piñata” — fine…"),
        ("你好。世界，再见.", "你好。世界，再见 ."),
        ("emoji 😀. and 😀, end", "emoji 😀 . and 😀 , end"),
        ("zero\u200bwidth e\u0301 ﬁne", "zero\u200bwidth é fine"),
    ],
    "empty hypotheses": [
        ("", "There should be a sentence here."),
        ("   ", "And one more here, please."),
        ("This one is there as it should be.", "This one is here as it should be."),
    ],
    "empty references": [("Something out of nothing at all", ""), ("The same words in both places", "The same words in both places")],
    "all empty": [("", "Nothing was said."), ("", "Nothing at all.")],
    "no match": [("alpha beta gamma delta epsilon", "one two three four five")],
    "only unigrams": [("the red of and ball", "and the ball of red thread")],
    "no four-grams matched": [("the red ball is here now", "here the red ball was not now")],
    "too short for four-grams": [("Yes it is", "Yes it is"), ("No", "No")],
    "too short hypotheses": [("The old man", "The old man went to the sea with a small boat."), ("And he came back home", "And he came back home with nothing in it.")],
    "too long hypotheses": [("The old man went far out to the wide sea with a boat", "The old man went to sea"), ("He came back home again and again and again", "He came back home again")],
    "repeated words": [("the the the the the the the", "the cat is on the mat"), ("a a b a a b a a b", "a a b c a a b")],
    "case": [("THE CAT SAT ON THE MAT TODAY", "The cat sat on the mat today"), ("I am here now, Ann.", "I am here now, ann.")],
}

WORDS = ("a the red green small old dog cat bird man woman child sees likes has gave took ran slowly today here . , ! ? "
         "; : - 's 3 42 1,5 2.5 % $ ( ) \" & / it's don't café 你好 。").split()


def sentence(rng):
    words = [rng.choice(WORDS) for _ in range(rng.randint(1, 18))]
    return "".join(word + rng.choice(["", " ", " ", " "]) for word in words)


def disturbed(text, rng):
    words = text.split(" ")
    for _ in range(rng.randint(0, 3)):
        at = rng.randrange(len(words))
        kind = rng.randrange(4)
        if kind == 0:
            words[at] = rng.choice(WORDS)
        elif kind == 1 and len(words) > 1:
            del words[at]
        elif kind == 2:
            words.insert(at, rng.choice(WORDS))
        else:
            words.append(words.pop(at))
    return " ".join(words)


def random_corpus(seed):
    rng = random.Random(seed)
    references = [sentence(rng) for _ in range(25)]
    return [(disturbed(reference, rng), reference) for reference in references]


def main():
    corpora = dict(CORPORA)
    for seed in range(8):
        corpora[f"random {seed}"] = random_corpus(seed)
    tokenizer = Tokenizer13a()
    result = []
    for name, pairs in corpora.items():
        hypotheses, references = [list(side) for side in zip(*pairs)]
        score = BLEU().corpus_score(hypotheses, [references])
        result.append({
            "name": name,
            "hypotheses": hypotheses,
            "references": references,
            "hypothesis_tokens": [tokenizer(text.rstrip()).split() for text in hypotheses],
            "score": score.score,
            "precisions": score.precisions,
            "matches": score.counts,
            "totals": score.totals,
            "brevity_penalty": score.bp,
            "hypothesis_length": score.sys_len,
            "reference_length": score.ref_len,
        })
    golden = {"sacrebleu": sacrebleu.__version__, "corpora": result}
    path = pathlib.Path(__file__).with_name("bleu.json")
    path.write_text(json.dumps(golden, ensure_ascii=True, indent=1) + "\n")


if __name__ == "__main__":
    main()
