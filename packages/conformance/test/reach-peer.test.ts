import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { checks } from "../src/index.ts";
import type { Reply } from "../src/node/reply.ts";
import { probePeer, servePeer } from "../src/peer/serve-peer.ts";
import { type Authority, createAuthority } from "./support/authority.ts";
import { runAgainst } from "./support/run-against.ts";

let authority: Authority;
beforeAll(async () => {
  authority = await createAuthority();
});

async function freePort(): Promise<number> {
  await using server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

const needing = checks
  .filter(({ needs, form }) => form !== "reference" && needs?.includes("peer"))
  .map(({ id }) => id);

describe("a node that can't reach the suite's peer", () => {
  it.each([
    [
      "because it does not trust its certificate",
      {},
      /does not trust the certificate .* at https:\/\/localhost:/,
    ],
    [
      "because no server is at its address",
      { url: "https://localhost:1", port: 0, host: "127.0.0.1" },
      /did not connect .* at https:\/\/localhost:1 /,
    ],
  ])("%s: the checks that need it are skipped with the reason", async (_why, peer, reason) => {
    const { report } = await runAgainst(authority, {}, { peer });
    const skipped = report.results.filter(({ outcome }) => outcome === "skipped");
    expect(skipped.map(({ id }) => id).toSorted()).toEqual(needing.toSorted());
    expect(skipped.every((result) => reason.test(result.reason ?? ""))).toBe(true);
    expect(report.peer.problem).toMatch(reason);
    expect(report.counts.failed).toBe(0);
  });

  it.each([
    ["INTERNAL_SERVER_ERROR", /did not connect/],
    ["INTERNAL_ERROR", /did not connect/],
    [undefined, /did not connect/],
    // It says that something else is wrong, and a check says whether that is so.
    ["INVALID_SIGNATURE", null],
  ])("answers its follow by GraphQL with the code %s", async (code, problem) => {
    await using peer = await servePeer({}, 100);
    const json = { data: null, errors: [{ message: "no", extensions: { code } }] };
    const found = await probePeer(peer, async () => ({ status: 200, json }) as unknown as Reply);
    if (problem === null) expect(found).toBeNull();
    else expect(found).toMatch(problem);
  });

  it("fails if it does not try to connect", async () => {
    const { report } = await runAgainst(
      authority,
      { verifiesProfile: () => false },
      { peer: {}, only: "follow-" },
    );
    expect(report.peer.problem).toBeNull();
    const failures = report.results.filter(({ outcome }) => outcome === "failed").map(({ id }) => id);
    expect(failures).toContain("follow-profile-read");
  });
});

describe("a peer behind a proxy", () => {
  it("answers under the path of its URL", async () => {
    const port = await freePort();
    const peer = { url: `https://localhost:${port}/behind/proxy/`, certificate: authority.certificate };
    const { report } = await runAgainst(authority, {}, { peer, only: "follow-created" });
    expect(report.peer.url).toBe(`https://localhost:${port}/behind/proxy`);
    expect(report.counts).toEqual({ passed: 2, failed: 0, differs: 0, notShown: 0, skipped: 0 });
  });
});
