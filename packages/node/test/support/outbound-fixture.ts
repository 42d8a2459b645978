import { randomBytes } from "node:crypto";
import type { Address } from "@freehold/protocol";
import type { Context } from "../../src/context.ts";
import { createSigner, type Signer } from "../../src/domain/access/signer.ts";
import { deleteConnection, insertConnection } from "../../src/store/peers/connections.ts";
import { saveProfile } from "../../src/store/peers/profiles.ts";
import { type Honeypot, openHoneypot } from "./honeypot.ts";
import { profileOf } from "./store-records.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "./test-network.ts";

/** A node with a guarded HTTP client, an untrusted peer whose URL may lead anywhere, and a honeypot that must get no call. */
export interface OutboundFixture extends AsyncDisposable {
  readonly network: TestNetwork;
  readonly honeypot: Honeypot;
  readonly ada: TestNode;
  readonly peer: Signer;
  /** A publication that the node signed. */
  readonly publicationId: number;
  context(): Context;
  /** Stores the peer at that URL, as a follower that is followed. */
  know(url: string): Promise<Address>;
  /** The simplest outbound call. */
  call(url: string): Promise<unknown>;
  /** The outcome of a call as a text; for code that continues without an answer. */
  why(url: string): Promise<string>;
}

/** Seconds. */
export const now = () => Math.floor(Date.now() / 1000);

export async function openOutboundFixture(): Promise<OutboundFixture> {
  await using resources = new AsyncDisposableStack();
  const honeypot = resources.use(await openHoneypot());
  const network = resources.use(await createTestNetwork());
  const ada = await network.start({
    // The honeypot's port is allowed, so that it is the address that is refused.
    settings: {
      FREEHOLD_ALLOW_PRIVATE_PEERS: "false",
      FREEHOLD_PEER_PORTS: `443,${honeypot.port}`,
      FREEHOLD_ROLE: "web",
    },
  });
  const peer = createSigner(randomBytes(32));
  const { id: publicationId } = await ada.publish("# A post");
  const context = () => ada.running.context;
  const call = (url: string) =>
    context().peers.send({ method: "GET", url, headers: {}, maxBytes: 1_000, deadlineMs: 5_000 });
  const owned = resources.move();
  return {
    network,
    honeypot,
    ada,
    peer,
    publicationId,
    context,
    call,
    know: (url) => know({ ada, peer }, url),
    why: (url) => outcomeOf(() => call(url)),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function know({ ada, peer }: Pick<OutboundFixture, "ada" | "peer">, url: string): Promise<Address> {
  const { address } = peer;
  const [own, other] = [
    { address: ada.signer.address, url: ada.url },
    { address, url },
  ];
  await ada.running.context.store.transaction(async (tx) => {
    await saveProfile(tx, { ...profileOf(2), address, url, fetchedAt: 0 });
    for (const [follower, followee] of [
      [own, other],
      [other, own],
    ] as const) {
      await deleteConnection(tx, follower.address, followee.address);
      await insertConnection(tx, {
        followerAddress: follower.address,
        followeeAddress: followee.address,
        followerUrl: follower.url,
        followeeUrl: followee.url,
        signedAt: now() - 7_200,
        proof: "{}",
        createdAt: 0,
      });
    }
  });
  return address;
}

/** What became of an attempt, errors and all, as a text. */
export async function outcomeOf(attempt: () => Promise<unknown>): Promise<string> {
  const tell = (value: unknown): string =>
    value instanceof Error
      ? [String(value), "code" in value ? value.code : "", value.cause ? tell(value.cause) : ""].join(" ")
      : (JSON.stringify(value) ?? "");
  return await attempt().then(tell, tell);
}
