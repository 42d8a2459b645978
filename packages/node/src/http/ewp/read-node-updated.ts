import type { IncomingHttpHeaders } from "node:http";
import { nodeUpdatedHeaders } from "@freehold/protocol";

/** The publisher's `updatedAt` that a notification carries (decisions 4), as it was sent; null when it carries none. */
export function readNodeUpdated(headers: IncomingHttpHeaders): string | null {
  const values = nodeUpdatedHeaders.map((name) => headers[name]);
  return values.find((value) => typeof value === "string") ?? null;
}
