import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createCertificateAuthority, type ServerCertificate } from "../../test/support/certificates.ts";
import { freePort } from "../../test/support/free-port.ts";
import { type MailServer, startMailServer } from "../../test/support/mail-server.ts";
import { parseMailTransport } from "./mail-transport.ts";
import type { MailConfig } from "./mailer.ts";
import { checkMailServer, type MailMessage, sendMail } from "./mailer.ts";

let folder: string;
let certificate: ServerCertificate;
let expired: ServerCertificate;
let config: MailConfig;
let strict: MailConfig;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "freehold-mail-"));
  const authority = await createCertificateAuthority();
  certificate = await authority.issue(["localhost", "127.0.0.1"]);
  expired = await authority.issue(["localhost"], { from: new Date(0), until: new Date(1e12) });
  const peerCa = join(folder, "ca.pem");
  await writeFile(peerCa, authority.certificate);
  config = { allowPrivatePeers: true, peerPorts: "any", peerCa, url: "https://ada.example" };
  strict = { ...config, allowPrivatePeers: false };
});
afterAll(() => rm(folder, { recursive: true }));

const used: AsyncDisposable[] = [];
afterEach(async () => {
  for (const resource of used.splice(0)) await resource[Symbol.asyncDispose]();
});

async function serve(...[options, answers]: Parameters<typeof startMailServer>): Promise<MailServer> {
  const server = await startMailServer(options, answers);
  used.push(server);
  return server;
}

/** A server that says what it is told to whoever connects. */
async function serveRaw(onConnection: (socket: Socket) => void): Promise<string> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => {});
    onConnection(socket);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  used.push({
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
  return `smtp://127.0.0.1:${port}`;
}

const transportOf = (url: string) => {
  const transport = parseMailTransport(url);
  if (!transport) throw new Error(`${url} is no mail transport.`);
  return transport;
};
const check = (url: string, over: MailConfig = config) => checkMailServer(over, transportOf(url));
const message: MailMessage = {
  id: "1.abc@node.example",
  from: { name: "Ada's, <node>", address: "node@example.org" },
  to: "reader@example.org",
  subject: "Grüße",
  text: "Hello.",
  html: "<p>Hello.</p>",
};
const send = (url: string, changes: Partial<MailMessage> = {}, over: MailConfig = config) =>
  sendMail(over, transportOf(url), { ...message, ...changes });
/** A login that knows one user. */
const withLogin = (): Parameters<typeof startMailServer>[0] => ({
  ...certificate,
  authOptional: false,
  onAuth({ username, password }, _session, callback) {
    if (username === "ada" && password === "p w") callback(null, { user: username });
    else callback(new Error("no"));
  },
});

describe("a mail", () => {
  it("arrives in both versions, to one address", async () => {
    const server = await serve();
    await send(server.url());
    const [mail] = server.received;
    expect(server.received).toHaveLength(1);
    expect(mail).toMatchObject({ from: "node@example.org", to: ["reader@example.org"] });
    expect(mail?.source).toContain("Message-ID: <1.abc@node.example>");
    expect(mail?.source).toContain('From: "Ada\'s, <node>" <node@example.org>');
    expect(mail?.source).toContain("Content-Type: text/plain");
    expect(mail?.source).toContain("<p>Hello.</p>");
  });

  it.each([
    ["to", "a@example.org\r\nBcc: b@example.org"],
    ["subject", "Hello\nBcc: b@example.org"],
    ["id", "1\r\nX-Evil: 1@node.example"],
  ])("is refused when its %s has a line break", async (part, value) => {
    const server = await serve();
    await expect(send(server.url(), { [part]: value })).rejects.toMatchObject({ problem: "message" });
    expect(server.received).toEqual([]);
  });

  it.each([
    "a@example.org,b@example.org",
    "X <c@example.org>",
    '"a b"@example.org',
    "a@b@c.org",
    "a@localhost",
    "",
  ])("is refused when it is for %s, which is not one address", async (to) => {
    const server = await serve();
    await expect(send(server.url(), { to })).rejects.toMatchObject({ problem: "message", smtpStatus: 553 });
    expect(server.received).toEqual([]);
  });

  it("uses TLS where the server has it, and a login inside it", async () => {
    for (const secure of [true, false]) {
      const server = await serve({ ...withLogin(), secure });
      await send(server.url("ada:p%20w"));
      expect(server.received).toMatchObject([{ secure: true }]);
    }
  });

  it("logs in where the server knows AUTH LOGIN only, and sends nothing with a wrong password", async () => {
    const server = await serve({ ...withLogin(), authMethods: ["LOGIN"] });
    await send(server.url("ada:p%20w"));
    expect(server.received).toHaveLength(1);
    const failure = await send(server.url("ada:wrong")).catch((error) => error);
    expect(failure).toMatchObject({ problem: "login", smtpStatus: 535, blames: null, isPerhapsSent: false });
    expect(server.seen).toHaveLength(1);
  });

  it("tells what the server refused for good, and what only for now", async () => {
    const server = await serve(
      {},
      {
        recipient: (address) => (address.startsWith("gone") ? 550 : address.startsWith("full") ? 452 : null),
        message: () => 554,
      },
    );
    await expect(send(server.url(), { to: "gone@example.org" })).rejects.toMatchObject({
      problem: "message",
      smtpStatus: 550,
    });
    await expect(send(server.url(), { to: "full@example.org" })).rejects.toMatchObject({ smtpStatus: 452 });
    const failure = await send(server.url()).catch((error: unknown) => error);
    expect(failure).toMatchObject({ problem: "message", smtpStatus: 554 });
    expect(String(failure)).not.toContain("said the server");
  });

  it("ends when the caller gives up", async () => {
    const controller = new AbortController();
    const url = await serveRaw(() => controller.abort());
    await expect(
      sendMail(config, transportOf(url), message, { signal: controller.signal }),
    ).rejects.toBeDefined();
  });
});

describe("a check of a mail server", () => {
  it("passes with the right login", async () => {
    for (const secure of [true, false])
      await check((await serve({ ...withLogin(), secure })).url("ada:p%20w"));
    await check((await serve()).url());
  });

  it("tells a wrong login, and one that nobody asked for", async () => {
    await expect(check((await serve(withLogin())).url("ada:wrong"))).rejects.toMatchObject({
      problem: "login",
    });
    const open = await serve({ ...certificate, disabledCommands: ["AUTH"] });
    await expect(check(open.url("ada:wrong"))).rejects.toMatchObject({ problem: "login" });
  });

  it("tells a certificate that does not count", async () => {
    for (const secure of [true, false]) {
      const server = await serve({ ...certificate, secure });
      await expect(check(server.url(), { ...config, peerCa: null })).rejects.toMatchObject({
        problem: "connection",
      });
      const old = await serve({ ...expired, secure });
      await expect(check(old.url())).rejects.toMatchObject({ problem: "connection" });
      await expect(send(old.url())).rejects.toMatchObject({ problem: "connection", isPerhapsSent: false });
      expect([server.seen, old.seen]).toEqual([[], []]);
    }
  });

  it("names the failed step: no answer, another kind of server, no such host", async () => {
    await expect(check(`smtp://127.0.0.1:${await freePort()}`)).rejects.toMatchObject({
      problem: "connection",
    });
    const web = await serveRaw((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    await expect(check(web)).rejects.toMatchObject({ problem: "greeting" });
    const closed = await serveRaw((socket) => socket.destroy());
    await expect(check(closed)).rejects.toMatchObject({ problem: "greeting" });
    await expect(check("smtp://no-such-host.invalid")).rejects.toMatchObject({ problem: "address" });
  });

  it("connects to no private address and to no other port where that is not allowed", async () => {
    let calls = 0;
    const url = new URL(
      await serveRaw((socket) => {
        calls += 1;
        socket.end("220 hello\r\n");
      }),
    );
    const hosts = ["127.0.0.1", "localhost", "2130706433", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]", "[::]"];
    for (const host of hosts) {
      const address = `smtp://${host}:${url.port}`;
      await expect(check(address, strict)).rejects.toMatchObject({ problem: "address" });
    }
    await expect(check(url.href, { ...config, peerPorts: [443] })).rejects.toMatchObject({
      problem: "address",
    });
    expect(calls).toBe(0);
  });

  it("tells no password in the clear", async () => {
    const heard: string[] = [];
    const url = await serveRaw((socket) => {
      socket.write("220 hello\r\n");
      socket.on("data", (bytes) => {
        heard.push(String(bytes));
        socket.write(/^EHLO/.test(String(bytes)) ? "250-hello\r\n250 AUTH PLAIN\r\n" : "502 no\r\n");
      });
    });
    await expect(check(url.replace("://", "://ada:secret@"))).rejects.toMatchObject({
      problem: "connection",
    });
    expect(heard.join("")).toMatch(/^EHLO .*\r\nSTARTTLS\r\n$/);
  });

  it("does not wait for one who says nothing", async () => {
    const url = await serveRaw(() => {});
    await expect(checkMailServer(config, transportOf(url), { totalMs: 100 })).rejects.toMatchObject({
      problem: "greeting",
    });
  });
});

it("sends the next mail over the same connection, and over a new one when that has ended or the settings changed", async () => {
  let opened = 0;
  const options = {
    key: certificate.key,
    cert: certificate.cert,
    onConnect(_session: unknown, callback: () => void) {
      opened += 1;
      callback();
    },
  };
  const server = await serve(options, { recipient: (to) => (to.startsWith("no") ? 550 : null) });
  const sendTo = (to: string, url = server.url()) =>
    sendMail(config, transportOf(url), {
      id: `${to}.1`,
      from: { name: "Ada", address: "ada@ada.example" },
      to,
      subject: "One",
      text: "One",
      html: "<p>One</p>",
    });
  for (const name of ["a", "b", "c"]) await sendTo(`${name}@example.org`);
  expect(opened).toBe(1);
  await sendTo("d@example.org", server.url(undefined, "127.0.0.1"));
  expect(opened).toBe(2);
  // A refused mail ends its connection.
  await expect(sendTo("no@example.org")).rejects.toMatchObject({ smtpStatus: 550 });
  await sendTo("e@example.org");
  expect(opened).toBe(4);
  expect(server.received.map(({ to, secure }) => [to[0]?.[0], secure])).toEqual(
    [..."abcde"].map((name) => [name, true]),
  );
});
