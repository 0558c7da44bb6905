"""A client of the transparency log, written from the pages of C2SP and RFC 9162 alone: no code is shared with the product.

usage: other-log-client.py URL LOG_KEY [WITNESS_KEY...]
Reads lines from standard input; at each it fetches the newest checkpoint, checks signatures, recomputes the root from tiles and
entries, checks inclusion proofs of every entry and consistency with the checkpoint before, and prints one line of JSON.
"""

import base64
import hashlib
import json
import sys
import urllib.request

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def sha256(data):
    return hashlib.sha256(data).digest()


def fetch(url):
    with urllib.request.urlopen(url, timeout=20) as answer:
        return answer.read()


def parse_key(vkey):
    name, key_id, encoded = vkey.split("+", 2)
    typed = base64.b64decode(encoded, validate=True)
    assert sha256(name.encode() + b"\n" + typed)[:4].hex() == key_id, "key id"
    return name, bytes.fromhex(key_id), typed[0], Ed25519PublicKey.from_public_bytes(typed[1:])


def open_note(note, keys):
    text, separator, lines = note.rpartition("\n\n")
    assert separator, "no signatures"
    text += "\n"
    signed = []
    for line in lines.splitlines():
        dash, name, encoded = line.split(" ")
        assert dash == "\u2014"
        raw = base64.b64decode(encoded, validate=True)
        for key_name, key_id, kind, key in keys:
            if (key_name, key_id) != (name, raw[:4]):
                continue
            if kind == 1:
                key.verify(raw[4:], text.encode())
            else:
                time = int.from_bytes(raw[4:12], "big")
                key.verify(raw[12:], f"cosignature/v1\ntime {time}\n{text}".encode())
            signed.append((name, kind))
    return text, signed


def leaf_hash(entry):
    return sha256(b"\x00" + entry)


def node_hash(left, right):
    return sha256(b"\x01" + left + right)


def split(n):
    k = 1
    while k * 2 < n:
        k *= 2
    return k


def root_of(hashes):
    if not hashes:
        return sha256(b"")
    if len(hashes) == 1:
        return hashes[0]
    k = split(len(hashes))
    return node_hash(root_of(hashes[:k]), root_of(hashes[k:]))


def inclusion(index, hashes):
    if len(hashes) <= 1:
        return []
    k = split(len(hashes))
    if index < k:
        return inclusion(index, hashes[:k]) + [root_of(hashes[k:])]
    return inclusion(index - k, hashes[k:]) + [root_of(hashes[:k])]


def is_included(leaf, index, size, proof, root):
    """RFC 9162, section 2.1.3.2."""
    fn, sn, r = index, size - 1, leaf
    for p in proof:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            r = node_hash(p, r)
            while not fn & 1 and fn:
                fn, sn = fn >> 1, sn >> 1
        else:
            r = node_hash(r, p)
        fn, sn = fn >> 1, sn >> 1
    return sn == 0 and r == root


def is_consistent(first, second, first_root, second_root, proof):
    """RFC 9162, section 2.1.4.2."""
    if first == second:
        return not proof and first_root == second_root
    path = ([first_root] if first & (first - 1) == 0 else []) + proof
    fn, sn = first - 1, second - 1
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
    fr = sr = path[0]
    for c in path[1:]:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            fr, sr = node_hash(c, fr), node_hash(c, sr)
            while not fn & 1 and fn:
                fn, sn = fn >> 1, sn >> 1
        else:
            sr = node_hash(sr, c)
        fn, sn = fn >> 1, sn >> 1
    return sn == 0 and fr == first_root and sr == second_root


def tile_name(index):
    groups = [f"{index % 1000:03}"]
    while index >= 1000:
        index //= 1000
        groups.insert(0, f"x{index % 1000:03}")
    return "/".join(groups)


def tiles_of(size):
    for index in range((size + 255) // 256):
        width = min(256, size - index * 256)
        yield tile_name(index) + ("" if width == 256 else f".p/{width}")


def main():
    url, log_key, *witness_keys = sys.argv[1:]
    keys = [parse_key(key) for key in [log_key, *witness_keys]]
    before = None
    for _ in sys.stdin:
        text, signed = open_note(fetch(f"{url}/log/checkpoint").decode(), keys)
        origin, size_text, root_text = text.splitlines()[:3]
        size, root = int(size_text), base64.b64decode(root_text, validate=True)
        assert (keys[0][0], 1) in signed and origin == keys[0][0], "not signed by the log"
        hashes, entries = [], []
        for name in tiles_of(size):
            tile = fetch(f"{url}/log/tile/0/{name}")
            hashes += [tile[at : at + 32] for at in range(0, len(tile), 32)]
            bundle, at = fetch(f"{url}/log/tile/entries/{name}"), 0
            while at < len(bundle):
                length = int.from_bytes(bundle[at : at + 2], "big")
                entries.append(bundle[at + 2 : at + 2 + length])
                at += 2 + length
        assert [leaf_hash(entry) for entry in entries] == hashes, "entries are not those of the tiles"
        assert root_of(hashes) == root, "tiles are not those of the checkpoint"
        for index, leaf in enumerate(hashes):
            assert is_included(leaf, index, size, inclusion(index, hashes), root), f"entry {index}"
        consistent = None
        if before:
            query = f"{url}/log/consistency?from={before[0]}&to={size}"
            proof = [base64.b64decode(hash, validate=True) for hash in json.loads(fetch(query))["proof"]]
            consistent = is_consistent(before[0], size, before[1], root, proof)
        before = (size, root)
        cosigned = sum(1 for _, kind in signed if kind == 4)
        print(json.dumps({"size": size, "cosigned": cosigned, "consistent": consistent}), flush=True)


main()
