import { describe, expect, it } from "vitest";
import {
  addressOfPrivateKey,
  archiveNames,
  contentHash,
  createArchiveCheck,
  digestOfPersonalMessage,
  formatManifestStatement,
  readManifestStatement,
  recoverPublicKey,
  signDigestWith,
  signEnvelope,
  toHex,
  verifyManifestSignature,
} from "../index.ts";

const key = new Uint8Array(32).fill(7);
const address = addressOfPrivateKey(key);
const bytes = (text: string) => new TextEncoder().encode(text);
const signText = (message: string, by = key) => {
  const { signature, recovery } = signDigestWith(by)(digestOfPersonalMessage(message));
  return toHex(Uint8Array.of(...signature, 27 + recovery));
};

type Files = Record<string, string>;

/** A small archive as `freehold export` makes it. */
function makeArchive(): Files {
  const post = "# Words\n";
  const meaning = {
    contentHash: contentHash(bytes(post)),
    publisherAddress: address,
    timestamp: 1_700_000_000,
  };
  const { signature } = signEnvelope("StatementOfSource", meaning, signDigestWith(key));
  return sign({
    "posts/1.md": post,
    "posts/1.md.about.json": JSON.stringify({ ...meaning, signature }),
    "drafts/2.md.about.json": JSON.stringify({ ...meaning, timestamp: null, signature: null }),
    "site/ewp/contents/a": post,
    "site/slug/words/proof.json": JSON.stringify({ ...meaning, signature, file: "../../ewp/contents/a" }),
    "comments.jsonl": "",
  });
}

function sign(files: Files, by = key): Files {
  const listed = Object.entries(files).map(([path, text]) => ({
    path,
    size: bytes(text).length,
    sha256: contentHash(bytes(text)).slice(2),
  }));
  const manifest = listed.map((line) => `${JSON.stringify(line)}\n`).join("");
  const message = formatManifestStatement({
    node: "https://me.example",
    address: addressOfPrivateKey(by),
    madeAt: "2026-11-23T10:00:00.000Z",
    files: listed.length,
    hash: contentHash(bytes(manifest)),
  });
  const signature = JSON.stringify({ address, message, signature: signText(message, by) });
  return { ...files, [archiveNames.manifest]: manifest, [archiveNames.signature]: signature };
}

async function check(files: Files, top = "") {
  const checker = createArchiveCheck({ recover: recoverPublicKey });
  for (const [path, text] of Object.entries(files)) {
    await checker.add(
      `${top}${path}`,
      (async function* () {
        // In pieces, as a disk gives it.
        for (let at = 0; at < text.length; at += 50) yield bytes(text.slice(at, at + 50));
      })(),
    );
  }
  return checker.finish();
}

describe("an archive that proves itself", () => {
  it.each(["", "freehold-export/", "a/b/"])("is whole in the folder %j", async (top) => {
    const report = await check(makeArchive(), top);
    expect(report).toMatchObject({ files: 6, proofs: 2, faults: [] });
    expect(report.signed).toMatchObject({ address, node: "https://me.example", files: 6 });
  });

  it("shows a changed byte of any file", async () => {
    const archive = makeArchive();
    for (const path of Object.keys(archive)) {
      const text = archive[path] || "x";
      for (const at of [0, text.length >> 1, text.length - 1]) {
        const changed = `${text.slice(0, at)}${text[at] === "x" ? "y" : "x"}${text.slice(at + 1)}`;
        const { faults, signed } = await check({ ...archive, [path]: changed });
        expect([path, at, faults.length > 0]).toEqual([path, at, true]);
        if (path === archiveNames.manifest) expect(signed).toBeNull();
      }
    }
  });

  it("shows a missing file, an added one, and one that comes twice", async () => {
    const archive = makeArchive();
    for (const path of Object.keys(archive)) {
      if (path === archiveNames.signature) continue;
      const { [path]: _gone, ...rest } = archive;
      const { faults } = await check(rest);
      const kind = path === archiveNames.manifest ? "manifest" : "missing";
      expect([path, faults.filter((fault) => fault.path === path)]).toEqual([path, [{ kind, path }]]);
    }
    const { faults } = await check({ ...archive, "posts/more.md": "", ".DS_Store": "x", "../up": "" });
    expect(faults).toEqual([
      { kind: "added", path: "posts/more.md" },
      { kind: "added", path: ".DS_Store" },
      { kind: "added", path: "../up" },
    ]);
    const checker = createArchiveCheck({ recover: recoverPublicKey });
    for (const [path, text] of [...Object.entries(archive), ["posts/1.md", archive["posts/1.md"] ?? ""]]) {
      await checker.add(
        String(path),
        (async function* () {
          yield bytes(String(text));
        })(),
      );
    }
    expect(checker.finish().faults).toEqual([{ kind: "added", path: "posts/1.md" }]);
  });

  it("says when nobody signed it, and takes no other signature", async () => {
    const { [archiveNames.signature]: signature = "", ...unsigned } = makeArchive();
    expect(await check(unsigned)).toMatchObject({ signed: null, faults: [], proofs: 2 });
    const { message } = JSON.parse(signature);
    const other = new Uint8Array(32).fill(8);
    const wrong = [
      JSON.stringify({ address, message, signature: signText(message, other) }),
      JSON.stringify({ address, message: `${message} `, signature: signText(`${message} `) }),
      JSON.stringify({ address, message: "hello", signature: signText("hello") }),
      "{",
      "null",
    ];
    for (const text of wrong) {
      const { signed, faults } = await check({ ...unsigned, [archiveNames.signature]: text });
      expect([signed, faults]).toEqual([null, [{ kind: "signature", path: archiveNames.signature }]]);
    }
    // Somebody else signs the same files: the posts are not theirs.
    const { faults } = await check(sign(makeArchiveFiles(), other));
    expect(faults.map(({ kind }) => kind)).toEqual(["proof", "proof"]);
  });

  it("shows a publication whose proof is over other bytes, although the list is right", async () => {
    const files = makeArchiveFiles();
    const { faults, proofs } = await check(sign({ ...files, "posts/1.md": "# Other words\n" }));
    expect([faults, proofs]).toEqual([[{ kind: "proof", path: "posts/1.md" }], 1]);
  });
});

function makeArchiveFiles(): Files {
  const { [archiveNames.manifest]: _list, [archiveNames.signature]: _signature, ...files } = makeArchive();
  return files;
}

it("reads the signed text back, and nothing else", () => {
  const { message, signature } = JSON.parse(makeArchive()[archiveNames.signature] ?? "");
  const statement = readManifestStatement(message);
  expect(statement && formatManifestStatement(statement)).toBe(message);
  expect(verifyManifestSignature({ message, signature }, recoverPublicKey)).toEqual(statement);
  for (const text of ["", message.replace("Files: 6", "Files: 06"), `${message}\n`, `x${message}`]) {
    expect(readManifestStatement(text)).toBeNull();
  }
  expect(verifyManifestSignature(null, recoverPublicKey)).toBeNull();
});
