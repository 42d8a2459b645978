import { createHash } from "node:crypto";
import { joinNodeUrl, PeerError } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { diagnosisLimits as limits } from "./diagnosis-limits.ts";
import { makeBytes } from "./make-bytes.ts";
import { type ProbeReport, parseProbeReport } from "./probe-report.ts";
import { probePath } from "./probes.ts";

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
  const large = bytes === undefined ? null : makeBytes(bytes);
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
    const aheadMs = readAhead(reply.headers.date, (askedAt + clock.now()) / 2);
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
export function readAhead(header: string | undefined, now: number): number | null {
  const ms = Date.parse(header ?? "");
  return Number.isNaN(ms) ? null : ms - now;
}
