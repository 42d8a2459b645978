import {
  addressOfPrivateKey,
  contentHash,
  formatPostWithProof,
  fromHex,
  hashesOfText,
  readPastedPost,
  signDigestWith,
  signEnvelope,
} from "@freehold/protocol";
import { expect, test } from "vitest";
import { en } from "../messages/site/en.ts";
import { zh } from "../messages/site/zh.ts";
import { checkPasted } from "./check-pasted.ts";

const key = fromHex("0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d");
const publisherAddress = addressOfPrivateKey(key);
const text = "# Salt\n";
const meaning = {
  contentHash: contentHash(new TextEncoder().encode(text)),
  publisherAddress,
  timestamp: 1_735_000_000,
};
const { signature } = signEnvelope("StatementOfSource", meaning, signDigestWith(key));
const proof = { ...meaning, signature };
const now = 1_795_000_000_000;

function check(pasted: string, { verify, proof } = en, owner: string = publisherAddress) {
  const post = readPastedPost(pasted);
  const messages = {
    ...verify,
    notSigned: verify.checks.signature.bad,
    future: verify.checks.time.bad,
    bytes: verify.checks.bytes,
    hashIs: proof.hashIs,
  };
  const page = { owner: { address: owner, title: "Ada & $&" }, language: "en-GB", messages };
  return checkPasted(
    { proofs: post.proofs, hashes: post.text === null ? null : hashesOfText(post.text) },
    page,
    now,
  );
}

test("a pasted post is told of step by step, the verdict first", () => {
  const { title, lines } = check(formatPostWithProof(text, proof));
  expect(title).toBe("Verified");
  expect(lines.map(({ state }) => state)).toEqual(Array(5).fill("good"));
  expect(lines.map((line) => line.text)).toEqual([
    "The content is unchanged since it was signed.",
    `SHA-256 hash of the content: ${proof.contentHash}`,
    `${publisherAddress} signed exactly this content, with this date.`,
    "That is Ada & $&, the owner of this site.",
    "24 December 2024 at 00:26:40 UTC, as stated by the signer. This date can't be verified.",
  ]);
});

test("the owner of another site is not named", () => {
  const { title, lines } = check(formatPostWithProof(text, proof), en, `0x${"1".repeat(40)}`);
  expect([title, lines[3]?.state]).toEqual(["Verified", "wait"]);
  expect(lines[3]?.text).toMatch(/doesn't say/);
});

test.each([
  [formatPostWithProof("# Sugar\n", proof), /^Verification failed/, 0],
  [formatPostWithProof(text, { ...proof, timestamp: 1_735_000_001 }), /^Verification failed/, 2],
  [formatPostWithProof(text, { ...proof, timestamp: 8_000_000_000_000 }), /^Verification failed/, 4],
  [`${text}{"contentHash":"0x12"}`, /^Verification failed/, 0],
])("what is wrong in %j is told", (pasted, title, line) => {
  for (const messages of [en, zh]) {
    const found = check(pasted, messages);
    expect(found.lines[line]?.state).toBe("bad");
    if (messages === en) expect(found.title).toMatch(title);
  }
});

test("a proof without its post is left open", () => {
  expect(check(JSON.stringify(proof))).toMatchObject({ title: "Not everything could be verified" });
});
