import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdir, stat } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, request } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { createSigner, type Signer } from "../../src/domain/access/signer.ts";
import { readSetupCode } from "../../src/domain/installation/setup-code.ts";
import { closeAfterEach } from "../support/close-after-each.ts";
import { type HttpNode, openHttpNode } from "../support/http-node.ts";

const use = closeAfterEach();

/** A node that was unpacked and started, and nothing else. */
async function unpack(settings: Record<string, string> = {}): Promise<{ node: HttpNode; port: number }> {
  const node = use(await openHttpNode({ install: false, settings }));
  return { node, port: await node.listen() };
}

/** What somebody signs to be the owner. */
function claim(signer: Signer = createSigner(randomBytes(32)), timestamp = Math.floor(Date.now() / 1000)) {
  const node = {
    avatar: "",
    address: signer.address,
    url: "https://ada.example",
    title: "Mine",
    description: "",
  };
  const settings = { defaultLanguage: "en", defaultTheme: "light", walletConnectProjectId: "" };
  return signer.sign("DATA", { node, settings, timestamp });
}

interface Answer {
  status: number;
  text: string;
}

function post(
  port: number,
  body: unknown,
  headers: Record<string, string> = {},
  path = "/api/install",
): Promise<Answer> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const all = { "content-type": "application/json", "content-length": Buffer.byteLength(text), ...headers };
  return new Promise((resolve, reject) => {
    const call = request(
      { host: "127.0.0.1", port, path, method: "POST", headers: all, agent: false },
      async (reply) => {
        resolve({ status: reply.statusCode ?? 0, text: Buffer.concat(await reply.toArray()).toString() });
      },
    );
    call.on("error", reject);
    call.end(text);
  });
}

async function ownerOf({ node }: { node: HttpNode }): Promise<unknown> {
  return (await node.app.inject({ url: "/ewp/profile" })).json().address ?? null;
}

/** A proxy on this machine, with its own idea of which headers to pass on. */
async function proxy(
  target: number,
  headersOf: (headers: IncomingHttpHeaders) => IncomingHttpHeaders,
): Promise<number> {
  const server = createServer(async (incoming, outgoing) => {
    const body = Buffer.concat(await incoming.toArray());
    const headers = headersOf({ ...incoming.headers });
    const call = request({
      host: "127.0.0.1",
      port: target,
      path: incoming.url,
      method: incoming.method,
      headers,
      agent: false,
    });
    call.end(body);
    const [reply] = await once(call, "response");
    outgoing.writeHead(reply.statusCode);
    reply.pipe(outgoing);
  });
  return await listening(server);
}

/** Passes bytes on, and understands none of them: what a tunnel, a load balancer or a container's port does. */
async function relay(target: number): Promise<number> {
  const server = createTcpServer((socket) => {
    const onward = connect(target, "127.0.0.1");
    for (const one of [socket, onward]) one.on("error", () => one.destroy());
    socket.pipe(onward).pipe(socket);
  });
  return await listening(server);
}

async function listening(server: ReturnType<typeof createTcpServer>): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  use({ [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())) });
  return (server.address() as AddressInfo).port;
}

describe("an anonymous caller whose request seems to come from this machine", () => {
  const proxies: Record<string, (headers: IncomingHttpHeaders) => IncomingHttpHeaders> = {
    "says nothing": (headers) => ({ ...headers, host: "localhost:8543" }),
    "tells of the client": (headers) => ({ ...headers, host: "localhost", "x-forwarded-for": "203.0.113.9" }),
    "says that the client is here": (headers) => ({
      ...headers,
      host: "localhost",
      "x-forwarded-for": "127.0.0.1",
    }),
    "keeps the public name": (headers) => ({ ...headers, host: "ada.example" }),
  };

  /** Neither takes the node nor has it make calls, without the code; the code opens it. */
  async function expectCode(
    installation: { node: HttpNode },
    through: number,
    headers: Record<string, string> = {},
  ) {
    const refused = await post(through, claim(), headers);
    expect([refused.status, refused.text]).toEqual([500, expect.stringContaining("FORBIDDEN")]);
    const diagnosis = "/api/install/diagnosis";
    expect((await post(through, {}, headers, diagnosis)).status).toBe(403);
    expect(await ownerOf(installation)).toBeNull();
    const owner = createSigner(randomBytes(32));
    const withCode = { ...headers, "x-setup-code": await readSetupCode(installation.node.ctx) };
    expect((await post(through, { url: "none" }, withCode, diagnosis)).status).toBe(400);
    expect((await post(through, claim(owner), withCode)).status).toBe(200);
    expect(await ownerOf(installation)).toBe(owner.address);
  }

  it("directly, from another program of this machine", async () => {
    const installation = await unpack();
    await expectCode(installation, installation.port, { host: `localhost:${installation.port}` });
  });

  test.each(Object.entries(proxies))("through a proxy that %s", async (_what, headersOf) => {
    const installation = await unpack();
    await expectCode(installation, await proxy(installation.port, headersOf));
  });

  test.each([
    {},
    { FREEHOLD_URL: "https://ada.example" },
    { FREEHOLD_URL: "https://localhost:8543" },
    { FREEHOLD_TRUST_PROXY: "1" },
  ])("through a forwarder of bare connections, to a node with %j", async (settings) => {
    const installation = await unpack(settings);
    const through = await relay(installation.port);
    for (const host of ["localhost", `127.0.0.1:${installation.port}`, "[::1]:8543"]) {
      expect((await post(through, claim(), { host })).text).toContain("FORBIDDEN");
    }
    await expectCode(installation, through, { host: "localhost" });
  });

  test.each([
    ["a name that was pointed here", { host: "evil.example:8543", origin: "http://evil.example:8543" }],
    ["this machine's name, from another origin", { host: "localhost:8543", origin: "https://evil.example" }],
    ["this machine's name, from a frame without an origin", { host: "localhost:8543", origin: "null" }],
  ])("by a page of another site in the owner's browser, under %s", async (_what, headers) => {
    const installation = await unpack();
    for (const type of ["application/json", "text/plain"]) {
      expect((await post(installation.port, claim(), { ...headers, "content-type": type })).status).toBe(500);
    }
    expect(await ownerOf(installation)).toBeNull();
  });
});

describe("the setup code", () => {
  it("is in no answer of the node, and in a file that only its user can read", async () => {
    const installation = await unpack();
    const code = await readSetupCode(installation.node.ctx);
    for (const url of [
      "/",
      "/api/install",
      "/readyz",
      "/livez",
      "/setup-code",
      "/../setup-code",
      "/assets/..%2fsetup-code",
      "/metrics",
    ]) {
      const { body, headers } = await installation.node.app.inject({ url });
      expect(body + JSON.stringify(headers), url).not.toContain(code);
    }
    const refused = await post(installation.port, claim(), { host: "ada.example", "x-setup-code": "1" });
    expect(refused.text + JSON.stringify(installation.node.lines)).not.toContain(code);
    const { dataDir } = installation.node.ctx.config;
    expect((await stat(join(dataDir, "setup-code"))).mode & 0o077).toBe(0);
  });

  it("is accepted only whole, in the header, and for one owner", async () => {
    const installation = await unpack();
    const code = await readSetupCode(installation.node.ctx);
    const host = "ada.example";
    const wrong = [
      "",
      code.slice(0, 32),
      `${code}0`,
      code.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
      "undefined",
      "null",
    ];
    for (const text of wrong)
      expect((await post(installation.port, claim(), { host, "x-setup-code": text })).status).toBe(500);
    expect(
      (await post(installation.port, claim(), { host }, `/api/install?code=${code}&x-setup-code=${code}`))
        .status,
    ).toBe(500);
    expect(
      (await post(installation.port, { ...claim(), setupCode: code, "x-setup-code": code }, { host })).status,
    ).toBe(500);
    expect(await ownerOf(installation)).toBeNull();

    const [first, second] = [createSigner(randomBytes(32)), createSigner(randomBytes(32))];
    expect((await post(installation.port, claim(first), { host, "x-setup-code": code })).status).toBe(200);
    expect(await readdir(installation.node.ctx.config.dataDir)).not.toContain("setup-code");
    const again = await post(installation.port, claim(second), { host, "x-setup-code": code });
    expect(again.text).toContain("CONFLICT");
    expect((await post(installation.port, claim(second))).text).toContain("CONFLICT");
    expect(await ownerOf(installation)).toBe(first.address);
  });

  it("gives the node to one of many who send it at the same moment", async () => {
    const installation = await unpack();
    const code = await readSetupCode(installation.node.ctx);
    const claims = Array.from({ length: 8 }, () => createSigner(randomBytes(32)));
    const answers = await Promise.all(
      claims.map((signer) => post(installation.port, claim(signer), { "x-setup-code": code })),
    );
    const winners = claims.filter((_, index) => answers[index]?.status === 200);
    expect(winners).toHaveLength(1);
    expect(await ownerOf(installation)).toBe(winners[0]?.address);
  });
});

describe("a node that is reserved for its owner", () => {
  it("accepts no other key, even with the code, and no old message", async () => {
    const owner = createSigner(randomBytes(32));
    const installation = await unpack({ FREEHOLD_OWNER: owner.address });
    const code = await readSetupCode(installation.node.ctx);
    const eve = createSigner(randomBytes(32));
    expect((await post(installation.port, claim(eve), { "x-setup-code": code })).text).toContain("FORBIDDEN");
    const stolen = claim(owner);
    const bent = structuredClone(stolen) as unknown as { typedData: { message: { node: { url: string } } } };
    bent.typedData.message.node.url = "https://evil.example";
    expect((await post(installation.port, bent)).text).toContain("INVALID_SIGNATURE");
    const old = claim(owner, Math.floor(Date.now() / 1000) - 2 * 3600);
    expect((await post(installation.port, old)).text).toContain("INVALID_TIMESTAMP");
    expect(await ownerOf(installation)).toBeNull();
    expect((await post(installation.port, stolen, { host: "ada.example" })).status).toBe(200);
    expect(await ownerOf(installation)).toBe(owner.address);
  });
});

describe("before there is an owner", () => {
  it("nobody can sign in, write or query", async () => {
    const installation = await unpack();
    const queries = [
      "{ viewer { kind } }",
      "{ settings { mailFrom } }",
      'query { getSiweMessage(address: "0x000000000000000000000000000000000000dEaD") { message } }',
      "mutation { updateSettings(input: { enableRss: false }) { enableRss } }",
    ];
    for (const query of queries) {
      const { status, text } = await post(installation.port, { query }, {}, "/api/graphql");
      expect([status, JSON.parse(text).error]).toEqual([503, "NOT_INSTALLED"]);
    }
    expect((await post(installation.port, {}, {}, "/ewp/connections")).status).toBe(404);
    expect((await installation.node.app.inject({ url: "/ewp/publications?since=0" })).json().data).toEqual(
      [],
    );
    const code = await readSetupCode(installation.node.ctx);
    expect((await post(installation.port, claim(), { "x-setup-code": code })).status).toBe(200);
    const { status, text } = await post(installation.port, { query: queries[0] }, {}, "/api/graphql");
    expect([status, JSON.parse(text).data.viewer.kind]).toEqual([200, "ANONYMOUS"]);
  });
});
