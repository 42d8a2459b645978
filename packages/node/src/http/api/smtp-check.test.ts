import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SMTPServerOptions } from "smtp-server";
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from "vitest";
import { createCertificateAuthority, type ServerCertificate } from "../../../test/support/certificates.ts";
import { type GraphqlNode, openGraphqlNode } from "../../../test/support/graphql-node.ts";
import { startMailServer } from "../../../test/support/mail-server.ts";
import { limits } from "../limits.ts";

let folder: string;
let certificate: ServerCertificate;
/** Where loopback is allowed, and the test's own authority is trusted. */
let onLoopback: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "freehold-smtp-"));
  const authority = await createCertificateAuthority();
  certificate = await authority.issue(["localhost", "127.0.0.1"]);
  await writeFile(join(folder, "ca.pem"), authority.certificate);
  onLoopback = { FREEHOLD_ALLOW_PRIVATE_PEERS: "true", FREEHOLD_PEER_CA: join(folder, "ca.pem") };
});
afterAll(() => rm(folder, { recursive: true }));

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one[Symbol.asyncDispose]();
});

async function open(settings: Record<string, string> = {}): Promise<GraphqlNode> {
  const node = await openGraphqlNode({ settings });
  opened.push(node);
  return node;
}

async function listen(server: Pick<Server, "listen" | "close">): Promise<void> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
}

/** A real mail server on loopback. @returns its port */
async function openMailServer(options: SMTPServerOptions = {}): Promise<number> {
  const server = await startMailServer({ ...certificate, ...options });
  opened.push(server);
  return server.port;
}

/** Something that says one line to whoever connects, and counts them. */
async function openTalker(line: string): Promise<{ port: number; calls: () => number }> {
  let calls = 0;
  const server = createServer((socket) => {
    calls += 1;
    socket.on("error", () => {});
    socket.end(line);
  });
  await listen(server);
  opened.push({ [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())) });
  return { port: (server.address() as AddressInfo).port, calls: () => calls };
}

/** What the caller's connection and browser say. */
interface From {
  remoteAddress?: string;
  headers?: Record<string, string>;
}

const check = (node: GraphqlNode, mailTransport: unknown, from: From = {}) =>
  node.app.inject({ method: "POST", url: "/api/smtp_check", payload: { mailTransport }, ...from });

/** The owner's browser, at a page of the node's own. */
const owner = async (node: GraphqlNode): Promise<From> => ({
  headers: { cookie: `freehold_session=${await node.signIn()}`, origin: "https://ada.example" },
});

const login: SMTPServerOptions = {
  authOptional: false,
  onAuth: ({ username, password }, _session, callback) =>
    username === "ada" && password === "p@ss"
      ? callback(null, { user: username })
      : callback(new Error("the password of ada is not that")),
};

describe("POST /api/smtp_check (specification 4.10, decisions 7)", () => {
  it("finds a server good, with and without a login", async () => {
    const node = await open(onLoopback);
    const plain = await openMailServer();
    const locked = await openMailServer(login);
    for (const url of [`smtp://127.0.0.1:${plain}`, `smtp://ada:p%40ss@localhost:${locked}`]) {
      const reply = await check(node, url, await owner(node));
      expect([reply.statusCode, reply.json()]).toEqual([200, { valid: true }]);
    }
  });

  it("tells the class of a failure, and nothing of what the other side said", async () => {
    const node = await open(onLoopback);
    const locked = await openMailServer(login);
    const talker = await openTalker("554 a secret of the inner network\r\n");
    const free = await openTalker("");
    opened.pop()?.[Symbol.asyncDispose]();
    const cases = [
      ["address", "smtp://no-such-host.invalid"],
      ["connection", `smtp://127.0.0.1:${free.port}`],
      ["greeting", `smtp://127.0.0.1:${talker.port}`],
      ["login", `smtp://ada:wrong@127.0.0.1:${locked}`],
    ] as const;
    const from = await owner(node);
    for (const [problem, url] of cases) {
      const reply = await check(node, url, from);
      expect(reply.statusCode).toBe(400);
      expect(reply.json()).toEqual({ valid: false, error: expect.stringMatching(`^${problem}: `) });
      expect(reply.body).not.toMatch(/secret|password of|127\.0|ECONN|554|535/);
    }
  });

  it("finds everything before the login for anybody, and tries no login", async () => {
    const node = await open(onLoopback);
    const talker = await openTalker("554 no\r\n");
    const withoutTls = await startMailServer();
    opened.push(withoutTls);
    const port = await openMailServer(login);
    expect((await check(node, `smtp://127.0.0.1:${port}`)).json()).toEqual({ valid: true });
    const cases = [
      ["address", "smtp://ada:x@no-such-host.invalid"],
      ["connection", withoutTls.url("ada:x")],
      ["greeting", `smtp://ada:x@127.0.0.1:${talker.port}`],
      ["login: .*sign in to check it$", `smtp://ada:p%40ss@127.0.0.1:${port}`],
    ] as const;
    for (const [problem, url] of cases) {
      const reply = await check(node, url);
      expect([reply.statusCode, reply.json()]).toEqual([
        400,
        { valid: false, error: expect.stringMatching(`^${problem}`) },
      ]);
    }
  });

  // "Let in" 6: by name, by literal, in every spelling.
  test.each([
    "127.0.0.1",
    "localhost",
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "127.1",
    "0.0.0.0",
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "169.254.169.254",
    "10.0.0.1",
    "[fe80::1]",
    "[fd00::1]",
  ])("does not connect to %s, where the configuration allows no private address", async (host) => {
    const node = await open();
    const { calls } = await openTalker("220 hello\r\n");
    const reply = await check(node, `smtp://${host}:2525`);
    expect(reply.json()).toEqual({ valid: false, error: expect.stringMatching("^address: ") });
    expect(calls()).toBe(0);
  });

  it("does not connect to a port that is none of a mail server's", async () => {
    const node = await open();
    const reply = await check(node, "smtp://1.1.1.1:443");
    expect(reply.json().error).toMatch(/^address: /);
  });

  test.each([
    "https://mail.example",
    "smtp://",
    "smtp:mail.example",
    "smtp://mail.example?proxy=http://127.0.0.1",
    "smtp://mail.example/?tls.rejectUnauthorized=false",
    "smtp://mail.example#x",
    "smtp://mail example",
    "smtp://a%0d%0aRCPT:b@mail.example",
    `smtp://${"a".repeat(3_000)}.example`,
    null,
    ["smtp://mail.example"],
    {},
  ])("takes %j for no mail server", async (transport) => {
    const reply = await check(await open(onLoopback), transport);
    expect([reply.statusCode, reply.json().valid]).toEqual([400, false]);
    expect(reply.json().error).toMatch(/^address: /);
  });

  it("is not a scanner: each client has a few tries a minute", async () => {
    const node = await open();
    const tries = Array.from({ length: limits.smtpChecksPerMinute + 1 }, () =>
      check(node, "x", { remoteAddress: "203.0.113.9" }),
    );
    const codes = (await Promise.all(tries)).map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code === 429)).toHaveLength(1);
    expect((await check(node, "x", { remoteAddress: "203.0.113.10" })).statusCode).toBe(400);
  });
});
