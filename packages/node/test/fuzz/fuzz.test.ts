import { expect, test } from "vitest";
import { isFull } from "../support/full.ts";
import { type FuzzReport, fuzzNode } from "./fuzz-node.ts";
import { routeRequests } from "./requests/route-requests.ts";

/** A new seed each day gives new requests; a failure names its seed. */
const seed = Math.floor(Date.now() / 86_400_000) * 1_000;
const MiB = 1024 * 1024;

test.each([
  { requests: isFull ? 4_000 : 600, isInstalled: true },
  { requests: isFull ? 750 : 150, isInstalled: false },
])(
  `$requests requests with seed ${seed} to a node (with an owner: $isInstalled)`,
  async (options) => {
    const report = await fuzzNode({ ...options, seed });
    const { tally, half, end } = report;
    expect(tally.requests).toBeGreaterThanOrEqual(options.requests);
    // Most get an answer; some say so little that there is none to be had.
    expect(tally.replies).toBeGreaterThan(options.requests * 0.8);
    expect(tally.statuses.get(200)).toBeGreaterThan(options.requests * 0.05);
    expect(end.live - half.live).toBeLessThan(48 * MiB);
    expect(end.descriptors - half.descriptors).toBeLessThan(20);
    expect(end.timers - half.timers).toBeLessThan(20);
    if (options.isInstalled) {
      expectRequestsForAllRoutes(report);
      // A few requests make hardly any of each kind.
      if (isFull) expectDocumentsRead(report);
    }
  },
  900_000,
);

/** A share of the requests made the node read something hostile, each kind of reader. */
function expectDocumentsRead({ tally, reads, ended }: FuzzReport): void {
  const count = (name: string) => ended[name] ?? 0;
  for (const kind of ["page", "feed", "hub"])
    expect({ kind, isRead: (reads.get(kind) ?? 0) > 0 }).toEqual({ kind, isRead: true });
  expect(count("mentions that a page confirmed")).toBeGreaterThan(0);
  expect(count("other mentions")).toBeGreaterThan(0);
  expect(count("subscriptions that a callback confirmed")).toBeGreaterThan(0);
  for (const route of ["POST /webmention", "POST /websub", "POST /verify", "POST /api/import"])
    expect({ route, isTaken: (tally.taken.get(route) ?? 0) > 0 }).toEqual({ route, isTaken: true });
}

/** Each route with parameters or a body has its own requests, and no other path has. */
function expectRequestsForAllRoutes({ inventory, untrustedPeers }: FuzzReport): void {
  const known = Object.keys(routeRequests({ inventory, untrustedPeers, sites: [], now: 0 }));
  expect(known.filter((route) => !inventory.routes.includes(route))).toEqual([]);
  const special = inventory.routes.filter((route) => /[:*]|^(?:POST|PUT|PATCH) /.test(route));
  expect(special.filter((route) => !known.includes(route))).toEqual([]);
}
