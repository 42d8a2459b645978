import type { SeenRequest } from "./toxic-peer.ts";

type Send = (
  path: string,
  options: { method: "POST" | "DELETE" | "PATCH"; body: unknown },
) => Promise<{ status: number }>;

/** Brings signed messages once more, whoever signed them and to whom they once went. @returns what was answered to each */
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
