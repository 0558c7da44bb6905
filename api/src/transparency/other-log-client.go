// A client of the transparency log made of the packages that Go's own module mirror is checked with, golang.org/x/mod/sumdb: notes by
// `note`, trees, tiles and proofs by `tlog`. Only the place of a tile and cosignatures (https://c2sp.org/tlog-cosignature), which the
// packages do not have, are read here.
//
// usage: other-log-client URL LOG_KEY [WITNESS_KEY...]
//
// At each line of standard input it fetches the newest checkpoint, verifies its signatures, proves every entry in it from tiles that `tlog`
// authenticates, checks its consistency with the checkpoint before in two ways, and prints one line of JSON.
package main

import (
	"bufio"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const tileHeight = 8

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func fetch(url string) []byte {
	answer, err := http.Get(url)
	must(err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	must(err)
	if answer.StatusCode != 200 {
		must(fmt.Errorf("%s: %s", url, answer.Status))
	}
	return body
}

// A cosignature is an Ed25519 signature of type 4 over the note's text and a time.
type cosigner struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

func (c cosigner) Name() string    { return c.name }
func (c cosigner) KeyHash() uint32 { return c.hash }
func (c cosigner) Verify(text, signature []byte) bool {
	if len(signature) != 8+ed25519.SignatureSize {
		return false
	}
	time := binary.BigEndian.Uint64(signature)
	return ed25519.Verify(c.key, []byte(fmt.Sprintf("cosignature/v1\ntime %d\n%s", time, text)), signature[8:])
}

func newCosigner(vkey string) note.Verifier {
	parts := strings.SplitN(vkey, "+", 3)
	typed, err := base64.StdEncoding.DecodeString(parts[2])
	must(err)
	id := sha256.Sum256(append([]byte(parts[0]+"\n"), typed...))
	hash := binary.BigEndian.Uint32(id[:])
	if fmt.Sprintf("%08x", hash) != parts[1] || typed[0] != 4 {
		must(fmt.Errorf("%s is not the key of a witness", vkey))
	}
	return cosigner{parts[0], hash, typed[1:]}
}

type tiles struct{ url string }

func (t tiles) Height() int                     { return tileHeight }
func (t tiles) SaveTiles([]tlog.Tile, [][]byte) {}
func (t tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	var read [][]byte
	for _, tile := range wanted {
		// `tlog` writes tile/8/0/001.p/5 where C2SP has tile/0/001.p/5.
		path := strings.TrimPrefix(tile.Path(), fmt.Sprintf("tile/%d/", tile.H))
		read = append(read, fetch(t.url+"/log/tile/"+path))
	}
	return read, nil
}

// The entries of a log, each behind its length.
func entriesOf(url string, size int64) [][]byte {
	var entries [][]byte
	for index := int64(0); index*256 < size; index++ {
		width := size - index*256
		if width > 256 {
			width = 256
		}
		tile := tlog.Tile{H: tileHeight, L: 0, N: index, W: int(width)}
		path := strings.TrimPrefix(tile.Path(), fmt.Sprintf("tile/%d/0/", tileHeight))
		for bundle := fetch(url + "/log/tile/entries/" + path); len(bundle) > 0; {
			end := 2 + int(binary.BigEndian.Uint16(bundle))
			entries = append(entries, bundle[2:end])
			bundle = bundle[end:]
		}
	}
	return entries
}

func main() {
	url := os.Args[1]
	log, err := note.NewVerifier(os.Args[2])
	must(err)
	known := []note.Verifier{log}
	for _, vkey := range os.Args[3:] {
		known = append(known, newCosigner(vkey))
	}
	var before *tlog.Tree
	for input := bufio.NewScanner(os.Stdin); input.Scan(); {
		opened, err := note.Open(fetch(url+"/log/checkpoint"), note.VerifierList(known...))
		must(err)
		lines := strings.Split(opened.Text, "\n")
		size, err := strconv.ParseInt(lines[1], 10, 64)
		must(err)
		root, err := tlog.ParseHash(lines[2])
		must(err)
		if lines[0] != log.Name() || opened.Sigs[0].Hash != log.KeyHash() {
			must(fmt.Errorf("the checkpoint is not signed by %s", log.Name()))
		}
		tree := tlog.Tree{N: size, Hash: root}
		hashes := tlog.TileHashReader(tree, tiles{url})
		entries := entriesOf(url, size)
		if int64(len(entries)) != size {
			must(fmt.Errorf("%d of %d entries", len(entries), size))
		}
		for index, entry := range entries {
			proof, err := tlog.ProveRecord(size, int64(index), hashes)
			must(err)
			must(tlog.CheckRecord(proof, size, root, int64(index), tlog.RecordHash(entry)))
		}
		consistent := (*bool)(nil)
		if before != nil {
			own, err := tlog.ProveTree(size, before.N, hashes)
			must(err)
			var answer struct{ Proof []tlog.Hash }
			must(json.Unmarshal(fetch(fmt.Sprintf("%s/log/consistency?from=%d&to=%d", url, before.N, size)), &answer))
			isGrown := tlog.CheckTree(own, size, root, before.N, before.Hash) == nil &&
				tlog.CheckTree(tlog.TreeProof(answer.Proof), size, root, before.N, before.Hash) == nil
			consistent = &isGrown
		}
		before = &tree
		report, err := json.Marshal(map[string]any{"size": size, "cosigned": len(opened.Sigs) - 1, "consistent": consistent})
		must(err)
		fmt.Println(string(report))
	}
}
