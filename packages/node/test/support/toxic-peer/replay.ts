import type { SeenRequest } from "./toxic-peer.ts";

type Send = (
  path: string,
  options: { method: "POST" | "DELETE" | "PATCH"; body: unknown },
) => Promise<{ status: number }>;

/** Replays signed messages of any signer to any target. @returns the answer to each */
export async function replay(
  messages: readonly Pick<SeenRequest, "method" | "path" | "body">[],
  send: Send,
): Promise<number[]> {
  const statuses: number[] = [];
  for (const { method, path, body } of messages) {
    if (method !== "POST" && method !== "DELETE" && method !== "PATCH") continue;
    statuses.push((await send(path, { method, body: JSON.parse(body) })).status);
  }
  return statuses;
}
