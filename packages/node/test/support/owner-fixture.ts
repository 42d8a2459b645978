import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { type Address, contentHash, recoverPublicKey } from "@freehold/protocol";
import { readConfig } from "../../src/config/config.ts";
import type { Context } from "../../src/context.ts";
import { createEvents } from "../../src/context.ts";
import { createSigner, type Signer } from "../../src/domain/access/signer.ts";
import { createOwner } from "../../src/domain/profile/owner.ts";
import { createPublication, type NewPublication } from "../../src/domain/publications/create.ts";
import { prepareSignature } from "../../src/domain/publications/signing/prepare-signatures.ts";
import { signPublication } from "../../src/domain/publications/signing/sign.ts";
import { storeReplicas } from "../../src/domain/replication/store-replicas.ts";
import { readSearchableText } from "../../src/domain/search/searchable-text.ts";
import { createLimiter } from "../../src/limiter/limiter.ts";
import { openBlobs } from "../../src/startup/open-blobs.ts";
import type { Store } from "../../src/store/database.ts";
import { findConnection, insertConnection } from "../../src/store/peers/connections.ts";
import { saveProfile } from "../../src/store/peers/profiles.ts";
import type { Publication } from "../../src/store/publications/publications.ts";
import { createHandClock, createRecordedLog, type HandClock, type RecordedLog } from "./delivery-bench.ts";
import { addressOf, connectionOf, profileOf } from "./store-records.ts";

type FixtureContext = Pick<
  Context,
  "store" | "owner" | "blobs" | "config" | "recover" | "events" | "unlockSigner" | "limiter"
> & {
  readonly clock: HandClock;
  readonly log: RecordedLog;
};

/** An owner at work on an installed node, on a given store and a temporary folder, without a network. */
export interface OwnerFixture extends AsyncDisposable {
  readonly context: FixtureContext;
  readonly self: Address;
  readonly signer: Signer;
  /** A post of the owner's in that state; `signed` signs it now. */
  post(text: string, state?: Publication["state"], about?: Partial<NewPublication>): Promise<Publication>;
  sign(id: number): Promise<Publication>;
  /** The node with that number, followed. */
  followed(number: number, title?: string): Promise<Address>;
  /** The node with that number follows. */
  follower(number: number): Promise<Address>;
  /** A signed post of a followed node, as it is pulled. @returns its id */
  replica(number: number, text: string, timestamp?: number): Promise<number>;
}

export async function openOwnerFixture(store: Store): Promise<OwnerFixture> {
  const dataDir = await mkdtemp(join(tmpdir(), "freehold-owner-"));
  const signer = createSigner(new Uint8Array(32).fill(7));
  const self = signer.address;
  const clock = createHandClock();
  const config = readConfig({ FREEHOLD_DATA: dataDir });
  const context: FixtureContext = {
    config,
    store,
    owner: createOwner(store),
    blobs: openBlobs(config, store, createRecordedLog()).blobs,
    clock,
    log: createRecordedLog(),
    recover: recoverPublicKey,
    events: createEvents(),
    limiter: createLimiter(config),
    unlockSigner: async () => null,
  };
  await store.transaction((tx) =>
    saveProfile(tx, profileOf(1, { address: self, isSelf: true, title: "Owner", fetchedAt: 0 })),
  );

  const fixture: OwnerFixture = {
    context,
    self,
    signer,
    async post(text, state = "local", about = {}) {
      const made = await createPublication(context, {
        kind: "POST",
        source: Readable.from([Buffer.from(text)]),
        state: state === "signed" ? "local" : state,
        ...about,
      });
      return state === "signed" ? await fixture.sign(made.id) : made;
    },
    async sign(id) {
      const meaning = await prepareSignature(context, id);
      return (await signPublication(context, id, signer.sign("StatementOfSource", meaning))).publication;
    },
    async followed(number, title = `Node ${number}`) {
      await connect(number, { follower: false });
      await store.transaction((tx) => saveProfile(tx, profileOf(number, { title })));
      return addressOf(number);
    },
    async follower(number) {
      await connect(number, { follower: true });
      return addressOf(number);
    },
    async replica(number, text, timestamp = Math.floor(clock.now() / 1000)) {
      const hash = contentHash(Buffer.from(text));
      const { size } = await context.blobs.put(Readable.from([Buffer.from(text)]), { maxBytes: 10_000_000 });
      const words = { kind: "POST", contentHash: hash, filename: null, description: null } as const;
      const content = { ...words, hash, size, mediaType: "text/markdown", slug: null };
      const proof = {
        publisherAddress: addressOf(number),
        contentHash: hash,
        timestamp,
        signature: `0x${"ab".repeat(65)}`,
        proofType: "StatementOfSource(bytes32 contentHash,address publisherAddress,uint64 timestamp)",
        slug: null,
        seq: 1,
      } as const;
      const read = await readSearchableText(context, words);
      await store.transaction((tx) =>
        storeReplicas(context, tx, self, [{ proof, content: { ...content, bytes: null, text: read } }]),
      );
      const row = await store.db
        .selectFrom("publications")
        .select("id")
        .where("contentHash", "=", hash)
        .where("publisherAddress", "=", addressOf(number))
        .executeTakeFirstOrThrow();
      return row.id;
    },
    async [Symbol.asyncDispose]() {
      await rm(dataDir, { recursive: true, force: true });
    },
  };

  async function connect(number: number, { follower }: { follower: boolean }): Promise<void> {
    const other = addressOf(number);
    const pair = follower
      ? { followerAddress: other, followeeAddress: self }
      : { followerAddress: self, followeeAddress: other };
    await store.transaction(async (tx) => {
      await saveProfile(tx, profileOf(number));
      if (await findConnection(tx, pair.followerAddress, pair.followeeAddress)) return;
      await insertConnection(tx, { ...connectionOf(1, number, clock.now()), ...pair });
    });
  }

  return fixture;
}
