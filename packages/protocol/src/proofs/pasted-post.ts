import { contentHash, type Hash } from "../crypto/hashes.ts";
import type { ProofEntry } from "../messages/verify-proof.ts";
import { KiB } from "../text/units.ts";
import { type ProofReading, readProofs, textBesideProof } from "./read-proofs.ts";

const pastedProofBytes = 64 * KiB; // a proof at the end of a pasted post

/** A post as somebody pasted it. */
export interface PastedPost {
  /** Null where there is a proof alone. */
  readonly text: string | null;
  /** Empty where there is a text alone. */
  readonly proofs: readonly ProofReading[];
}

/**
 * Takes a pasted post apart: the JSON of a proof, with or without the text in it, or a Markdown text with a proof behind
 * it, bare, between fences, or in a comment as `formatPostWithProof` writes it. Anything else is a text without a proof.
 */
export function readPastedPost(pasted: string): PastedPost {
  const whole = parseJson(pasted);
  if (whole !== undefined && seemsProof(readProofs(whole))) {
    return { text: textBesideProof(whole), proofs: readProofs(whole) };
  }
  return splitPost(pasted) ?? { text: pasted, proofs: [] };
}

/** A post with its proof behind it, in a comment that Markdown does not show. `readPastedPost` reads it. */
export function formatPostWithProof(
  text: string,
  { contentHash, publisherAddress, timestamp, signature }: ProofEntry,
): string {
  const proof = JSON.stringify({ contentHash, publisherAddress, timestamp, signature }, null, 1);
  return `${text}\n\n<!-- proof\n${proof}\n-->\n`;
}

/** Each repetition begins where the text before it is another, or is bounded: a hostile text takes linear time. */
const closer = /(?:-->|(?<!`)`{3,}|(?<!~)~{3,}|(?<!-)-{3,})$/;
const opener =
  /(?:^|\r?\n)[ \t]{0,9}(?:<!--[ \t]{0,9}(?:proof)?|`{3,10}[a-z]{0,9}|~{3,10}[a-z]{0,9}|-{3,80}|proof:?)[ \t]{0,9}(?:\r?\n[ \t\r\n]{0,99})?$/i;

// Lines that are tried as the first one of a proof.
const mostStarts = 300;

function splitPost(pasted: string): PastedPost | null {
  const from = Math.max(0, pasted.length - pastedProofBytes);
  const tail = pasted.slice(from).trimEnd().replace(closer, "").trimEnd();
  if (!/[}\]]$/.test(tail)) return null;
  const starts = [...tail.matchAll(/^[ \t]{0,9}(?:<!-- {0,9}proof {1,9})?(?=[{[])/gm)].slice(-mostStarts);
  for (const { index, 0: before } of starts.toReversed()) {
    const json = parseJson(tail.slice(index + before.length));
    if (json === undefined) continue;
    const proofs = readProofs(json);
    if (!seemsProof(proofs)) continue;
    const text = pasted.slice(0, from + index);
    const opened = text.slice(-200).replace(opener, "");
    return { text: text.slice(0, -200) + opened, proofs };
  }
  return null;
}

/** Whether somebody meant it as a proof, be it right or not. */
function seemsProof(proofs: readonly ProofReading[]): boolean {
  return proofs.some((one) => one.ok || one.problem !== "nothing");
}

function parseJson(text: string): unknown {
  if (!/^[{[]/.test(text.trimStart())) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The change that makes a pasted text the signed one. */
export type TextChange = "none" | "end" | "lines";

/**
 * The hashes that a pasted text may have had: forms and editors change the ends of lines and the end of a text, and a
 * post has no byte-order mark (decisions 9).
 */
export function hashesOfText(text: string): ReadonlyMap<Hash, TextChange> {
  const plain = text.replace(/^\uFEFF/, "");
  const hashes = new Map<Hash, TextChange>();
  const encoder = new TextEncoder();
  for (const change of ["none", "lines"] as const) {
    const others = bothLineEnds(plain).filter((lines) => lines !== plain);
    for (const lines of change === "none" ? [plain] : others) {
      for (const [index, end] of endsOf(lines).entries()) {
        const hash = contentHash(encoder.encode(end));
        if (!hashes.has(hash)) hashes.set(hash, change === "none" && index > 0 ? "end" : change);
      }
    }
  }
  return hashes;
}

function bothLineEnds(text: string): string[] {
  const lines = text.replaceAll("\r\n", "\n");
  return [lines, lines.replaceAll("\n", "\r\n")];
}

/** As it is, without its last line breaks one by one, and with one line break. */
function endsOf(text: string): string[] {
  // An expression that looks for the end goes through the whole text for it.
  const [end = ""] = /(?:\r?\n){0,9}$/.exec(text.slice(-18)) ?? [];
  const bare = text.slice(0, text.length - end.length);
  const newLine = text.includes("\r\n") ? "\r\n" : "\n";
  const one = withoutLineBreak(text);
  return [...new Set([text, one, withoutLineBreak(one), bare, bare + newLine])];
}

function withoutLineBreak(text: string): string {
  if (!text.endsWith("\n")) return text;
  return text.slice(0, text.endsWith("\r\n") ? -2 : -1);
}
