import type { IncomingHttpHeaders } from "node:http";

/** The names under which nodes send it (decisions 4). */
const names = ["x-epress-node-updated", "x-epress-profile-updated", "x-service-node-updated"] as const;

/** The publisher's `updatedAt` that a notification carries, as it was sent; null when it carries none. */
export function readNodeUpdated(headers: IncomingHttpHeaders): string | null {
  const values = names.map((name) => headers[name]);
  return values.find((value) => typeof value === "string") ?? null;
}
