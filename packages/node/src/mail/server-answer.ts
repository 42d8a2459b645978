import { toPlainLine } from "@freehold/protocol/internal";
import { limits } from "./limits.ts";

/** Only this much of a reply is read. */
const readLength = 4_000;

/**
 * Reads the reply of a mail server: lines that begin with a status, perhaps followed by an enhanced status (RFC 3463).
 *
 * @param secrets texts that the server may repeat and nobody may see
 * @returns the enhanced status, and the words as one short line without secrets and mail addresses; null for none
 */
export function readAnswer(
  reply: string,
  secrets: readonly string[] = [],
): { enhancedStatus: string | null; answer: string | null } {
  const read = reply.slice(0, readLength);
  const enhancedStatus = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(read)?.[1] ?? null;
  const words = read
    .split("\n")
    .map((line) => line.replace(/^\d{3}(?:[ -]|$)(?:[245]\.\d{1,3}\.\d{1,3}(?: |$))?/, ""))
    .join(" ");
  return { enhancedStatus, answer: toAnswer(words, secrets) };
}

/** Words of a mail server as a line for the owner; null where nothing is left. */
function toAnswer(words: string, secrets: readonly string[] = []): string | null {
  let line = toPlainLine(words.slice(0, readLength));
  for (const secret of secrets.flatMap(spellings)) line = line.replaceAll(secret, "…");
  // Addresses are in no log; which of them is meant, the mail itself tells.
  line = mapWords(line, (word) => (word.includes("@") ? "…@…" : word));
  const signs = [...line];
  const cut =
    signs.length > limits.answerLength ? `${signs.slice(0, limits.answerLength - 1).join("")}…` : line;
  return cut === "" ? null : cut;
}

/** A secret as a server could repeat it: as it is, and in base64 as a login sends it. */
function spellings(secret: string): string[] {
  if (secret.length < 3) return [];
  return [secret, Buffer.from(secret).toString("base64").replaceAll("=", "")];
}

/** Words of refusals that are about the host, the domain or the rights of the sender. */
const ofSender =
  /\b(?:spf|dkim|dmarc|ptr|rdns|reverse dns|helo|ehlo|relay(?:ing)?|(?:block|black|deny)[- ]?list(?:ed|ing)?|[rd]n?s?bls?|spam\w{0,8}|reputation|polic(?:y|ies)|unauthenticated|not authenticated|authentication|sender|your (?:ip|host|server|domain|network|address))\b/i;

/** Words of refusals that are about the address, whatever the status: Exchange says 5.4.1 of one that is not there. */
const ofRecipient =
  /\b(?:recipient address rejected|(?:user|recipient|mailbox|address)(?: is)? (?:unknown|not found|unavailable|disabled)|unknown (?:user|recipient|mailbox)|no such (?:user|recipient|mailbox|person)|does(?: not|n't) exist)\b/i;

/**
 * Whom a refusal of a recipient for good is about: the sender, the address, or else this mail (routing, protocol, content).
 *
 * @param enhancedStatus such as 5.1.1 (RFC 3463); null for none
 * @param answer the words of the mail server
 */
export function blameOf(
  enhancedStatus: string | null,
  answer: string | null,
): "sender" | "recipient" | "text" {
  if (speaksOfSender(enhancedStatus, answer)) return "sender";
  const isOfMail = /^5\.[3-6]\./.test(enhancedStatus ?? "") && !ofRecipient.test(answer ?? "");
  return isOfMail ? "text" : "recipient";
}

/**
 * Whether a refusal for good speaks of the sender: by its enhanced status (RFC 3463: 5.7.x is security and policy, 5.1.7 and
 * 5.1.8 are the sender's address), and without one by its words.
 */
export function speaksOfSender(enhancedStatus: string | null, answer: string | null): boolean {
  if (enhancedStatus !== null) return /^5\.(?:7\.|1\.[78]$)/.test(enhancedStatus);
  return answer !== null && ofSender.test(answer);
}

/** A refusal without what differs from mail to mail: two that are equal have the same cause. */
export function causeOf(answer: string): string {
  return mapWords(answer.toLowerCase(), (word) => (/\d/.test(word) ? "#" : word));
}

function mapWords(line: string, change: (word: string) => string): string {
  return line.split(" ").map(change).join(" ");
}
