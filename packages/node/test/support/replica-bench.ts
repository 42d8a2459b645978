import {
  type Address,
  EwpClient,
  type Form,
  PeerError,
  type PeerRequest,
  type PeerResponse,
  recoverPublicKey,
} from "@freehold/protocol";
import { readConfig } from "../../src/config/config.ts";
import type { Context } from "../../src/context.ts";
import { createEvents } from "../../src/context.ts";
import { createOwner } from "../../src/domain/profile/owner.ts";
import { createVisitors } from "../../src/domain/visitors.ts";
import { createLimiter } from "../../src/limiter/limiter.ts";
import { openBlobs } from "../../src/startup/open-blobs.ts";
import { migrate } from "../../src/store/migrate.ts";
import { openStore } from "../../src/store/open-store.ts";
import { deleteConnection, insertConnection } from "../../src/store/peers/connections.ts";
import { ensurePeer, scheduleCatchUp } from "../../src/store/peers/peers.ts";
import { saveProfile } from "../../src/store/peers/profiles.ts";
import { type CannedPeer, createCannedPeer } from "./canned-peer.ts";
import { type DatabaseName, freshDatabase } from "./databases.ts";
import { createHandClock, createRecordedLog, type HandClock, type RecordedLog } from "./delivery-bench.ts";
import { handleModuleEvents } from "./module-events.ts";
import { sharedForeign } from "./shared-foreign.ts";
import { addressOf, profileOf, T0 } from "./store-records.ts";

/** An installed node without a server, on a database and a temporary folder, and other nodes that answer from memory. */
export interface ReplicaBench extends AsyncDisposable {
  readonly context: Omit<Context, "unlockSigner" | "thumbnails"> & { clock: HandClock; log: RecordedLog };
  readonly self: Address;
  /** A node that is not known here. */
  peer(number: number): CannedPeer;
  /** A node that this one follows. */
  followed(number: number): Promise<CannedPeer>;
  /** A node that follows this one. */
  follower(number: number): Promise<CannedPeer>;
  unfollow(peer: CannedPeer): Promise<void>;
}

export async function createReplicaBench({
  database: name = "sqlite",
  ...settings
}: {
  database?: DatabaseName;
  maxContentBytes?: number;
} = {}): Promise<ReplicaBench> {
  await using resources = new AsyncDisposableStack();
  const database = resources.use(await freshDatabase(name, { withTables: true }));
  const store = resources.use(await openStore(database));
  handleModuleEvents(store);
  if (name === "sqlite") await migrate(store);
  const clock = createHandClock();
  const peersByUrl = new Map<string, CannedPeer>();
  const send = async (request: PeerRequest): Promise<PeerResponse> => {
    const peer = peersByUrl.get(new URL(request.url).origin);
    if (!peer) throw new Error(`Nobody was made for ${request.url}.`);
    return await peer.transport(request);
  };
  const config = { ...readConfig({ FREEHOLD_DATA: database.dataDir }), ...settings };
  const context = {
    config,
    store,
    owner: createOwner(store),
    blobs: openBlobs(config, store, createRecordedLog()).blobs,
    clock,
    log: createRecordedLog(),
    peers: {
      at: (url: string, form?: Form | null) =>
        new EwpClient({ url, transport: send, form: form ?? "baseline" }),
      send: async () => {
        throw new PeerError("unreachable", "There are only peers in this test.");
      },
      close: async () => {},
    },
    recover: recoverPublicKey,
    events: createEvents(),
    visitors: createVisitors(clock),
    foreign: sharedForeign,
    limiter: createLimiter(config),
  };
  const self = addressOf(1);
  await store.transaction((tx) => saveProfile(tx, profileOf(1, { isSelf: true, fetchedAt: 0 })));

  function peer(number: number): CannedPeer {
    const made = createCannedPeer(number, clock.now);
    peersByUrl.set(made.url, made);
    return made;
  }

  async function connect(number: number, follows: "self" | "peer"): Promise<CannedPeer> {
    const made = peer(number);
    const { address, url } = made;
    const sides = { self: { address: self, url: profileOf(1).url }, peer: { address, url } };
    const [follower, followee] = follows === "self" ? [sides.self, sides.peer] : [sides.peer, sides.self];
    await store.transaction(async (tx) => {
      await saveProfile(tx, { ...profileOf(number), address, url, updatedAt: 1_600_000_000 });
      await ensurePeer(tx, address);
      await insertConnection(tx, {
        followerAddress: follower.address,
        followeeAddress: followee.address,
        followerUrl: follower.url,
        followeeUrl: followee.url,
        signedAt: T0 / 1000,
        proof: "{}",
        createdAt: clock.now(),
      });
      if (follows === "self") await scheduleCatchUp(tx, address, clock.now());
    });
    return made;
  }

  const owned = resources.move();
  return {
    context,
    self,
    peer,
    followed: (number) => connect(number, "self"),
    follower: (number) => connect(number, "peer"),
    unfollow: async ({ address }) => {
      await store.transaction((tx) => deleteConnection(tx, self, address));
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
