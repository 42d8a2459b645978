import { checkProofs, type PastedPost, recoverPublicKey } from "@freehold/protocol";
import type { Messages } from "../messages/site/en.ts";

type Texts = Messages["verify"];

/** The texts about a checked post; `#` stands for a value. */
export interface FindingTexts
  extends Pick<Texts, "faulty" | "whole" | "broken" | "open" | "inBrowser" | "signedByKey" | "isOwner">,
    Pick<Texts, "whoseKey" | "signersWord"> {
  readonly notSigned: string;
  readonly future: string;
  readonly bytes: Texts["checks"]["bytes"];
  readonly hashIs: string;
}

/** The page on which a post is checked: its owner, its language (BCP 47) and its texts. */
export interface CheckingPage {
  readonly owner: { readonly address: string; readonly title: string };
  readonly language: string;
  readonly messages: FindingTexts;
}

/** The verdict on a post, and each step in words. */
export interface Finding {
  readonly title: string;
  /** How it was checked; empty where nothing was. */
  readonly note: string;
  readonly lines: readonly { readonly text: string; readonly state: "good" | "bad" | "wait" }[];
}

const states = { good: "good", bad: "bad", unknown: "wait" } as const;

/**
 * Checks a post by its own proof, in the browser (specification 2.2).
 *
 * @param post.hashes what its bytes may have as their hash; null without bytes
 * @param now milliseconds of the Unix epoch
 */
export function checkPasted(
  { proofs, hashes }: Pick<PastedPost, "proofs"> & { readonly hashes: ReadonlyMap<string, unknown> | null },
  { owner, language, messages }: CheckingPage,
  now: number = Date.now(),
): Finding {
  const check = checkProofs(proofs, hashes, { recover: recoverPublicKey, now });
  if (check === null) {
    const [faulty] = proofs;
    const problem = faulty && !faulty.ok ? faulty.problem : "nothing";
    return { title: messages.broken, note: "", lines: [{ text: messages.faulty[problem], state: "bad" }] };
  }
  const { publisherAddress, timestamp, contentHash } = check.proof;
  const stateOf = new Map(check.steps.map(({ name, state }) => [name, state]));
  const bytes = stateOf.get("bytes") ?? "unknown";
  const isSigned = stateOf.get("signer") === "good";
  const isPast = stateOf.get("time") === "good";
  const fill = (text: string, value: string) => text.replace("#", () => value);
  const isOwner = publisherAddress === owner.address;
  return {
    title: { valid: messages.whole, invalid: messages.broken, incomplete: messages.open }[check.verdict],
    note: messages.inBrowser,
    lines: [
      { text: messages.bytes[bytes], state: states[bytes] },
      { text: `${messages.hashIs}: ${contentHash}`, state: states[bytes] },
      {
        text: isSigned ? fill(messages.signedByKey, publisherAddress) : messages.notSigned,
        state: isSigned ? "good" : "bad",
      },
      isOwner
        ? { text: fill(messages.isOwner, owner.title), state: isSigned ? "good" : "wait" }
        : { text: messages.whoseKey, state: "wait" },
      isPast
        ? {
            text: fill(messages.signersWord, formatTime(timestamp, language)),
            state: isSigned ? "good" : "wait",
          }
        : { text: messages.future, state: "bad" },
    ],
  };
}

/** @param timestamp Unix seconds, up to far beyond the last Date */
function formatTime(timestamp: number, language: string): string {
  const date = new Date(timestamp * 1000);
  if (Number.isNaN(date.getTime())) return String(timestamp);
  const format = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    dateStyle: "long",
    timeStyle: "medium",
    timeZone: "UTC",
  });
  return `${format.format(date)} UTC`;
}
