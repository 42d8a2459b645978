import { randomBytes } from "node:crypto";
import {
  type Address,
  addressOfPrivateKey,
  joinNodeUrl,
  PeerError,
  parseNodeUrl,
  signDigestWithWasm,
  signEnvelope,
} from "@freehold/protocol";
import type { Context } from "../../context.ts";
import type { NetworkProbe } from "../../peers/network-probe.ts";
import { listFollowees, listFollowers } from "../../store/connections.ts";
import type { Reader, Store } from "../../store/database.ts";
import { readMigrationsQuickly } from "../../store/migrate.ts";
import { readPeers } from "../../store/peers.ts";
import { findOwnProfile, type Profile, readProfiles } from "../../store/profiles.ts";
import { diagnosisLimits as limits } from "./diagnosis-limits.ts";
import {
  closeProbe,
  openProbe,
  type Probe,
  type ProbeCall,
  type ProbeOutcome,
  parseProbeReport,
  probePath,
  readProbeCall,
  sendProbe,
} from "./probes.ts";

/** A node that is looked at: running or not, with a database that opens or not. */
export interface DiagnosisTarget extends Pick<Context, "config" | "clock" | "log" | "peers" | "blobs"> {
  readonly networkProbe: NetworkProbe;
  /** What is probably not meant in the configuration, a sentence each. */
  readonly warnings: readonly string[];
  readonly database: Store | ClosedDatabase;
}

/** A database that does not open. */
export interface ClosedDatabase {
  /** Why, in words, without the password. */
  readonly problem: string;
  readonly advice: string;
}

/** Whether the node's server answers on this machine. `unknown`: where it listens is not known here. */
export type ServerState = "running" | "silent" | "somebody-else" | "unknown";

/** An address that other nodes see, tried from many sides; what several checks need is done once. */
export interface CheckContext extends DiagnosisTarget, AsyncDisposable {
  readonly signal: AbortSignal;
  readonly store: Store | null;
  /** Why the tables can't be read; null when they can. */
  readonly tableProblem: string | null;
  /** The migrations that the database still lacks. Checks that read many tables are skipped until they are applied. */
  readonly pending: readonly string[];
  readonly own: Profile | null;
  /** The address that is tried: the one that other nodes know, or the one that is going to be. */
  readonly publicUrl: string | null;
  findServer(): Promise<ServerState>;
  /** A plain look at the node from outside, with a client's address that is made up. */
  probeFromOutside(): Promise<ProbeOutcome>;
  probe(probe: Probe): Promise<ProbeOutcome>;
  /** What the nodes answered that were asked to call back; null where there is nobody to ask. */
  requestCallBack(): Promise<CallBack | null>;
}

/** Of those that are for documentation (RFC 5737), so that it is nobody's. */
export const forgedClient = "192.0.2.213";

/** @param url the address to try, where the node has none yet */
export async function openCheckContext(
  target: DiagnosisTarget,
  { url, signal }: { url: string | null; signal: AbortSignal },
): Promise<CheckContext> {
  const { config, database, networkProbe, peers, clock } = target;
  const store = "problem" in database ? null : database;
  const { own, problem: tableProblem, pending } = await readOwner(database);
  const publicUrl = own?.url ?? url ?? config.url;
  const nonces: string[] = [];
  const nonceOf = async () => {
    if (!store || tableProblem !== null) throw new Error("A probe needs the database.");
    const nonce = await openProbe({ store, clock });
    nonces.push(nonce);
    return nonce;
  };
  const nonce = once(nonceOf);
  const probe = async (sent: Probe) =>
    await sendProbe({ peers, clock }, { url: publicUrl ?? "", nonce: await nonce(), signal }, sent);
  return {
    ...target,
    signal,
    store,
    tableProblem,
    pending,
    own,
    publicUrl,
    probe,
    findServer: once(async () => {
      if (config.port === 0 || config.role === "worker") return "unknown";
      const path = `${probePath}/${await nonce()}`;
      const limit = AbortSignal.any([signal, AbortSignal.timeout(limits.hereMs)]);
      const answer = await networkProbe.callHere(path, limit).catch(() => null);
      if (!answer) return "silent";
      return parseProbeReport(answer.body, await nonce()) ? "running" : "somebody-else";
    }),
    probeFromOutside: once(() =>
      probe({ method: "GET", headers: { "x-forwarded-for": forgedClient }, deadlineMs: limits.outsideMs }),
    ),
    requestCallBack: once(async () => {
      if (!store || !own || publicUrl === null) return null;
      let last: CallBack | null = null;
      const known = await choosePeers(store.db, own.address, limits.callBackPeers * 10);
      // A node of the reference form takes no follow at this endpoint, so nothing would come of asking it.
      for (const peer of known.filter(({ form }) => form !== "reference").slice(0, limits.callBackPeers)) {
        const target = { url: publicUrl, nonce: await nonceOf(), signal };
        last = await requestCallBack({ peers, store, clock }, peer, target);
        if (last.kind === "called") return last;
      }
      return last;
    }),
    async [Symbol.asyncDispose]() {
      if (store) for (const one of nonces) await closeProbe({ store }, one).catch(() => {});
    },
  };
}

async function readOwner(
  database: DiagnosisTarget["database"],
): Promise<{ own: Profile | null; problem: string | null; pending: readonly string[] }> {
  if ("problem" in database) return { own: null, problem: database.problem, pending: [] };
  try {
    const { pending } = await readMigrationsQuickly(database.db);
    return { own: await findOwnProfile(database.db), problem: null, pending };
  } catch {
    return { own: null, problem: "The tables can't be read.", pending: [] };
  }
}

/** Whether other nodes could call an address at all: plain http is for trying things out. */
export function isPublic(url: string | null): boolean {
  return parseNodeUrl(url) !== null;
}

/** The store of a check that needs it. */
export function storeOf({ store }: Pick<CheckContext, "store">): Store {
  if (!store) throw new Error("The table of checks says that this needs the database.");
  return store;
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let promise: Promise<T> | null = null;
  return () => {
    promise ??= work();
    return promise;
  };
}

/**
 * A few connected nodes that the way to is known to be good, those that were reached last first.
 *
 * @param most how many
 */
export async function choosePeers(db: Reader, self: Address, most: number): Promise<Profile[]> {
  const page = { limit: limits.comparedPeers };
  const addresses = new Set([
    ...(await listFollowers(db, self, page)).map(({ followerAddress }) => followerAddress),
    ...(await listFollowees(db, self, page)).map(({ followeeAddress }) => followeeAddress),
  ]);
  const states = new Map((await readPeers(db, [...addresses])).map((peer) => [peer.address, peer]));
  const lastSuccess = ({ address }: Profile) => states.get(address)?.lastSuccessAt ?? 0;
  return [...(await readProfiles(db, [...addresses])).values()]
    .filter(({ address }) => states.get(address)?.state !== "failing")
    .sort((one, other) => lastSuccess(other) - lastSuccess(one))
    .slice(0, most);
}

/** What came of asking a node to call back. `answer` is its own code or ours for why there was none. */
export type CallBack =
  | { readonly kind: "called"; readonly call: ProbeCall }
  | { readonly kind: "no-call"; readonly answer: string };

/**
 * Has another node call this one. The protocol has no question for that, but every node looks up a follower's profile
 * before it believes a follow (specification 4.5): so it is brought the follow of somebody who has no node, signed with
 * a key that nobody keeps, and named as living under a probe of this node. It looks there, finds no such profile, and
 * refuses; its state is as before, and this node has seen the call come in.
 *
 * @param target.url the address of this node that is tried
 */
export async function requestCallBack(
  { peers, store, clock }: Pick<Context, "peers" | "store" | "clock">,
  peer: { address: Address; url: string },
  { url, nonce, signal }: { url: string; nonce: string; signal: AbortSignal },
): Promise<CallBack> {
  const key = randomBytes(32);
  const follow = signEnvelope(
    "CreateConnection",
    {
      followerAddress: addressOfPrivateKey(key),
      followerUrl: joinNodeUrl(url, `${probePath}/${nonce}`),
      followeeAddress: peer.address,
      followeeUrl: peer.url,
      timestamp: Math.floor(clock.now() / 1000),
    },
    signDigestWithWasm(key),
  );
  const tooLate = AbortSignal.timeout(limits.callBackMs);
  const answer = await peers
    .at(peer.url)
    .createConnection(follow, AbortSignal.any([signal, tooLate]))
    .then(({ status }) => String(status))
    .catch((error: unknown) => {
      if (error instanceof PeerError) return error.code ?? error.kind;
      if (tooLate.aborted) return "timeout";
      throw error;
    });
  const call = await readProbeCall({ store }, nonce);
  return call ? { kind: "called", call } : { kind: "no-call", answer };
}
