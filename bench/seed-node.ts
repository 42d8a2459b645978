import "../packages/node/test/support/load-modules.ts";
import { Readable } from "node:stream";
import { type Address, contentHash } from "@freehold/protocol";
import { readConfig } from "../packages/node/src/config/config.ts";
import { createSigner } from "../packages/node/src/domain/access/signer.ts";
import { installNode } from "../packages/node/src/domain/installation/install.ts";
import { indexPublication } from "../packages/node/src/domain/search/index-documents.ts";
import { readMarkdownText } from "../packages/node/src/domain/search/searchable-text.ts";
import { createLog } from "../packages/node/src/observability/log.ts";
import { openNode } from "../packages/node/src/startup/open-node.ts";
import { saveContent } from "../packages/node/src/store/contents.ts";
import type { Tx } from "../packages/node/src/store/database.ts";
import { insertPublication } from "../packages/node/src/store/publications/publications.ts";
import { plainPublication } from "../packages/node/src/store/tables/publications.ts";
import { sentences } from "../packages/node/test/support/long-post.ts";
import { makeNoisePicture } from "../packages/node/test/support/noise-picture.ts";

/** A test key that everybody knows. */
const key = "59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";
const proofType = "StatementOfSource(bytes32 contentHash,address publisherAddress,uint64 timestamp)";
const batch = 1_000;
/** Posts that have a text of their own; later ones repeat them. */
const ownTexts = 300;

/** Where the newest post and the picture of a seeded node are. */
export interface Seeded {
  /** Query of `/ewp/contents/`. */
  post: string;
  picture: string;
  slug: string;
  address: Address;
}

/** Makes a data folder with an installed node that has signed a picture and so many posts, a second apart; the texts have 0.7 kB. */
export async function seedNode(
  dataDir: string,
  count: number,
  env: Record<string, string> = {},
): Promise<Seeded> {
  const config = readConfig({ FREEHOLD_DATA: dataDir, FREEHOLD_LOG_LEVEL: "fatal", ...env });
  await using node = await openNode(config, createLog(config));
  const signer = createSigner(Buffer.from(key, "hex"));
  const publisherAddress = signer.address;
  const now = Math.floor(Date.now() / 1000);
  const profile = { avatar: "", address: publisherAddress, url: "https://bench.example", title: "Bench" };
  const settings = { defaultLanguage: "en", defaultTheme: "light", walletConnectProjectId: "" };
  const data = { node: { ...profile, description: "" }, settings, timestamp: now };
  await installNode(node, signer.sign("DATA", data));

  const add = async (tx: Tx, seq: number, bytes: Buffer, kind: "POST" | "FILE") => {
    const statement = {
      contentHash: contentHash(bytes),
      publisherAddress,
      timestamp: now - count - 1 + seq,
    };
    const row = {
      ...statement,
      kind,
      state: "signed",
      mediaType: kind === "POST" ? "text/markdown" : "image/png",
      filename: kind === "POST" ? null : "picture.png",
      description: kind === "POST" ? null : "A picture",
      slug: `post-${seq}`,
      signature: signer.sign("StatementOfSource", statement).signature,
      proofType,
      seq,
      createdAt: statement.timestamp * 1000,
      updatedAt: statement.timestamp * 1000,
      ...plainPublication,
    } as const;
    const id = await insertPublication(tx, row);
    const text = readMarkdownText(kind === "POST" ? bytes.toString() : "");
    await indexPublication(tx, publisherAddress, { ...row, id }, text);
    return `${statement.contentHash}?timestamp=${statement.timestamp}`;
  };
  const save = async (tx: Tx, bytes: Buffer) => {
    const blob = await node.blobs.put(Readable.from([bytes]), { maxBytes: 10_000_000 });
    await saveContent(tx, { ...blob, now: now * 1000 });
  };

  const picture = await makeNoisePicture();
  const texts = Array.from({ length: Math.min(count, ownTexts) }, (_, n) => Buffer.from(textOf(n)));
  const seeded: Seeded = { post: "", picture: "", slug: `post-${count + 1}`, address: publisherAddress };
  await node.store.transaction(async (tx) => {
    for (const bytes of [picture, ...texts]) await save(tx, bytes);
    seeded.picture = await add(tx, 1, picture, "FILE");
  });
  for (let from = 0; from < count; from += batch) {
    await node.store.transaction(async (tx) => {
      for (let n = from; n < Math.min(count, from + batch); n += 1)
        seeded.post = await add(tx, n + 2, texts[n % texts.length] as Buffer, "POST");
    });
  }
  return seeded;
}

const textOf = (n: number) => `# Post ${n}\n\n${sentences(n)} #tag${n % 10}\n`;
