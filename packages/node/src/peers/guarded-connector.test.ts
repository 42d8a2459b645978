import { createSecureContext } from "node:tls";
import { afterEach, beforeAll, expect, test } from "vitest";
import {
  type CertificateAuthority,
  createCertificateAuthority,
  type ServerCertificate,
} from "../../test/support/certificates.ts";
import { stubResolver } from "../../test/support/stub-resolver.ts";
import { serveHttps, serveTcp, serveTls, type TestServer } from "../../test/support/tls-server.ts";
import { isGlobalUnicast } from "./address-policy.ts";
import type { GuardOptions } from "./guarded-connector.ts";
import { createNameResolver } from "./resolve-name.ts";
import { createTransport, type PeerTransport } from "./transport.ts";

let authority: CertificateAuthority;
let certificate: ServerCertificate;

beforeAll(async () => {
  authority = await createCertificateAuthority();
  certificate = await authority.issue(["localhost", "peer.test", "127.0.0.1", "::1"]);
});

const open: AsyncDisposable[] = [];

afterEach(async () => {
  for (const one of open.splice(0)) {
    await one[Symbol.asyncDispose]();
  }
});

function guarded(options: Partial<GuardOptions>): PeerTransport {
  const transport = createTransport({
    isAllowedAddress: isGlobalUnicast,
    ports: "any",
    resolver: stubResolver(["127.0.0.1"]),
    secureContext: createSecureContext({ ca: authority.certificate }),
    ...options,
  });
  open.push({ [Symbol.asyncDispose]: () => transport.close() });
  return transport;
}

async function server(own: ServerCertificate = certificate): Promise<TestServer> {
  const started = await serveHttps(own, (_request, response) => response.end("hello"));
  open.push(started);
  return started;
}

function get(transport: PeerTransport, url: string) {
  return transport.send({ method: "GET", url, headers: {}, maxBytes: 1000, deadlineMs: 10_000 });
}

const anywhere = { isAllowedAddress: () => true };

test("a certificate of the extra authority is trusted, by name and by address", async () => {
  const { url } = await server();
  const transport = guarded(anywhere);
  expect(await get(transport, url("/", "localhost"))).toMatchObject({ status: 200 });
  expect(await get(transport, url("/", "127.0.0.1"))).toMatchObject({ status: 200 });
});

test.each([
  ["of another authority", async () => (await createCertificateAuthority("Else")).issue(["localhost"])],
  ["for another name", () => authority.issue(["elsewhere.test"])],
  ["that has expired", () => authority.issue(["localhost"], { from: new Date(0), until: new Date(1e12) })],
  [
    "that is not valid yet",
    () => authority.issue(["localhost"], { from: new Date(4e12), until: new Date(4.1e12) }),
  ],
])("a certificate %s is refused, private peers or not", async (_name, issue) => {
  const { url } = await server(await issue());
  await expect(get(guarded(anywhere), url())).rejects.toMatchObject({
    kind: "unreachable",
    message: "The certificate or the TLS handshake was refused.",
  });
});

test("an environment that turns certificate checks off is not obeyed", async () => {
  const { url } = await server(await (await createCertificateAuthority("Else")).issue(["localhost"]));
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
  try {
    await expect(get(guarded(anywhere), url())).rejects.toMatchObject({ kind: "unreachable" });
  } finally {
    if (before === undefined) {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    } else {
      process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
    }
  }
});

test.each([
  "127.0.0.1",
  "127.1",
  "2130706433",
  "0177.0.0.1",
  "0x7f.1",
  "0x7f000001",
  "0.0.0.0",
  "0",
  "127.0.0.1.",
  "[::1]",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::7f00:1]",
  "[64:ff9b::127.0.0.1]",
  "①②⑦.0.0.1",
])("the literal %s is refused, and nothing is connected to", async (host) => {
  const started = await server();
  const resolver = stubResolver(["127.0.0.1"]);
  await expect(get(guarded({ resolver }), started.url("/", host))).rejects.toMatchObject({
    kind: "unreachable",
    code: "ADDRESS_NOT_ALLOWED",
  });
  expect(started.connections).toBe(0);
  expect(resolver.asked()).toBe(0);
});

test.each([["127.0.0.1"], ["::1"], ["10.0.0.1"], ["169.254.169.254"], ["::ffff:127.0.0.1"], ["fd00::1"]])(
  "a name whose address is %s is refused",
  async (address) => {
    const started = await server();
    const transport = guarded({ resolver: stubResolver([address]) });
    await expect(get(transport, started.url("/", "peer.test"))).rejects.toMatchObject({
      code: "ADDRESS_NOT_ALLOWED",
    });
    expect(started.connections).toBe(0);
  },
);

test("localhost is refused by the real resolver's answer", async () => {
  const started = await server();
  const transport = guarded({ resolver: createNameResolver({ preferSystem: false }) });
  await expect(get(transport, started.url())).rejects.toMatchObject({ code: "ADDRESS_NOT_ALLOWED" });
  expect(started.connections).toBe(0);
});

test("of several addresses only those that pass are connected to", async () => {
  const started = await server();
  const isAllowedAddress = (ip: string) => ip === "127.0.0.1";
  const resolver = stubResolver(["127.0.0.2", "::1", "127.0.0.1"]);
  const reply = await get(guarded({ resolver, isAllowedAddress }), started.url("/", "peer.test"));
  expect(reply.status).toBe(200);
});

test("a name that changes its address between look-ups gains nothing", async () => {
  const isAllowedAddress = (ip: string) => ip === "127.0.0.1";
  const closing = await serveHttps(certificate, (_request, response) => {
    response.setHeader("Connection", "close");
    response.end("hello");
  });
  open.push(closing);
  const resolver = stubResolver(["127.0.0.1"], ["127.0.0.2"]);
  const transport = guarded({ resolver, isAllowedAddress });
  const reply = await get(transport, closing.url("/", "peer.test"));
  for await (const _chunk of reply.body) {
    // To its end, so that the connection closes.
  }
  // One question for one connection: what was checked is what is connected to.
  expect(resolver.asked()).toBe(1);
  await closing.untilIdle();
  await expect(get(transport, closing.url("/", "peer.test"))).rejects.toMatchObject({
    code: "ADDRESS_NOT_ALLOWED",
  });
  expect(closing.connections).toBe(1);
});

test("the connection that was made is looked at once more", async () => {
  const started = await server();
  let looks = 0;
  // A check that says yes to the literal and no to the socket: as if something on the way led elsewhere.
  const isAllowedAddress = () => {
    looks += 1;
    return looks === 1;
  };
  await expect(get(guarded({ isAllowedAddress }), started.url("/", "127.0.0.1"))).rejects.toMatchObject({
    code: "ADDRESS_NOT_ALLOWED",
  });
  expect(looks).toBe(2);
  await started.untilIdle();
});

test("only the allowed ports are connected to", async () => {
  const started = await server();
  await expect(get(guarded({ ...anywhere, ports: [443] }), started.url())).rejects.toMatchObject({
    kind: "unreachable",
    code: "PORT_NOT_ALLOWED",
  });
  expect(started.connections).toBe(0);
  const reply = await get(guarded({ ...anywhere, ports: [443, started.port] }), started.url());
  expect(reply.status).toBe(200);
});

test.each([
  "http://localhost:1/",
  "ftp://localhost/",
  "file:///etc/passwd",
  "https://user:secret@localhost/",
  "no URL",
])("%s is nowhere", async (url) => {
  await expect(get(guarded(anywhere), url)).rejects.toMatchObject({
    kind: "unreachable",
    code: "SCHEME_NOT_ALLOWED",
  });
});

test("nobody listens, and a name that is not known: unreachable", async () => {
  const gone = await server();
  await gone[Symbol.asyncDispose]();
  await expect(get(guarded(anywhere), gone.url())).rejects.toMatchObject({
    kind: "unreachable",
    code: "ECONNREFUSED",
  });
  const nowhere = guarded({ ...anywhere, resolver: createNameResolver({ preferSystem: true }) });
  await expect(get(nowhere, "https://no-such-name.invalid/")).rejects.toMatchObject({ kind: "unreachable" });
});

test("a look-up that hangs is cut by the time for connecting", async () => {
  const resolver = { resolve: () => new Promise<never>(() => {}), cancel() {} };
  const transport = createTransport({ ...anywhere, ports: "any", resolver, limits: { connectMs: 200 } });
  open.push({ [Symbol.asyncDispose]: () => transport.close() });
  await expect(get(transport, "https://peer.test/")).rejects.toMatchObject({ kind: "timeout" });
});

test("closing ends a call that waits, and a handshake that hangs", async () => {
  const silent = await serveTls(certificate, () => {});
  const mute = await serveTcp();
  open.push(silent, mute);
  for (const server of [silent, mute]) {
    const transport = guarded(anywhere);
    const failed = expect(get(transport, server.url())).rejects.toMatchObject({ kind: "unreachable" });
    await server.untilConnected();
    await transport.close();
    await failed;
    await server.untilIdle();
  }
});
