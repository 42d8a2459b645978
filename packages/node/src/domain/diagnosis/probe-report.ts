import { z } from "zod";

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
