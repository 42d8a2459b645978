import { type Address, contentHash } from "@freehold/protocol";
import { indexPublication } from "../packages/node/src/domain/search/index-documents.ts";
import { readMarkdownText } from "../packages/node/src/domain/search/searchable-text.ts";
import { saveContent } from "../packages/node/src/store/contents.ts";
import type { Store, Tx } from "../packages/node/src/store/database.ts";
import { saveProfile } from "../packages/node/src/store/peers/profiles.ts";
import { insertPublication } from "../packages/node/src/store/publications/publications.ts";
import { plainPublication } from "../packages/node/src/store/tables/publications.ts";
import { seededRandom } from "../packages/node/test/support/seeded-random.ts";

/** The second of the first post; there is one every ten minutes. */
export const firstSecond = 1_600_000_000;
export const stepSeconds = 600;

const batch = 1_000;
const wordsAPost = 120;
const vocabulary = 20_000;
const proofType = "StatementOfSource(bytes32 contentHash,address publisherAddress,uint64 timestamp)";

/** This node, and a thousand others, of whom every fifth post is. */
const self = addressOf(0);
const others = 1_000;

/**
 * Fills a migrated store with so many posts of different words, as they are indexed when they are signed and when they
 * are replicated. Their bytes are not there, for nothing of what is measured reads them.
 */
export async function seedPosts(store: Store, count: number): Promise<void> {
  const random = seededRandom(1);
  const words = Array.from({ length: vocabulary }, (_, index) => wordOf(index));
  await store.transaction(async (tx) => {
    for (let number = 0; number <= others; number += 1) await addProfile(tx, number);
  });
  for (let from = 0; from < count; from += batch) {
    await store.transaction(async (tx) => {
      for (let n = from; n < Math.min(count, from + batch); n += 1)
        await addPost(tx, n, textOf(n, words, random));
    });
  }
}

/** A word of the vocabulary: `b`, `c` … for the most common ones. */
export function wordOf(index: number): string {
  return `${index.toString(36)}${"aeiou"[index % 5]}`;
}

/** Few words are in most posts and most words in few. Each post has one of a hundred tags; every hundredth has Chinese. */
function textOf(n: number, words: readonly string[], random: () => number): string {
  const pick = () => words[Math.floor(words.length * random() ** 3)] ?? "";
  const body = Array.from({ length: wordsAPost }, pick).join(" ");
  const marks = `#tag${n % 100}${n % 100 === 0 ? " 世界和平" : ""}`;
  return `# Post ${n}\n\n${body} common ${marks}.\n`;
}

async function addPost(tx: Tx, n: number, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  const hash = contentHash(bytes);
  const timestamp = firstSecond + n * stepSeconds;
  await saveContent(tx, { hash, size: bytes.length, now: timestamp * 1000 });
  const row = {
    publisherAddress: n % 5 === 4 ? addressOf(1 + (n % others)) : self,
    kind: "POST",
    state: "signed",
    contentHash: hash,
    mediaType: "text/markdown",
    filename: null,
    description: null,
    slug: `post-${n}`,
    timestamp,
    signature: `0x${"ab".repeat(65)}`,
    proofType,
    seq: n + 1,
    createdAt: timestamp * 1000,
    updatedAt: timestamp * 1000,
    ...plainPublication,
  } as const;
  const id = await insertPublication(tx, row);
  await indexPublication(tx, self, { ...row, id }, readMarkdownText(text));
}

async function addProfile(tx: Tx, number: number): Promise<void> {
  await saveProfile(tx, {
    address: addressOf(number),
    url: `https://node${number}.example`,
    title: `Node ${number}`,
    description: null,
    isSelf: number === 0,
    form: "baseline",
    avatarHash: null,
    avatarType: null,
    createdAt: 0,
    updatedAt: 0,
    fetchedAt: 0,
  });
}

function addressOf(number: number): Address {
  return `0x${String(number).padStart(40, "1")}`;
}
