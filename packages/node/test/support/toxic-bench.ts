import { randomBytes } from "node:crypto";
import { createSecureContext } from "node:tls";
import { type Address, EwpClient, type Form, recoverPublicKey } from "@freehold/protocol";
import { readConfig } from "../../src/config/config.ts";
import type { Context } from "../../src/context.ts";
import { createEvents } from "../../src/context.ts";
import { createSigner, type Signer } from "../../src/domain/access/signer.ts";
import { createOwner } from "../../src/domain/profile/owner.ts";
import { createVisitors } from "../../src/domain/visitors.ts";
import { createLimiter } from "../../src/limiter/limiter.ts";
import { createTransport, type GuardedTransport } from "../../src/peers/transport.ts";
import { openBlobs } from "../../src/startup/open-blobs.ts";
import { migrate } from "../../src/store/migrate.ts";
import { openStore } from "../../src/store/open-store.ts";
import { insertConnection } from "../../src/store/peers/connections.ts";
import { ensurePeer, scheduleCatchUp } from "../../src/store/peers/peers.ts";
import { saveProfile } from "../../src/store/peers/profiles.ts";
import {
  type CertificateAuthority,
  createCertificateAuthority,
  type ServerCertificate,
} from "./certificates.ts";
import { freshDatabase } from "./databases.ts";
import { createRecordedLog } from "./delivery-bench.ts";
import { handleModuleEvents } from "./module-events.ts";
import { sharedForeign } from "./shared-foreign.ts";
import { profileOf } from "./store-records.ts";
import { stubResolver } from "./stub-resolver.ts";

/** A node without a server, whose way out is the real one: to it 127.0.0.1 alone is the public internet. */
export interface ToxicBench extends AsyncDisposable {
  readonly context: Omit<Context, "thumbnails">;
  /** By a peer's base URL: so long (ms) a call to it may take, where its own deadline is later. */
  readonly deadlines: Map<string, number>;
  readonly signer: Signer;
  readonly url: string;
  readonly authority: CertificateAuthority;
  /** For all peers of a test. */
  readonly certificate: ServerCertificate;
  /** Knows a node at a URL, without any follow. */
  know(address: Address, url: string): Promise<void>;
  /** Has one follow the other. */
  connect(address: Address, url: string, who: "it follows" | "it is followed"): Promise<void>;
}

export async function createToxicBench(): Promise<ToxicBench> {
  await using resources = new AsyncDisposableStack();
  const authority = await createCertificateAuthority();
  const database = resources.use(await freshDatabase("sqlite"));
  const store = resources.use(await openStore(database));
  handleModuleEvents(store);
  await migrate(store);
  const transport = createTransport({
    isAllowedAddress: (ip) => ip === "127.0.0.1",
    ports: "any",
    resolver: stubResolver(["127.0.0.1"]),
    secureContext: createSecureContext({ ca: authority.certificate }),
    limits: { connectionsPerOrigin: 32 },
  });
  resources.defer(() => transport.close());
  const deadlines = new Map<string, number>();
  const send: GuardedTransport = (request) => {
    const deadlineMs = deadlines.get(new URL(request.url).origin) ?? request.deadlineMs;
    return transport.send({ ...request, deadlineMs: Math.min(request.deadlineMs, deadlineMs) });
  };
  const signer = createSigner(randomBytes(32));
  const [url, clock] = ["https://ada.example", Date];
  const config = { ...readConfig({ FREEHOLD_DATA: database.dataDir }), maxContentBytes: 1024 * 1024 };
  const context = {
    config,
    store,
    owner: createOwner(store),
    blobs: openBlobs(config, store, createRecordedLog()).blobs,
    clock,
    log: createRecordedLog(),
    peers: {
      at: (peer: string, form?: Form | null) =>
        new EwpClient({ url: peer, transport: send, form: form ?? "baseline" }),
      send,
      close: () => transport.close(),
    },
    foreign: sharedForeign,
    recover: recoverPublicKey,
    events: createEvents(),
    visitors: createVisitors(clock),
    limiter: createLimiter(config),
    unlockSigner: async () => null,
  };
  const self = { address: signer.address, url };
  await store.transaction((tx) => saveProfile(tx, { ...profileOf(1, { isSelf: true }), ...self }));
  const know: ToxicBench["know"] = (address, peerUrl) =>
    store.transaction(async (tx) => {
      await saveProfile(tx, { ...profileOf(2), address, url: peerUrl, title: "Known", updatedAt: 1 });
      await ensurePeer(tx, address);
    });
  const owned = resources.move();
  return {
    context,
    deadlines,
    signer,
    url,
    authority,
    certificate: await authority.issue(["localhost"]),
    know,
    async connect(address, peerUrl, who) {
      await know(address, peerUrl);
      const other = { address, url: peerUrl };
      const [follower, followee] = who === "it follows" ? [other, self] : [self, other];
      await store.transaction(async (tx) => {
        await insertConnection(tx, {
          followerAddress: follower.address,
          followerUrl: follower.url,
          followeeAddress: followee.address,
          followeeUrl: followee.url,
          signedAt: 1,
          proof: "{}",
          createdAt: 0,
        });
        if (follower === self) await scheduleCatchUp(tx, address, 0);
      });
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
