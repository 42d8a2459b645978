import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { joinNodeUrl } from "@freehold/protocol";
import type { Reader, Tx } from "../../store/database.ts";
import { readMeta, writeMeta } from "../../store/meta.ts";
import type { Subscriber } from "./store/subscribers.ts";

const keyName = "newsletter.key";

/** The node's own key for links, message ids and refusals; made at its first use. */
export async function makeNewsletterKey(tx: Tx): Promise<string> {
  const stored = await readMeta(tx, keyName);
  if (stored !== null) return stored;
  const key = randomBytes(32).toString("hex");
  await writeMeta(tx, keyName, key);
  return key;
}

/** The same where it was made; null before. */
export function readNewsletterKey(db: Reader): Promise<string | null> {
  return readMeta(db, keyName);
}

function sign(key: string, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url").slice(0, 32);
}

/** The token of a reader in the links of mails: the number and a signature, without the address. */
export function signReader(key: string, { id, createdAt }: Pick<Subscriber, "id" | "createdAt">): string {
  return `${id}.${sign(key, `reader ${id} ${createdAt}`)}`;
}

/** The number in such a text; null where it has another form. The signature is not checked. */
export function readerIdIn(text: string): number | null {
  const [, id = null] = /^([1-9]\d{0,14})\.[\w-]{32}$/.exec(text) ?? [];
  return id === null ? null : Number(id);
}

/** Whether a text was signed for this reader. */
export function isSignedFor(
  key: string,
  reader: Pick<Subscriber, "id" | "createdAt">,
  text: string,
): boolean {
  return isSame(signReader(key, reader), text);
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The address of a page of a reader, by its signed text. */
export function locateReaderPage(url: string, page: "preferences" | "unsubscribe", signed: string): string {
  return `${joinNodeUrl(url, `/newsletter/${page}`)}?s=${signed}`;
}

/** The link that confirms a subscription. */
export function locateConfirmation(url: string, id: number, token: string): string {
  return `${joinNodeUrl(url, "/newsletter/confirm")}?${new URLSearchParams({ id: String(id), token })}`;
}

/** A keyed hash of an address, which is kept where the address is not. */
export function hashMailAddress(key: string, email: string): string {
  return sign(key, `refusal ${email.toLowerCase()}`);
}

interface MailKey {
  readonly issueId: number;
  readonly subscriberId: number;
}

/** The left part of the Message-ID of one mail: the same at every try, and nobody else can make one up. */
export function signMessageId(key: string, { issueId, subscriberId }: MailKey): string {
  const signature = createHmac("sha256", key).update(`mail ${issueId} ${subscriberId}`).digest("hex");
  return `newsletter-${issueId}-${subscriberId}-${signature.slice(0, 24)}`;
}

/** The signed texts of readers that occur in links of a mail; the signatures are not checked. */
export function findReaderTexts(text: string): string[] {
  const plain = text.replace(/=\n/g, "");
  return [...plain.matchAll(/[?&]s=(?:3D)?([1-9]\d{0,14}\.[\w-]{32})/g)].map(([, signed = ""]) => signed);
}

/** The mails whose ids occur in a text and are signed by this node, each once. */
export function findMessageIds(key: string, text: string): MailKey[] {
  const found = new Map<string, MailKey>();
  for (const [id, issue, subscriber] of text.matchAll(
    /newsletter-([1-9]\d{0,14})-([1-9]\d{0,14})-[0-9a-f]{24}/g,
  )) {
    const mail = { issueId: Number(issue), subscriberId: Number(subscriber) };
    if (isSame(signMessageId(key, mail), id)) found.set(id, mail);
  }
  return [...found.values()];
}
