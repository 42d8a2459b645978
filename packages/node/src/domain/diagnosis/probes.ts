import { randomBytes } from "node:crypto";
import type { Context } from "../../context.ts";
import { deleteMeta, listMeta, readMeta, writeMeta } from "../../store/meta.ts";
import { diagnosisLimits as limits } from "./diagnosis-limits.ts";

/** Where probes go: `/api/probe/<nonce>`. */
export const probePath = "/api/probe";
const form = /^[0-9a-f]{32}$/;
const [open, called] = ["probe.", "probe-call."];

/** Who called a probe from outside. */
export interface ProbeCall {
  /** ms */
  readonly at: number;
  /** The address that the node saw. */
  readonly client: string;
}

type Needs = Pick<Context, "store" | "clock">;

/**
 * Opens the door for probes for five minutes, to whoever knows the nonce. It is a row of the database, so that a command
 * beside the server can open it.
 *
 * @returns the nonce: 32 hex digits
 */
export async function openProbe({ store, clock }: Needs): Promise<string> {
  const nonce = randomBytes(16).toString("hex");
  const now = clock.now();
  const known = await listMeta(store.db, open);
  const old = [...known].filter(([, until]) => Math.abs(Number(until) - now) > limits.probeMs);
  await store.transaction(async (tx) => {
    for (const [other] of old) {
      await deleteMeta(tx, open + other);
      await deleteMeta(tx, called + other);
    }
    await writeMeta(tx, open + nonce, String(now + limits.probeMs));
  });
  return nonce;
}

/** Shuts the door. */
export async function closeProbe({ store }: Pick<Context, "store">, nonce: string): Promise<void> {
  await store.transaction(async (tx) => {
    await deleteMeta(tx, open + nonce);
    await deleteMeta(tx, called + nonce);
  });
}

/** Whether the nonce is one of this node's own, given out minutes ago. */
export async function isProbe({ store, clock }: Needs, nonce: string): Promise<boolean> {
  if (!form.test(nonce)) return false;
  const until = await readMeta(store.db, open + nonce);
  const left = Number(until ?? 0) - clock.now();
  return left > 0 && left <= limits.probeMs;
}

/** Writes down that somebody else called: another node that was asked to. The first call counts. */
export async function noteProbeCall(context: Needs, nonce: string, client: string): Promise<void> {
  const { store, clock } = context;
  if (!(await isProbe(context, nonce)) || (await readProbeCall(context, nonce))) return;
  const call: ProbeCall = { at: clock.now(), client };
  await store.transaction((tx) => writeMeta(tx, called + nonce, JSON.stringify(call)));
}

/** Who called, or null while nobody has. */
export async function readProbeCall(
  { store }: Pick<Context, "store">,
  nonce: string,
): Promise<ProbeCall | null> {
  const text = await readMeta(store.db, called + nonce);
  return text === null ? null : (JSON.parse(text) as ProbeCall);
}
