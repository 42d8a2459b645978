import { parseNodeUrl } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import type { NetworkProbe } from "../../peers/network-probe.ts";
import type { Store } from "../../store/database.ts";
import { findOwnProfile, type Profile } from "../../store/profiles.ts";
import { askForCall, type CallBack } from "./ask-for-call.ts";
import { choosePeers } from "./choose-peers.ts";
import { diagnosisLimits as limits } from "./diagnosis-limits.ts";
import { parseProbeReport } from "./probe-report.ts";
import { closeProbe, openProbe, probePath } from "./probes.ts";
import { type Probe, type ProbeOutcome, sendProbe } from "./send-probe.ts";

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
export type Here = "running" | "silent" | "somebody-else" | "unknown";

/** An address that other nodes see, tried from many sides; what several checks need is done once. */
export interface Examination extends DiagnosisTarget, AsyncDisposable {
  readonly signal: AbortSignal;
  readonly store: Store | null;
  /** Why the tables can't be read; null when they can. */
  readonly tableProblem: string | null;
  readonly own: Profile | null;
  /** The address that is tried: the one that other nodes know, or the one that is going to be. */
  readonly publicUrl: string | null;
  here(): Promise<Here>;
  /** A plain look at the node from outside, with a client's address that is made up. */
  outside(): Promise<ProbeOutcome>;
  probe(probe: Probe): Promise<ProbeOutcome>;
  /** What the nodes answered that were asked to call back; null where there is nobody to ask. */
  callBack(): Promise<CallBack | null>;
}

/** Of those that are for documentation (RFC 5737), so that it is nobody's. */
export const forgedClient = "192.0.2.213";

/** @param url the address to try, where the node has none yet */
export async function openExamination(
  target: DiagnosisTarget,
  { url, signal }: { url: string | null; signal: AbortSignal },
): Promise<Examination> {
  const { config, database, networkProbe, peers, clock } = target;
  const store = "problem" in database ? null : database;
  const { own, problem: tableProblem } = await readOwner(database);
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
    own,
    publicUrl,
    probe,
    here: once(async () => {
      if (config.port === 0 || config.role === "worker") return "unknown";
      const path = `${probePath}/${await nonce()}`;
      const limit = AbortSignal.any([signal, AbortSignal.timeout(limits.hereMs)]);
      const answer = await networkProbe.callHere(path, limit).catch(() => null);
      if (!answer) return "silent";
      return parseProbeReport(answer.body, await nonce()) ? "running" : "somebody-else";
    }),
    outside: once(() =>
      probe({ method: "GET", headers: { "x-forwarded-for": forgedClient }, deadlineMs: limits.outsideMs }),
    ),
    callBack: once(async () => {
      if (!store || !own || publicUrl === null) return null;
      let last: CallBack | null = null;
      const known = await choosePeers(store.db, own.address, limits.callBackPeers * 10);
      // A node of the reference form takes no follow at this endpoint, so nothing would come of asking it.
      for (const peer of known.filter(({ form }) => form !== "reference").slice(0, limits.callBackPeers)) {
        const target = { url: publicUrl, nonce: await nonceOf(), signal };
        last = await askForCall({ peers, store, clock }, peer, target);
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
): Promise<{ own: Profile | null; problem: string | null }> {
  if ("problem" in database) return { own: null, problem: database.problem };
  try {
    return { own: await findOwnProfile(database.db), problem: null };
  } catch {
    return { own: null, problem: "The tables can't be read." };
  }
}

/** Whether other nodes could call an address at all: plain http is for trying things out. */
export function isForOthers(url: string | null): boolean {
  return parseNodeUrl(url) !== null;
}

/** The store of a check that needs it. */
export function storeOf({ store }: Pick<Examination, "store">): Store {
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
