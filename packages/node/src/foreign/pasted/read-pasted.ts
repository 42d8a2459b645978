import { checkProofs, hashesOfText, readPastedPost, recoverPublicKey } from "@freehold/protocol";
import type { Reply } from "../documents.ts";
import { limits } from "../limits.ts";

/**
 * Reads the form of `/verify` in which somebody pasted a post or a proof, and checks it by its own proof (specification 2.2, 5).
 *
 * @param form fields of an HTML form: `post`, or a short one in `of`, and its `publisher`
 * @param now milliseconds of the Unix epoch
 */
export function readPasted(form: Uint8Array, now: number): Reply<"pasted"> {
  const fields = new URLSearchParams(Buffer.from(form.buffer, form.byteOffset, form.length).toString());
  const field = (name: string) => fields.get(name) ?? "";
  const [of, publisher] = [field("of"), field("publisher")].map((text) =>
    text.slice(0, limits.pastedFieldLength),
  );
  const pasted = field("post").trim() === "" ? (of ?? "") : field("post");
  const { text, proofs } = readPastedPost(pasted.replaceAll("\r\n", "\n"));
  const hashes = text === null ? null : hashesOfText(text);
  const check = checkProofs(proofs, hashes, { recover: recoverPublicKey, now });
  const [faulty] = proofs;
  return {
    of: of ?? "",
    publisher: publisher ?? "",
    shown: pasted === of || pasted.length > limits.repeatedPasteLength ? "" : pasted,
    size: text === null ? null : Buffer.byteLength(text),
    hashes: hashes && [...hashes.keys()],
    check: check && {
      proof: {
        contentHash: check.proof.contentHash,
        publisherAddress: check.proof.publisherAddress,
        timestamp: check.proof.timestamp,
        signature: check.proof.signature,
      },
      steps: check.steps.map(({ name, state }) => ({ name, state })),
    },
    problem: faulty && !faulty.ok ? faulty.problem : null,
  };
}
