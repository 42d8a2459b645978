import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  type Address,
  addressOfPrivateKey,
  checkProofs,
  contentHash,
  formatPostWithProof,
  fromHex,
  type Hash,
  hashesOfText,
  isoSeconds,
  readPastedPost,
  recoverPublicKey,
  signDigestWith,
  signEnvelope,
} from "../index.ts";

const key = fromHex("0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d");
const publisherAddress = addressOfPrivateKey(key) as Address;
const timestamp = 1_735_000_000;
const now = 1_795_000_000_000;
const text = "# Title\n\nFirst words.\n";

function sign(body: string) {
  const hash = contentHash(new TextEncoder().encode(body));
  const meaning = { contentHash: hash, publisherAddress, timestamp };
  const envelope = signEnvelope("StatementOfSource", meaning, signDigestWith(key));
  return { envelope, entry: { ...meaning, signature: envelope.signature } };
}

const { entry, envelope } = sign(text);
const baseline = { ...entry, createdAt: isoSeconds(timestamp), contentKind: "POST", slug: null };
const reference = {
  content_hash: entry.contentHash.toUpperCase().replace("0X", "0x"),
  author_address: publisherAddress.toLowerCase(),
  signature: entry.signature,
  comment_count: 0,
  created_at: timestamp * 1000 + 345,
  slug: "title",
};

function check(pasted: string) {
  const post = readPastedPost(pasted);
  const hashes = post.text === null ? null : hashesOfText(post.text);
  return checkProofs(post.proofs, hashes, { recover: recoverPublicKey, now });
}

const json = (value: unknown) => JSON.stringify(value, null, 2);

describe("a pasted post", () => {
  it.each([
    ["with its proof in a comment", formatPostWithProof(text, entry)],
    ["as a form sends it", formatPostWithProof(text, entry).replaceAll("\n", "\r\n")],
    ["with an entry of an index", text + json(baseline)],
    ["with an entry of the reference form", `${text}\n${json(reference)}\n`],
    ["with the signed message", `${text}\n---\n${json(envelope)}`],
    [
      "with a whole page of an index",
      `${text}\n\`\`\`json\n${json({ data: [sign("x").entry, baseline] })}\n\`\`\``,
    ],
    ["without its last line break", `${text.trimEnd()}\n${JSON.stringify(baseline)}`],
    ["with a byte-order mark", `\uFEFF${text}\nproof:\n${json(baseline)}`],
    ["in one JSON object", json({ text, proof: entry })],
    ["in the JSON of a timeline", json({ ...baseline, body: text })],
  ])("%s is valid", (_how, pasted) => {
    expect(check(pasted)).toMatchObject({
      verdict: "valid",
      proof: entry,
      signedType: expect.stringMatching(/^StatementOfSource\(/),
    });
  });

  it.each([
    ["one letter", formatPostWithProof(text.replace("First", "Last"), entry), "bytes"],
    ["the second", formatPostWithProof(text, { ...entry, timestamp: timestamp + 1 }), "signer"],
    [
      "the publisher",
      formatPostWithProof(text, { ...entry, publisherAddress: `0x${"1".repeat(40)}` }),
      "signer",
    ],
    [
      "the domain",
      `${text}\n${json({ ...envelope, typedData: { ...envelope.typedData, domain: { ...envelope.typedData.domain, chainId: 5 } } })}`,
      "signer",
    ],
    [
      "a time that is still to come",
      formatPostWithProof(text, { ...entry, timestamp: 1_900_000_000 }),
      "time",
    ],
  ])("with another %s is invalid", (_what, pasted, step) => {
    const found = check(pasted);
    expect(found?.verdict).toBe("invalid");
    expect(found?.steps).toContainEqual({ name: step, state: "bad" });
  });

  it("that is a proof alone is checked without its bytes", () => {
    expect(check(json(baseline))).toMatchObject({ verdict: "incomplete" });
    expect(check(json([reference]))?.steps[0]).toEqual({ name: "bytes", state: "unknown" });
  });

  it("without a proof is a text, whatever it ends with", () => {
    for (const pasted of [
      "",
      "words",
      text,
      `${text}{"a": 1}`,
      "{}",
      "[1]",
      "{",
      "}".repeat(99),
      "\0\uD800",
    ]) {
      expect(readPastedPost(pasted)).toEqual({ text: pasted, proofs: [] });
    }
  });

  it("tells which field of its proof is wrong", () => {
    const wrong: [object, string][] = [
      [{ ...baseline, signature: null }, "unsigned"],
      [{ ...baseline, signature: "0x12" }, "signature"],
      [{ ...baseline, contentHash: "0x12" }, "contentHash"],
      [{ ...baseline, timestamp: "now" }, "timestamp"],
      [{ ...baseline, publisherAddress: undefined }, "publisherAddress"],
      [{ typedData: {}, signature: "0x" }, "typedData"],
    ];
    for (const [proof, problem] of wrong) {
      expect(readPastedPost(text + json(proof)).proofs).toEqual([{ ok: false, problem }]);
    }
  });

  it("of hostile characters is read in linear time", () => {
    const large = 1_000_000;
    const hostile = [" ", "\n", "{", "[", "-", "`", "<!-- proof {", "\n{", '\n{"contentHash":', "\r\n"];
    for (const one of hostile) {
      const pasted = `${one.repeat(large / one.length)}}`;
      expect(readPastedPost(pasted).proofs).toEqual([]);
    }
  });
});

it("the published vectors of publications are proofs", () => {
  const { cases } = JSON.parse(
    readFileSync(new URL("../../../../vectors/messages.json", import.meta.url), "utf8"),
  ) as {
    cases: { primaryType: string; message: Record<string, unknown>; signature: string; signer: Address }[];
  };
  const publications = cases.filter(({ primaryType }) =>
    /^(StatementOfSource|Publication)$/.test(primaryType),
  );
  const bytes = new Set<Hash>([contentHash(new TextEncoder().encode("hello"))]);
  for (const { message, signature, signer } of publications.filter(
    ({ message }) => Number(message.timestamp) < 2e9,
  )) {
    const given = {
      contentHash: message.contentHash,
      publisherAddress: signer,
      timestamp: message.timestamp,
    };
    const { proofs } = readPastedPost(JSON.stringify({ ...given, signature }));
    expect(checkProofs(proofs, bytes, { recover: recoverPublicKey, now })?.proof.publisherAddress).toBe(
      signer,
    );
  }
  expect(publications.length).toBeGreaterThan(3);
});
