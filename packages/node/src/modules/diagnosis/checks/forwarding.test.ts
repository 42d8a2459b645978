import { expect, it } from "vitest";
import { forgedClient } from "../check-context.ts";
import { assessForwarding } from "./forwarding.ts";

/** Straight from a client, over TLS of the node's own. */
const direct = {
  nonce: "",
  method: "GET",
  bytes: 0,
  sha256: "",
  client: "198.51.100.7",
  socket: "198.51.100.7",
  isSecure: true,
  host: "ada.example",
  forwardedFor: forgedClient,
  traces: [],
};
const proxied = {
  ...direct,
  isSecure: false,
  socket: "10.0.0.2",
  forwardedFor: `${forgedClient}, 198.51.100.7`,
};
/** From the machine where node and proxy run, by a public name that leads right there. */
const near = { ...proxied, socket: "127.0.0.1", forwardedFor: `${forgedClient}, 127.0.0.1` };

it.each([
  ["a direct node that believes nobody", direct, false, "ok", /come directly/],
  [
    "a direct node that believes anybody",
    { ...direct, client: forgedClient },
    true,
    "failed",
    /Anyone can fake/,
  ],
  [
    "a direct node that would believe a proxy",
    direct,
    ["10.0.0.2"],
    "warning",
    /is set, but requests come directly/,
  ],
  ["a proxy that is believed", proxied, 1, "ok", /The proxy passes on client addresses/],
  [
    "a proxy that is not believed",
    { ...proxied, client: "10.0.0.2" },
    false,
    "failed",
    /All visitors share the proxy's IP address/,
  ],
  [
    "a proxy and whoever comes with it",
    { ...proxied, client: forgedClient },
    true,
    "failed",
    /Anyone can fake/,
  ],
  [
    "a proxy that takes its traces away",
    { ...proxied, client: "10.0.0.2", forwardedFor: null },
    1,
    "failed",
    /does not pass on client addresses/,
  ],
  [
    "a TLS proxy that shows itself by `via`",
    { ...direct, client: forgedClient, traces: ["via"] },
    1,
    "failed",
    /Anyone can fake/,
  ],
  ["a check from where the proxy is", { ...near, client: near.socket }, 1, "ok", /like this check/],
  ["one that adds to the list", { ...near, client: forgedClient }, ["127.0.0.1"], "ok", /like this check/],
  [
    "one that replaces the list, by a socket of both families",
    { ...near, client: "127.0.0.1", socket: "::ffff:127.0.0.1", forwardedFor: "127.0.0.1" },
    ["127.0.0.1"],
    "ok",
    /like this check/,
  ],
  [
    "one from there through a proxy that is not trusted",
    { ...near, client: near.socket },
    ["10.0.0.2"],
    "failed",
    /All visitors share the proxy's IP address/,
  ],
  [
    "one from there where all is believed",
    { ...near, client: forgedClient },
    true,
    "failed",
    /Anyone can fake/,
  ],
  [
    "one from there to another host",
    { ...near, client: near.socket, host: "localhost:8543" },
    1,
    "warning",
    /as the host/,
  ],
  ["another host", { ...proxied, host: "10.0.0.3:8543" }, 1, "warning", /10\.0\.0\.3:8543 as the host/],
])("judges %s", (_what, report, trustProxy, state, finding) => {
  const judged = assessForwarding(report, { trustProxy }, "ada.example");
  expect(judged).toMatchObject({ state, finding: expect.stringMatching(finding) });
  expect(judged.advice === null).toBe(state === "ok");
});

it("tells a direct node to stop believing, and one behind a proxy how to believe the right one", () => {
  const forged = { ...direct, client: forgedClient };
  expect(assessForwarding(forged, { trustProxy: true }, "ada.example").advice).toContain(
    "Remove FREEHOLD_TRUST_PROXY",
  );
  const both = { ...proxied, client: forgedClient };
  expect(assessForwarding(both, { trustProxy: true }, "ada.example").advice).toContain("number of proxies");
});
