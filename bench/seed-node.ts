import { Readable } from "node:stream";
import { readConfig } from "../packages/node/src/config/config.ts";
import { createSigner } from "../packages/node/src/domain/access/signer.ts";
import { installNode } from "../packages/node/src/domain/installation/install.ts";
import { createLog } from "../packages/node/src/observability/log.ts";
import { openNode } from "../packages/node/src/startup/open-node.ts";
import { saveContent } from "../packages/node/src/store/contents.ts";
import { bumpIndexVersion } from "../packages/node/src/store/meta.ts";
import { insertPublication } from "../packages/node/src/store/publications.ts";

/** A test key that everybody knows. */
const key = "59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";
const proofType = "StatementOfSource(bytes32 contentHash,address publisherAddress,uint64 timestamp)";

/**
 * Makes a data folder with an installed node that has signed `count` posts, all of the same bytes, a second apart.
 *
 * @returns the content's hash and the second of the newest one
 */
export async function seedNode(dataDir: string, count: number, text: string) {
  const config = readConfig({ FREEHOLD_DATA: dataDir, FREEHOLD_LOG_LEVEL: "fatal" });
  await using node = await openNode(config, createLog(config));
  const signer = createSigner(Buffer.from(key, "hex"));
  const now = Math.floor(Date.now() / 1000);
  await installNode(
    node,
    signer.sign("DATA", {
      node: {
        avatar: "",
        address: signer.address,
        url: "https://bench.example",
        title: "Bench",
        description: "",
      },
      settings: { defaultLanguage: "en", defaultTheme: "light", walletConnectProjectId: "" },
      timestamp: now,
    }),
  );
  const blob = await node.blobs.put(Readable.from([Buffer.from(text)]), { maxBytes: 1_000_000 });
  await node.store.transaction(async (tx) => {
    await saveContent(tx, { ...blob, now: now * 1000 });
    for (let seq = 1; seq <= count; seq += 1) {
      const statement = {
        contentHash: blob.hash,
        publisherAddress: signer.address,
        timestamp: now - count + seq,
      };
      await insertPublication(tx, {
        publisherAddress: signer.address,
        kind: "POST",
        state: "signed",
        contentHash: blob.hash,
        mediaType: "text/markdown",
        filename: null,
        description: null,
        slug: null,
        timestamp: statement.timestamp,
        signature: signer.sign("StatementOfSource", statement).signature,
        proofType,
        seq,
        createdAt: statement.timestamp * 1000,
        updatedAt: statement.timestamp * 1000,
      });
    }
    await bumpIndexVersion(tx);
  });
  return { contentHash: blob.hash, timestamp: now };
}
