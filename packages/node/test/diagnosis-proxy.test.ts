import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ProxyFaults } from "./support/faulty-proxy.ts";
import { type ProxiedNodeOptions, resultOf, startProxiedNode, troubles } from "./support/proxied-node.ts";
import { createTestNetwork, type TestNetwork } from "./support/test-network.ts";

const MiB = 1024 * 1024;

let network: TestNetwork;
let resources: AsyncDisposableStack;
beforeEach(async () => {
  network = await createTestNetwork();
  resources = new AsyncDisposableStack();
});
afterEach(async () => {
  await network[Symbol.asyncDispose]();
  await resources.disposeAsync();
});

async function diagnose(options: ProxiedNodeOptions) {
  const proxied = await startProxiedNode(network, resources, options);
  return { ...proxied, lines: await proxied.diagnose() };
}

/** In every test of this file names and addresses of the own network are allowed, which a check reports. */
const always = { "configuration.settings": "warning" };

/** A diagnosis uploads as much as a node takes: no more than this where that is not what is tested. */
const short = { FREEHOLD_MAX_CONTENT_BYTES: String(MiB) };

it("reports no problem behind a correct proxy", async () => {
  const { lines, url } = await diagnose({});
  expect(troubles(lines)).toEqual(always);
  for (const id of [
    "outside.reach",
    "outside.certificate",
    "proxy.methods",
    "proxy.uploads",
    "proxy.headers",
  ]) {
    expect(resultOf(lines, id), id).toMatchObject({ state: "ok", advice: null });
  }
  expect(resultOf(lines, "outside.reach").finding).toContain(url);
  expect(resultOf(lines, "proxy.uploads").finding).toBe("Files of 12 MiB pass.");
});

describe("each fault of a proxy has a check of its own", () => {
  const cases: [string, ProxyFaults, Record<string, string>, string, RegExp, RegExp][] = [
    [
      "it strips the body from DELETE",
      { strips: ["DELETE"] },
      {},
      "proxy.methods",
      /^The proxy strips the body from DELETE\.$/,
      /pass on every method/,
    ],
    [
      "it takes no PATCH",
      { refuses: ["PATCH"] },
      {},
      "proxy.methods",
      /^The proxy answers PATCH itself, with 405\.$/,
      /every method/,
    ],
    [
      "it refuses uploads over 1 MiB",
      { refusesOver: MiB },
      {},
      "proxy.uploads",
      /refuses an upload of 10 MiB with 413\. 1 MiB pass/,
      /client_max_body_size 13m/,
    ],
    [
      "it cuts uploads at 1 MiB",
      { cutsAt: MiB },
      {},
      "proxy.uploads",
      /1048576 of 10485760 bytes of an upload arrive/,
      /client_max_body_size/,
    ],
    [
      "it passes on what clients say of themselves",
      { forwarding: "untouched" },
      {},
      "proxy.headers",
      /Anyone can fake their IP address/,
      /Configure the proxy to set X-Forwarded-For/,
    ],
    [
      "it does not pass on client addresses",
      { forwarding: "remove" },
      {},
      "proxy.headers",
      /All visitors share the proxy's IP address.*does not pass on client addresses/,
      /X-Forwarded-For/,
    ],
    [
      "it says who asks and is not believed",
      {},
      { FREEHOLD_TRUST_PROXY: "false" },
      "proxy.headers",
      /All visitors share the proxy's IP address/,
      /^Set FREEHOLD_TRUST_PROXY=1/,
    ],
    [
      "everything is believed",
      {},
      { FREEHOLD_TRUST_PROXY: "true" },
      "proxy.headers",
      /Anyone can fake their IP address/,
      /number of proxies/,
    ],
    [
      "another proxy is believed",
      {},
      { FREEHOLD_TRUST_PROXY: "10.1.2.3" },
      "proxy.headers",
      /All visitors share the proxy's IP address/,
      /^Add (::ffff:)?127\.0\.0\.1 to/,
    ],
  ];

  it.each(cases)("%s", async (_what, faults, settings, id, finding, advice) => {
    const { lines } = await diagnose({
      faults,
      settings: { ...(id !== "proxy.uploads" && short), ...settings },
    });
    expect(troubles(lines)).toEqual({ ...always, [id]: "failed" });
    expect(resultOf(lines, id).finding).toMatch(finding);
    expect(resultOf(lines, id).advice).toMatch(advice);
  });

  it("and another host is a warning", async () => {
    const { lines } = await diagnose({ faults: { host: "backend.internal" }, settings: short });
    expect(troubles(lines)).toEqual({ ...always, "proxy.headers": "warning" });
    expect(resultOf(lines, "proxy.headers").finding).toContain("backend.internal");
  });
});
