import { expect, test } from "vitest";
import { isFromThisMachine, readLocalOrigin } from "./loopback.ts";

/** A request that a browser on this machine sends to the node's own port. */
function request(changes: {
  headers?: Record<string, string>;
  protocol?: "http" | "https";
  remoteAddress?: string;
  localPort?: number;
  httpVersion?: string;
}) {
  const { headers, protocol = "http", httpVersion = "1.1", ...rest } = changes;
  const socket = { remoteAddress: "127.0.0.1", localPort: 8543, ...rest };
  const raw = { socket, httpVersion };
  type Given = Parameters<typeof readLocalOrigin>[0];
  return { raw, protocol, headers: { host: "localhost:8543", ...headers } } as unknown as Given;
}

test.each([
  [{}, "http://localhost:8543"],
  [{ headers: { origin: "http://localhost:8543" } }, "http://localhost:8543"],
  [{ protocol: "https" as const }, "https://localhost:8543"],
  [{ headers: { host: "127.0.0.1:8543" } }, "http://127.0.0.1:8543"],
  [{ headers: { host: "[::1]:8543" }, remoteAddress: "::1" }, "http://[::1]:8543"],
  [
    { headers: { host: "node.localhost:8543" }, remoteAddress: "::ffff:127.0.0.1" },
    "http://node.localhost:8543",
  ],
  [{ headers: { host: "localhost" }, localPort: 80 }, "http://localhost"],
  [{ headers: { host: "localhost" }, localPort: 443, protocol: "https" as const }, "https://localhost"],
])("a browser on this machine reaches the node directly: %o", (changes, origin) => {
  expect(readLocalOrigin(request(changes))).toBe(origin);
});

test.each([
  { headers: { host: "localhost:3000" } },
  { headers: { host: "localhost" } },
  { headers: { host: "localhost:8543" }, localPort: 443 },
  { headers: { host: "ada.example" } },
  { headers: { host: "localhost.evil.example:8543" } },
  { headers: { host: "127.0.0.1.nip.example:8543" } },
  { headers: { host: "0.0.0.0:8543" } },
  { headers: { origin: "https://evil.example" } },
  { headers: { origin: "null" } },
  { headers: { "x-forwarded-for": "127.0.0.1" } },
  { headers: { "x-forwarded-proto": "https" } },
  { headers: { forwarded: "for=127.0.0.1" } },
  { headers: { "x-real-ip": "127.0.0.1" } },
  { headers: { via: "1.1 somewhere" } },
  { remoteAddress: "203.0.113.9" },
  { remoteAddress: "10.0.0.1" },
  { remoteAddress: "::ffff:192.168.1.2" },
  { httpVersion: "1.0" },
])("anything else has no local origin: %o", (changes) => {
  expect(readLocalOrigin(request(changes))).toBeNull();
});

test("how the process fares is told to nobody behind a proxy or a public address", () => {
  const plain = { url: null, trustProxy: false } as const;
  expect(isFromThisMachine(request({ headers: { host: "localhost:9000" } }), plain)).toBe(true);
  expect(isFromThisMachine(request({}), { ...plain, url: "http://localhost:8543" })).toBe(true);
  expect(isFromThisMachine(request({}), { ...plain, url: "https://ada.example" })).toBe(false);
  expect(isFromThisMachine(request({}), { ...plain, trustProxy: 1 })).toBe(false);
});
