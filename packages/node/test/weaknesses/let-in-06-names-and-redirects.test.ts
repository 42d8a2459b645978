import { createSecureContext } from "node:tls";
import { PeerError } from "@freehold/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isGlobalUnicast } from "../../src/peers/address-policy.ts";
import { connectSocket } from "../../src/peers/connect-socket.ts";
import { createTransport } from "../../src/peers/transport.ts";
import { innerHosts, zonedUrls } from "../support/inner-hosts.ts";
import { type OutboundFixture, openOutboundFixture, outcomeOf } from "../support/outbound-fixture.ts";
import { stubResolver } from "../support/stub-resolver.ts";
import { serveHttps } from "../support/tls-server.ts";

let fixture: OutboundFixture;
beforeAll(async () => {
  fixture = await openOutboundFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

describe("a name", () => {
  /** What a name server may answer for a name. */
  const answers = [
    "127.0.0.1",
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "169.254.169.254",
    "192.168.1.1",
    "224.0.0.1",
    "::1",
    "::",
    "::ffff:127.0.0.1",
    "::ffff:a9fe:a9fe",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001:0:7f00:1::1",
    "fd00:ec2::254",
    "fe80::1",
  ];
  const open = (resolver: ReturnType<typeof stubResolver>, isAllowedAddress = isGlobalUnicast) => ({
    isAllowedAddress,
    ports: "any" as const,
    resolver,
    secureContext: createSecureContext({ ca: fixture.network.authority }),
  });

  it.each(answers)("that leads to %s is refused at the connection, by HTTPS and by mail", async (address) => {
    const guard = open(stubResolver([address]));
    const transport = createTransport(guard);
    const call = { method: "GET", url: `https://peer.test:${fixture.honeypot.port}/`, headers: {} };
    await expect(transport.send({ ...call, maxBytes: 1_000, deadlineMs: 5_000 })).rejects.toMatchObject({
      code: "ADDRESS_NOT_ALLOWED",
    });
    const target = { host: "mail.test", port: fixture.honeypot.port };
    await expect(connectSocket(target, guard, AbortSignal.timeout(5_000))).rejects.toMatchObject({
      code: "ADDRESS_NOT_ALLOWED",
    });
    await transport.close();
    expect(fixture.honeypot.connections).toBe(0);
  });

  it("that changes its address between two look-ups is refused at the second connection", async () => {
    const certificate = fixture.network.certificate;
    await using honest = await serveHttps(certificate, (_request, response) => {
      response.setHeader("connection", "close").end("hello");
    });
    await using inside = await serveHttps(certificate, (_request, response) => response.end("secret"));
    // 127.0.0.1 stands in for a public address here; the name then leads to another one.
    const resolver = stubResolver(["127.0.0.1"], ["127.0.0.2"]);
    const transport = createTransport(open(resolver, (ip) => ip === "127.0.0.1"));
    const get = (port: number) =>
      transport.send({
        method: "GET",
        url: `https://localhost:${port}/`,
        headers: {},
        maxBytes: 1_000,
        deadlineMs: 5_000,
      });
    const first = await get(honest.port);
    expect(Buffer.concat(await Array.fromAsync(first.body)).toString()).toBe("hello");
    await honest.untilIdle();
    await expect(get(honest.port)).rejects.toMatchObject({ code: "ADDRESS_NOT_ALLOWED" });
    await expect(get(inside.port)).rejects.toMatchObject({ code: "ADDRESS_NOT_ALLOWED" });
    expect(resolver.asked()).toBeGreaterThanOrEqual(2);
    expect(inside.connections).toBe(0);
    await transport.close();
  });

  it("with a public and a private address is called only at the public one", async () => {
    await using honest = await serveHttps(fixture.network.certificate, (_request, response) =>
      response.end("hello"),
    );
    const transport = createTransport(
      open(stubResolver(["127.0.0.2", "127.0.0.1"]), (ip) => ip === "127.0.0.1"),
    );
    const call = { method: "GET", url: honest.url(), headers: {}, maxBytes: 1_000, deadlineMs: 5_000 };
    expect(await transport.send(call)).toMatchObject({ status: 200 });
    await transport.close();
  });
});

it("does not follow a redirect into the own network", async () => {
  const taken: string[] = [];
  let location = "";
  await using server = await serveHttps(fixture.network.certificate, (_request, response) => {
    // A header's characters are bytes.
    response.writeHead(302, { location: Buffer.from(location).toString("latin1") }).end();
  });
  const transport = createTransport({
    isAllowedAddress: (ip) => ip === "127.0.0.1" || isGlobalUnicast(ip),
    ports: [server.port],
    resolver: stubResolver(["127.0.0.1"]),
    secureContext: createSecureContext({ ca: fixture.network.authority }),
  });
  // The server's own address is allowed in this test: those of the list that are the same are tried by their port.
  const urls = [
    ...Object.values(innerHosts).map((host) => `https://${host}:${fixture.honeypot.port}/`),
    ...zonedUrls,
  ];
  for (location of [
    ...urls,
    "http://localhost/",
    `//127.0.0.1:${fixture.honeypot.port}/`,
    "file:///etc/passwd",
  ]) {
    const call = { method: "GET", url: server.url(), headers: {}, maxBytes: 1_000, deadlineMs: 5_000 };
    const told = await outcomeOf(() => transport.send(call));
    if (!/PeerError.*(?:ADDRESS_NOT_ALLOWED|PORT_NOT_ALLOWED|BAD_REDIRECT)/.test(told))
      taken.push(`${location}: ${told}`);
  }
  await transport.close();
  expect(taken).toEqual([]);
  expect(fixture.honeypot.connections).toBe(0);
});

it.each(zonedUrls)("takes %s for no URL at all", async (url) => {
  expect(URL.canParse(url)).toBe(false);
  await expect(fixture.call(url)).rejects.toBeInstanceOf(PeerError);
});

it("connects to no port but HTTPS's own", async () => {
  for (const port of [22, 80, 8443, 6379, fixture.honeypot.port + 1]) {
    await expect(fixture.call(`https://example.org:${port}/`)).rejects.toMatchObject({
      code: "PORT_NOT_ALLOWED",
    });
  }
});
