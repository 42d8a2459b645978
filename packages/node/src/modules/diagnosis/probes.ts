import { createHash, randomBytes } from "node:crypto";
import { joinNodeUrl, PeerError } from "@freehold/protocol";
import { minuteMs } from "@freehold/protocol/internal";
import { z } from "zod";
import type { Context } from "../../context.ts";
import { deleteMeta, listMeta, readMeta, writeMeta } from "../../store/meta.ts";
import { diagnosisLimits as limits } from "./limits.ts";

const probeMs = 5 * minuteMs; // the nonce of a probe

/** The path of probes: `/api/probe/<nonce>`. */
export const probePath = "/api/probe";
const noncePattern = /^[0-9a-f]{32}$/;
const [open, called] = ["probe.", "probe-call."];

/** A call that another node made to a probe: when (ms), and from which address. */
const probeCall = z.object({ at: z.number(), client: z.string() });
export type ProbeCall = z.infer<typeof probeCall>;

type Needs = Pick<Context, "store" | "clock">;

/**
 * Accepts probes with a new nonce for five minutes. The nonce is a row of the database, so a command beside the server can
 * create it.
 *
 * @returns 32 hex digits
 */
export async function openProbe({ store, clock }: Needs): Promise<string> {
  const nonce = randomBytes(16).toString("hex");
  const now = clock.now();
  const known = await listMeta(store.db, open);
  const old = [...known].filter(([, until]) => Math.abs(Number(until) - now) > probeMs);
  await store.transaction(async (tx) => {
    for (const [other] of old) {
      await deleteMeta(tx, open + other);
      await deleteMeta(tx, called + other);
    }
    await writeMeta(tx, open + nonce, String(now + probeMs));
  });
  return nonce;
}

export async function closeProbe({ store }: Pick<Context, "store">, nonce: string): Promise<void> {
  await store.transaction(async (tx) => {
    await deleteMeta(tx, open + nonce);
    await deleteMeta(tx, called + nonce);
  });
}

/** Whether this node created the nonce, less than five minutes ago. */
export async function isProbe({ store, clock }: Needs, nonce: string): Promise<boolean> {
  if (!noncePattern.test(nonce)) return false;
  const until = await readMeta(store.db, open + nonce);
  const left = Number(until ?? 0) - clock.now();
  return left > 0 && left <= probeMs;
}

/** Records that another node called; only the first call counts. */
export async function recordProbeCall(context: Needs, nonce: string, client: string): Promise<void> {
  if (!(await isProbe(context, nonce)) || (await readProbeCall(context, nonce))) return;
  const call: ProbeCall = { at: context.clock.now(), client };
  await context.store.transaction((tx) => writeMeta(tx, called + nonce, JSON.stringify(call)));
}

export async function readProbeCall(
  { store }: Pick<Context, "store">,
  nonce: string,
): Promise<ProbeCall | null> {
  const text = await readMeta(store.db, called + nonce);
  return text === null ? null : probeCall.parse(JSON.parse(text));
}

/**
 * The request of a probe as it arrived behind all proxies, and its apparent sender. Only the diagnosis of
 * this node knows the nonce, so only it gets the report.
 */
export const probeReport = z.strictObject({
  nonce: z.string(),
  method: z.string(),
  /** The length of the body. */
  bytes: z.number(),
  sha256: z.string(),
  /** The address of the client as the node sees it, and that of the other end of the connection. */
  client: z.string(),
  socket: z.string(),
  /** Whether the connection to the node itself is TLS. */
  isSecure: z.boolean(),
  host: z.string(),
  forwardedFor: z.string().nullable(),
  /** Names of the other headers that proxies add. */
  traces: z.array(z.string()),
});
export type ProbeReport = z.infer<typeof probeReport>;

/** Reads the answer to a probe; null for the answer of another server. */
export function parseProbeReport(text: string, nonce: string): ProbeReport | null {
  try {
    const report = probeReport.safeParse(JSON.parse(text));
    return report.success && report.data.nonce === nonce ? report.data : null;
  } catch {
    return null;
  }
}

/** A request to the node's own public address. The body is `text`, or `bytes` random bytes. */
export interface Probe {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly text?: string;
  readonly bytes?: number;
  readonly headers?: Record<string, string>;
  readonly deadlineMs: number;
}

/**
 * `arrived`: at this node; `aheadMs` is how far the clock that answered is ahead. `elsewhere`: another server or a proxy
 * answered. `lost`: there was no answer.
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

/** How far a `Date` header is ahead of this clock, ms; null if there is none. */
export function clockOffset(header: string | undefined, now: number): number | null {
  const ms = Date.parse(header ?? "");
  return Number.isNaN(ms) ? null : ms - now;
}

const chunkBytes = 64 * 1024;

/** A body of any length that takes no memory; its hash is complete when it is sent. */
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
