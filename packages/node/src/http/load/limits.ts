import { limit, valuesOf } from "@freehold/protocol";

const turned = "503 OVERLOADED with `Retry-After`";

/** From when on a node turns requests away. */
export const loadLimits = {
  busyMs: limit(
    100,
    "ms",
    "by how much the process may be late while it has a crowd to answer, and for how long requests may have to wait for their turn when more come than it can do",
    turned,
  ),
  burstWaitMs: limit(
    1_000,
    "ms",
    "for how long requests may have to wait for their turn when many come at once",
    turned,
  ),
  burstMs: limit(1_000, "ms", "for how long there may be a line before more come than it can do", turned),
  openGuests: limit(500, "", "requests that are worked on, where they only read", turned),
  openRequests: limit(750, "", "requests that are worked on", turned),
  retryAfterLeast: limit(
    2,
    "s",
    "the shortest `Retry-After` of a request that was turned away",
    "drawn by lot",
  ),
  retryAfterMost: limit(10, "s", "the longest", "drawn by lot"),
} as const;

export const limits = valuesOf(loadLimits);
