import { randomBytes } from "node:crypto";
import {
  type Address,
  addressOfPrivateKey,
  joinNodeUrl,
  PeerError,
  parseNodeUrl,
  signDigestWith,
  signEnvelope,
} from "@freehold/protocol";
import { minuteMs, secondMs } from "@freehold/protocol/internal";
import type { Context } from "../../context.ts";
import type { Check, CheckContext, Finding } from "../../domain/check.ts";
import { choosePeers } from "../../domain/connections/choose-peers.ts";
import { formatEnglish, msg, type Sentence } from "../../errors/errors.ts";
import type { NetworkProbe } from "../../peers/network-probe.ts";
import type { Store } from "../../store/database.ts";
import { readMigrationsQuickly } from "../../store/migrate.ts";
import { findOwnProfile, type Profile } from "../../store/peers/profiles.ts";
import { diagnosisLimits as limits } from "./limits.ts";
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

/** Between two runs of a check that watches the node. */
export const watchMs = 10 * minuteMs;

const hereMs = 3 * secondMs; // looking for the server on this machine
const callBackMs = 20 * secondMs; // a node that is asked to call back
const callBackPeers = 2; // nodes that are asked to call back

/** The node to diagnose: its server runs or not, its database opens or not. */
export interface DiagnosisTarget extends Pick<Context, "config" | "clock" | "log" | "peers" | "blobs"> {
  readonly networkProbe: NetworkProbe;
  /** Settings that are allowed and probably a mistake, a sentence each. */
  readonly warnings: readonly Sentence[];
  readonly database: Store | ClosedDatabase;
}

/** A database that does not open. The reason never contains the password. */
export interface ClosedDatabase {
  readonly problem: Sentence;
  readonly advice: Sentence;
}

/** A check of this module, which has more at hand than those of the others. */
export interface NodeCheck extends Omit<Check, "run"> {
  run(context: DiagnosisContext): Promise<Finding>;
}

/** The shared state of the checks of one diagnosis. Work that several checks need is done once. */
export interface DiagnosisContext extends CheckContext, DiagnosisTarget, AsyncDisposable {
  /** Why the tables can't be read; null if they can. */
  readonly tableProblem: string | null;
  /** The migrations that the database still lacks. Checks that read many tables are skipped until they are applied. */
  readonly pending: readonly string[];
  readonly own: Profile | null;
  /** The address that other nodes know, or will know. */
  readonly publicUrl: string | null;
  /**
   * Whether the node's server answers on this machine. `hangs`: a program takes connections and says nothing; `unknown`:
   * this process does not know its port.
   */
  findServer(): Promise<"running" | "silent" | "hangs" | "other" | "unknown">;
  /** Calls the public address, with a forged client address. */
  probeFromOutside(): Promise<ProbeOutcome>;
  probe(probe: Probe): Promise<ProbeOutcome>;
  /** Asks connected nodes to call this one; null without connected nodes. */
  requestCallBack(): Promise<CallBack | null>;
}

/** An address for documentation (RFC 5737): no client has it. */
export const forgedClient = "192.0.2.213";

/** @param candidate the address to try in place of that of the owner's profile; null for the configured one */
export async function openCheckContext(
  target: DiagnosisTarget,
  { candidate, signal }: { candidate?: { readonly url: string | null } | undefined; signal: AbortSignal },
): Promise<DiagnosisContext> {
  const { config, database, networkProbe, peers, clock } = target;
  const { own: installed, tableProblem, pending } = await readOwner(database);
  const own = candidate ? null : installed;
  const known = candidate ? candidate.url : (own?.url ?? null);
  // A node that was set up for this machine alone is to be reached at the address of its settings.
  const publicUrl =
    known !== null && (candidate || isPublic(known) || !isPublic(config.url)) ? known : (config.url ?? known);
  const nonces: string[] = [];
  const createNonce = async () => {
    const nonce = await openProbe({ store: requireStore(database), clock });
    nonces.push(nonce);
    return nonce;
  };
  const readNonce = once(createNonce);
  const probe = async (sent: Probe) =>
    await sendProbe({ peers, clock }, { url: publicUrl ?? "", nonce: await readNonce(), signal }, sent);
  return {
    ...target,
    signal,
    get store() {
      return requireStore(database);
    },
    tableProblem,
    pending,
    own,
    publicUrl,
    probe,
    findServer: once(async () => {
      if (config.port === 0 || config.role === "worker") return "unknown";
      const path = `${probePath}/${await readNonce()}`;
      const limit = AbortSignal.any([signal, AbortSignal.timeout(hereMs)]);
      const answer = await networkProbe
        .callHere(path, limit)
        .catch(() => (limit.aborted ? "hangs" : "silent"));
      if (typeof answer === "string") return answer;
      return parseProbeReport(answer.body, await readNonce()) ? "running" : "other";
    }),
    probeFromOutside: once(() =>
      probe({ method: "GET", headers: { "x-forwarded-for": forgedClient }, deadlineMs: limits.outsideMs }),
    ),
    requestCallBack: once(async () => {
      if (!own || publicUrl === null) return null;
      const store = requireStore(database);
      let last: CallBack | null = null;
      const connected = await choosePeers(store.db, own.address, callBackPeers * 10);
      // A node of the reference form has no such endpoint.
      for (const peer of connected.filter(({ form }) => form !== "reference").slice(0, callBackPeers)) {
        const called = { url: publicUrl, nonce: await createNonce(), signal };
        last = await requestCallBack({ peers, store, clock }, peer, called);
        if (last.kind === "called") return last;
      }
      return last;
    }),
    async [Symbol.asyncDispose]() {
      for (const nonce of nonces) await closeProbe({ store: requireStore(database) }, nonce).catch(() => {});
    },
  };
}

async function readOwner(
  database: DiagnosisTarget["database"],
): Promise<Pick<DiagnosisContext, "own" | "tableProblem" | "pending">> {
  if ("problem" in database) return { own: null, tableProblem: formatEnglish(database.problem), pending: [] };
  try {
    const { pending } = await readMigrationsQuickly(database.db);
    return { own: await findOwnProfile(database.db), tableProblem: null, pending };
  } catch {
    return { own: null, tableProblem: "The tables can't be read.", pending: [] };
  }
}

function requireStore(database: DiagnosisTarget["database"]): Store {
  if ("problem" in database) throw new Error("A check that reads the database must need it.");
  return database;
}

/** Whether other nodes can call this address. They never call plain http. */
export function isPublic(url: string | null): boolean {
  return parseNodeUrl(url) !== null;
}

/** The host of a public address, without brackets. */
export function hostOf(publicUrl: string | null): string {
  return URL.parse(publicUrl ?? "")?.hostname.replace(/^\[(.*)\]$/, "$1") ?? "";
}

/** The port of a public address. */
export function portOf(publicUrl: string | null): number {
  return Number(URL.parse(publicUrl ?? "")?.port || 443);
}

/** The thing to do where nobody answers at a port of the public address. */
export async function adviseToOpen(
  { config, findServer }: Pick<DiagnosisContext, "config" | "findServer">,
  port: number,
): Promise<Sentence> {
  if (config.tls && (await findServer()) === "silent") return msg`Start the node: see machine.server.`;
  return msg`Open port ${port} in the firewall, forward it to this machine in the router, and check that the proxy runs.`;
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let promise: Promise<T> | null = null;
  return () => {
    promise ??= work();
    return promise;
  };
}

/** `answer`: the error code of the other node, or ours if it did not answer. */
export type CallBack =
  | { readonly kind: "called"; readonly call: ProbeCall }
  | { readonly kind: "no-call"; readonly answer: string };

/**
 * Makes another node call this one. The protocol has no such message, but a node reads a follower's profile before it
 * accepts a follow (specification 4.5). So this node sends a follow that is signed with a key nobody keeps, from a
 * follower whose URL is a probe of this node. The other node looks there, finds no profile and refuses: its state does
 * not change, and this node has seen the call.
 *
 * @param target.url the address of this node
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
    signDigestWith(key),
  );
  const timeout = AbortSignal.timeout(callBackMs);
  const answer = await peers
    .at(peer.url)
    .createConnection(follow, AbortSignal.any([signal, timeout]))
    .then(({ status }) => String(status))
    .catch((error: unknown) => {
      if (error instanceof PeerError) return error.code ?? error.kind;
      if (timeout.aborted) return "timeout";
      throw error;
    });
  const call = await readProbeCall({ store }, nonce);
  return call ? { kind: "called", call } : { kind: "no-call", answer };
}
