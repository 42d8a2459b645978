import { createHash, randomBytes } from "node:crypto";
import { joinNodeUrl, PeerError } from "@freehold/protocol";
import { z } from "zod";
import type { Context } from "../../context.ts";
import { deleteMeta, listMeta, readMeta, writeMeta } from "../../store/meta.ts";
import { diagnosisLimits as limits } from "./limits.ts";

/** Where probes go: `/api/probe/<nonce>`. */
export const probePath = "/api/probe";
const noncePattern = /^[0-9a-f]{32}$/;
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
  if (!noncePattern.test(nonce)) return false;
  const until = await readMeta(store.db, open + nonce);
  const left = Number(until ?? 0) - clock.now();
  return left > 0 && left <= limits.probeMs;
}

/** Writes down that somebody else called: another node that was asked to. The first call counts. */
export async function recordProbeCall(context: Needs, nonce: string, client: string): Promise<void> {
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

/**
 * What arrived of a probe: what a proxy on the way left of it. It goes to whoever knows the probe's nonce, which only
 * this node's own diagnosis does, and holds nothing but what that one sent, and who seemed to send it.
 */
export const probeReport = z.strictObject({
  nonce: z.string(),
  method: z.string(),
  /** Of the body. */
  bytes: z.number(),
  sha256: z.string(),
  /** Whom the node takes for the client, and who is at the other end of the connection. */
  client: z.string(),
  socket: z.string(),
  /** Whether the connection to the node itself is TLS. */
  isSecure: z.boolean(),
  host: z.string(),
  forwardedFor: z.string().nullable(),
  /** Names of the other headers by which proxies tell of themselves. */
  traces: z.array(z.string()),
});
export type ProbeReport = z.infer<typeof probeReport>;

/** Reads the answer to a probe; null for what anybody else answers. */
export function parseProbeReport(text: string, nonce: string): ProbeReport | null {
  try {
    const report = probeReport.safeParse(JSON.parse(text));
    return report.success && report.data.nonce === nonce ? report.data : null;
  } catch {
    return null;
  }
}

/** What is sent round the outside. */
export interface Probe {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** A small body. */
  readonly text?: string;
  /** Or a large one of so many bytes. */
  readonly bytes?: number;
  readonly headers?: Record<string, string>;
  readonly deadlineMs: number;
}

/**
 * What became of it. `arrived`: at this node, with what is left of it, and how far the clock is ahead of what answered; `elsewhere`: somebody answered who does not know
 * the nonce, or a proxy on the way; `lost`: nobody answered.
 */
export type ProbeOutcome =
  | {
      readonly kind: "arrived";
      readonly report: ProbeReport;
      readonly isWhole: boolean;
      readonly aheadMs: number | null;
    }
  | { readonly kind: "elsewhere"; readonly status: number }
  | { readonly kind: "lost"; readonly error: PeerError };

/** Sends a probe to a public address of this node, as other nodes would call it. */
export async function sendProbe(
  { peers, clock }: Pick<Context, "peers" | "clock">,
  target: { url: string; nonce: string; signal: AbortSignal },
  { method, text, bytes, headers, deadlineMs }: Probe,
): Promise<ProbeOutcome> {
  const large = bytes === undefined ? null : randomStream(bytes);
  const type = large ? "application/octet-stream" : "application/json";
  const body = large && bytes !== undefined ? { bytes, source: large.source } : text;
  try {
    const askedAt = clock.now();
    const reply = await peers.send({
      method,
      url: joinNodeUrl(target.url, `${probePath}/${target.nonce}`),
      headers: { ...headers, ...(body !== undefined && { "content-type": type }) },
      ...(body !== undefined && { body }),
      maxBytes: limits.probeReplyBytes,
      deadlineMs,
      signal: target.signal,
    });
    const aheadMs = clockOffset(reply.headers.date, (askedAt + clock.now()) / 2);
    const answer = Buffer.concat(await Array.fromAsync(reply.body)).toString("utf8");
    const report = reply.status === 200 ? parseProbeReport(answer, target.nonce) : null;
    if (!report) return { kind: "elsewhere", status: reply.status };
    const sha256 =
      large?.sha256() ??
      createHash("sha256")
        .update(text ?? "")
        .digest("hex");
    const isWhole = report.method === method && report.sha256 === sha256;
    return { kind: "arrived", report, isWhole, aheadMs };
  } catch (error) {
    if (error instanceof PeerError) return { kind: "lost", error };
    throw error;
  }
}

/** How far somebody's `Date` header is ahead of this clock, ms; null where there is none. */
export function clockOffset(header: string | undefined, now: number): number | null {
  const ms = Date.parse(header ?? "");
  return Number.isNaN(ms) ? null : ms - now;
}

// Not a limit: the size of a chunk.
const chunkBytes = 64 * 1024;

/** Bytes to be sent, of any length without taking memory, and what their hash is once they are gone. */
function randomStream(bytes: number): { source: AsyncIterable<Uint8Array>; sha256: () => string } {
  const chunk = randomBytes(chunkBytes);
  const hash = createHash("sha256");
  async function* generate(): AsyncGenerator<Uint8Array> {
    for (let left = bytes; left > 0; left -= chunkBytes) {
      const piece = left < chunkBytes ? chunk.subarray(0, left) : chunk;
      hash.update(piece);
      yield piece;
    }
  }
  return { source: generate(), sha256: () => hash.copy().digest("hex") };
}
