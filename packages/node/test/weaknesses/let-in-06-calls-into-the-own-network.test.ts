import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createSecureContext } from "node:tls";
import { type Address, contentHash, type Envelope, PeerError } from "@freehold/protocol";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { captureStreams } from "../../src/cli/captured-terminal.ts";
import { runCommandLine } from "../../src/cli/run-command-line.ts";
import { deliverConnection } from "../../src/domain/connections/deliver-connection.ts";
import { locateNode } from "../../src/domain/connections/locate-node.ts";
import { requireOneHome } from "../../src/domain/connections/require-one-home.ts";
import { verifyNodeIdentity } from "../../src/domain/connections/verify-node-identity.ts";
import { askForCall } from "../../src/domain/diagnosis/ask-for-call.ts";
import { sendProbe } from "../../src/domain/diagnosis/send-probe.ts";
import { callOut } from "../../src/domain/errands/call-out.ts";
import { deliverProfileUpdate } from "../../src/domain/profile/deliver-profile-update.ts";
import { createPictureKeeper } from "../../src/domain/profile/keep-peer-picture.ts";
import { countPeerPublications, readPeerPicture } from "../../src/domain/profile/look-at-peer.ts";
import { refreshPeerProfile } from "../../src/domain/profile/refresh-peer-profile.ts";
import { saveSignedUpdate } from "../../src/domain/profile/signed-update.ts";
import { deliverPublication } from "../../src/domain/publications/deliver-publication.ts";
import { catchUp } from "../../src/domain/replication/catch-up.ts";
import { fetchContent } from "../../src/domain/replication/fetch-content.ts";
import { verifyAtNode } from "../../src/domain/verification/verify-at-node.ts";
import { createSigner, type Signer } from "../../src/keystore/signer.ts";
import { checkMailServer } from "../../src/mail/check-mail-server.ts";
import { parseMailTransport } from "../../src/mail/mail-transport.ts";
import { sendMail } from "../../src/mail/send-mail.ts";
import { isGlobalUnicast } from "../../src/peers/address-policy.ts";
import { connectSocket } from "../../src/peers/connect-socket.ts";
import { createOutlook } from "../../src/peers/outlook.ts";
import { createTransport } from "../../src/peers/transport.ts";
import { deleteConnection, insertConnection } from "../../src/store/connections.ts";
import type { OutboxEntry } from "../../src/store/outbox.ts";
import { saveProfile } from "../../src/store/profiles.ts";
import type { OutboxKind } from "../../src/store/tables/queues.ts";
import { profileOf } from "../support/store-records.ts";
import { stubResolver } from "../support/stub-resolver.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "../support/test-network.ts";
import { serveHttps } from "../support/tls-server.ts";
import { setTrap, type Trap } from "../support/trap.ts";

const sources = join(import.meta.dirname, "../../src");

/** What stands in the place of a host, and leads to this machine or its network. */
const hosts: Readonly<Record<string, string>> = {
  "a name of this machine": "localhost",
  "the name with a dot": "localhost.",
  "the name in capitals": "LOCALHOST",
  loopback: "127.0.0.1",
  "another loopback": "127.8.9.10",
  "with a dot": "127.0.0.1.",
  decimal: "2130706433",
  octal: "0177.0.0.1",
  "octal, one number": "017700000001",
  hexadecimal: "0x7f000001",
  "hexadecimal parts": "0x7f.0x0.0x0.0x1",
  short: "127.1",
  "short, three parts": "127.0.1",
  "percent-encoded": "%31%32%37.0.0.1",
  "full-width digits": "１２７.０.０.１",
  "full-width dots": "127。0。0。1",
  "circled digits": "①②⑦.⓪.⓪.①",
  unspecified: "0.0.0.0",
  "unspecified, short": "0",
  "this network": "0.1.2.3",
  private: "10.0.0.1",
  "private, 172": "172.16.0.1",
  "private, 192": "192.168.0.1",
  "shared by a carrier": "100.64.0.1",
  "cloud metadata": "169.254.169.254",
  "cloud metadata, decimal": "2852039166",
  "protocol assignments": "192.0.0.192",
  benchmarks: "198.18.0.1",
  multicast: "224.0.0.1",
  broadcast: "255.255.255.255",
  "loopback, IPv6": "[::1]",
  "loopback, written out": "[0:0:0:0:0:0:0:1]",
  "unspecified, IPv6": "[::]",
  mapped: "[::ffff:127.0.0.1]",
  "mapped, in hexadecimal": "[::ffff:7f00:1]",
  "mapped, written out": "[0:0:0:0:0:FFFF:7F00:0001]",
  "mapped metadata": "[::ffff:169.254.169.254]",
  compatible: "[::127.0.0.1]",
  translated: "[::ffff:0:127.0.0.1]",
  NAT64: "[64:ff9b::7f00:1]",
  "NAT64, local": "[64:ff9b:1::7f00:1]",
  "6to4": "[2002:7f00:1::]",
  Teredo: "[2001:0:7f00:1::1]",
  "unique local": "[fd00::1]",
  "cloud metadata, IPv6": "[fd00:ec2::254]",
  "link-local": "[fe80::1]",
  "multicast, IPv6": "[ff02::1]",
  "with credentials": "someone:secret@127.0.0.1",
  "credentials that look like a host": "example.org@127.0.0.1",
};

/** Texts that no library of ours may take for a URL at all. */
const zoned = ["https://[fe80::1%25eth0]", "https://[::1%25lo]"];

/**
 * A refusal before any connection, in the words of one of the rooms. A stranger hears no more than that the identity or the URL did not hold.
 */
const refusal = new RegExp(
  [
    "ADDRESS_NOT_ALLOWED",
    "not one that this node connects to",
    "has no address",
    "ENOTFOUND",
    "not the HTTPS base URL",
    "is not an https:// address",
    "Between nodes only https",
    "can't be used",
    "is malformed",
    "FOLLOWER_IDENTITY_MISMATCH",
    "URL_VERIFICATION_FAILED",
    // Where nobody is told anything: what answered there would be a conflict.
    "^$",
  ].join("|"),
);

let network: TestNetwork;
let trap: Trap;
let ada: TestNode;
let stranger: Signer;
let publicationId: number;
beforeAll(async () => {
  network = await createTestNetwork();
  trap = await setTrap();
  ada = await network.start({
    // The trap's port is allowed, so that it is the address that is refused.
    settings: {
      FREEHOLD_ALLOW_PRIVATE_PEERS: "false",
      FREEHOLD_PEER_PORTS: `443,${trap.port}`,
      FREEHOLD_ROLE: "web",
    },
  });
  stranger = createSigner(randomBytes(32));
  publicationId = (await ada.publish("# A post")).id;
});
afterAll(async () => {
  await network[Symbol.asyncDispose]();
  await trap[Symbol.asyncDispose]();
});

const context = () => ada.running.context;
const now = () => Math.floor(Date.now() / 1000);

/** The stranger is known at that URL, follows and is followed. */
async function know(url: string): Promise<Address> {
  const { address } = stranger;
  const [own, other] = [
    { address: ada.signer.address, url: ada.url },
    { address, url },
  ];
  await context().store.transaction(async (tx) => {
    await saveProfile(tx, { ...profileOf(2), address, url, fetchedAt: 0 });
    for (const [follower, followee] of [
      [own, other],
      [other, own],
    ] as const) {
      await deleteConnection(tx, follower.address, followee.address);
      await insertConnection(tx, {
        followerAddress: follower.address,
        followeeAddress: followee.address,
        followerUrl: follower.url,
        followeeUrl: followee.url,
        signedAt: now() - 7_200,
        proof: "{}",
        createdAt: 0,
      });
    }
  });
  return address;
}

function entryOf(kind: OutboxKind, subject: string, payload: Envelope | null = null): OutboxEntry {
  return {
    id: 1,
    kind,
    peerAddress: stranger.address,
    subject,
    payload: payload && JSON.stringify(payload),
    state: "pending",
    attempts: 0,
    nextTryAt: 0,
    claimedBy: null,
    createdAt: 0,
    expiresAt: Date.now() + 10 ** 9,
    finishedAt: null,
    lastError: null,
  };
}

async function end(url: string) {
  const followeeAddress = await know(url);
  const pair = { followerAddress: ada.signer.address, followeeAddress };
  await context().store.transaction((tx) => deleteConnection(tx, pair.followerAddress, followeeAddress));
  const envelope = ada.signer.sign("DestroyConnection", { ...pair, timestamp: now() });
  return await deliverConnection(context(), entryOf("connection.destroy", "end", envelope));
}

async function follow(url: string) {
  const followeeAddress = await know(url);
  const followerAddress = ada.signer.address;
  await context().store.transaction((tx) => deleteConnection(tx, followerAddress, followeeAddress));
  const pair = { followerAddress, followerUrl: ada.url, followeeAddress, followeeUrl: url };
  const envelope = ada.signer.sign("CreateConnection", { ...pair, timestamp: now() });
  return await deliverConnection(context(), entryOf("connection.create", "follow", envelope));
}

async function tellOfProfile(url: string) {
  await know(url);
  const timestamp = now();
  const own = { ownerAddress: ada.signer.address, url: ada.url, title: "Ada", description: "" };
  const envelope = ada.signer.sign("NodeProfileUpdate", { ...own, timestamp });
  const { store } = context();
  await store.transaction((tx) => saveSignedUpdate(tx, { baseline: envelope, reference: null }));
  return await deliverProfileUpdate(context(), entryOf("profile.update", String(timestamp)));
}

async function verifyByCommand(target: string) {
  const streams = captureStreams();
  const flags = ["--data", ada.config.dataDir];
  await runCommandLine(["verify", target, ...flags], streams, () => new AbortController().signal);
  return streams.text.out + streams.text.err;
}

const hash = contentHash(new Uint8Array());
const mail = (host: string) => {
  const transport = parseMailTransport(`smtp://${host}:${trap.port}`);
  if (!transport) throw new Error("This is no https or mail address: can't be used.");
  return transport;
};

const message = {
  id: "1@ada.example",
  from: { name: "Ada", address: "ada@ada.example" },
  to: "reader@example.org",
  subject: "Hello",
  text: "Hello.",
  html: "<p>Hello.</p>",
};

/**
 * Every place of the sources that has a call made, by its file, and how a host gets there. `host` is as it stands in a URL.
 */
const callSites: Readonly<Record<string, (url: string, host: string) => Promise<unknown>>> = {
  "cli/verify.ts": (url) => verifyByCommand(url),
  "domain/publications/deliver-publication.ts": async (url) => {
    await know(url);
    return await deliverPublication(context(), entryOf("publication", String(publicationId)));
  },
  "domain/profile/refresh-peer-profile.ts": async (url) =>
    await refreshPeerProfile(context(), await know(url)),
  "domain/profile/keep-peer-picture.ts": async (url) => {
    await createPictureKeeper(context())(await know(url));
    return await why(url);
  },
  "domain/profile/deliver-profile-update.ts": tellOfProfile,
  "domain/profile/apply-profile-update.ts": async (url) => {
    const ownerAddress = await know("https://stranger.example");
    const timestamp = now() + 1;
    const meaning = { ownerAddress, url, title: "Moved", description: "", timestamp };
    return await ada
      .fetch(`/ewp/nodes/${ownerAddress}`, {
        method: "PATCH",
        body: stranger.sign("NodeProfileUpdate", meaning),
      })
      .then(({ body }) => body.toString());
  },
  "domain/connections/deliver-follow.ts": follow,
  "domain/connections/deliver-connection.ts": end,
  "domain/connections/verify-node-identity.ts": (url) =>
    verifyNodeIdentity(
      context(),
      { address: stranger.address, url, ownUrl: ada.url },
      "FOLLOWER_IDENTITY_MISMATCH",
    ),
  "domain/connections/read-node.ts": (url) => locateNode(context(), url),
  "domain/connections/require-one-home.ts": async (url) =>
    await requireOneHome(context(), { address: await know(url), url: "https://elsewhere.example" }),
  "domain/profile/look-at-peer.ts": async (url) => {
    const node = { url, form: "baseline" } as const;
    return [
      await readPeerPicture(context(), node),
      await countPeerPublications(context(), node),
      await why(url),
    ];
  },
  "domain/verification/verify-at-node.ts": async (url) => {
    const wanted = { at: "node", url, contentHash: hash, slug: null, timestamp: null } as const;
    return [await verifyAtNode(context(), wanted), await why(url)];
  },
  "domain/diagnosis/ask-for-call.ts": (url) =>
    askForCall(
      context(),
      { address: stranger.address, url },
      { url: ada.url, nonce: "0".repeat(32), signal: AbortSignal.timeout(5_000) },
    ),
  "domain/diagnosis/checks/check-clock.ts": (url) => sendTo(url),
  "domain/diagnosis/send-probe.ts": (url) =>
    sendProbe(
      context(),
      { url, nonce: "0".repeat(32), signal: AbortSignal.timeout(5_000) },
      { method: "GET", deadlineMs: 5_000 },
    ).then((outcome) => ("error" in outcome ? outcome.error : outcome)),
  "domain/replication/catch-up.ts": async (url) => await catchUp(context(), await know(url)),
  "domain/replication/fetch-content.ts": (url) =>
    fetchContent(context(), url, { publisherAddress: stranger.address, contentHash: hash, timestamp: 1 }),
  "domain/errands/call-out.ts": (url) => callOut(context(), { url, headers: {}, body: "{}" }),
  "mail/check-mail-server.ts": async (_url, host) => await checkMailServer(mailConfig(), mail(host)),
  "mail/send-mail.ts": async (_url, host) => await sendMail(mailConfig(), mail(host), message),
  "peers/outlook.ts": async (_url, host) => {
    using outlook = createOutlook(context().config);
    const address = host.replace(/^\[(.*)\]$/, "$1");
    return await outlook.inspectCertificate(
      { host: "ada.example", address, port: trap.port },
      AbortSignal.timeout(5_000),
    );
  },
};

const mailConfig = () => ({ ...context().config, peerPorts: "any" as const });

const sendTo = (url: string) =>
  context().peers.send({ method: "GET", url, headers: {}, maxBytes: 1_000, deadlineMs: 5_000 });

/** For what goes on without an answer, and says nothing of why there is none: that it did not connect, the trap tells. */
const why = (url: string) => outcomeOf(() => sendTo(url));

/** What became of an attempt, errors and all, as a text. */
async function outcomeOf(attempt: () => Promise<unknown>): Promise<string> {
  const tell = (value: unknown): string =>
    value instanceof Error
      ? [String(value), "code" in value ? value.code : "", value.cause ? tell(value.cause) : ""].join(" ")
      : (JSON.stringify(value) ?? "");
  return await attempt().then(tell, tell);
}

describe.each(Object.entries(callSites))("%s", (_file, attempt) => {
  it("connects to nothing in the own network, whatever way it is written", async () => {
    const taken: string[] = [];
    for (const [name, host] of Object.entries(hosts)) {
      const told = await outcomeOf(() => attempt(`https://${host}:${trap.port}`, host));
      if (!refusal.test(told)) taken.push(`${name}: ${told}`);
    }
    expect(taken).toEqual([]);
    expect(trap.connections).toBe(0);
  });
});

describe("the sources", () => {
  const files = readdirSync(sources, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => ({ file: file.replaceAll("\\", "/"), text: readFileSync(join(sources, file), "utf8") }));
  const whoHas = (pattern: RegExp) =>
    files
      .filter(({ text }) => pattern.test(text))
      .map(({ file }) => file)
      .sort();

  test("call others at these places and at no other", () => {
    const callers = whoHas(
      /\bpeers\s*\.(?:at|send)\(|\.(?:at)\(\s*(?:url|peer\.url|known\.url)|\busing mailer = openMailer\(|\binspectCertificate\(target, guard/,
    );
    expect(callers).toEqual(Object.keys(callSites).sort());
  });

  test("open connections behind the guard alone", () => {
    const imports = (names: string) => new RegExp(`^import (?!type)[^;]*from "(?:${names})"`, "m");
    expect(whoHas(imports("undici"))).toEqual([
      "peers/failure-of.ts",
      "peers/guarded-connector.ts",
      "peers/transport.ts",
    ]);
    expect(whoHas(imports("nodemailer"))).toEqual(["mail/open-mailer.ts"]);
    // The own server, on the own machine, as the configuration has it: nobody else names that address.
    expect(whoHas(/^import [^;]*\brequest\b[^;]* from "node:https?"/m)).toEqual(["peers/call-here.ts"]);
    expect(whoHas(/^import [^;]*\bconnect\b[^;]* from "node:(?:net|tls)"/m)).toEqual([
      "peers/connect-socket.ts",
      "peers/inspect-certificate.ts",
    ]);
    expect(whoHas(imports("node:http2|node:dgram|ws|got|axios|node-fetch"))).toEqual([]);
    expect(
      whoHas(/\b(?:createConnection|new (?:WebSocket|EventSource|Client|Socket))\(\s*(?:["'`{]|url)/),
    ).toEqual([]);
    // The push library could send by itself; it only encrypts here.
    expect(whoHas(/\bsendNotification\(/)).toEqual([]);
    expect(whoHas(/(?<![.\w])fetch\(/)).toEqual([]);
  });
});

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
    secureContext: createSecureContext({ ca: network.authority }),
  });

  it.each(answers)("that leads to %s is refused at the connection, by HTTPS and by mail", async (address) => {
    const guard = open(stubResolver([address]));
    const transport = createTransport(guard);
    const call = { method: "GET", url: `https://peer.test:${trap.port}/`, headers: {} };
    await expect(transport.send({ ...call, maxBytes: 1_000, deadlineMs: 5_000 })).rejects.toMatchObject({
      code: "ADDRESS_NOT_ALLOWED",
    });
    const target = { host: "mail.test", port: trap.port };
    await expect(connectSocket(target, guard, AbortSignal.timeout(5_000))).rejects.toMatchObject({
      code: "ADDRESS_NOT_ALLOWED",
    });
    await transport.close();
    expect(trap.connections).toBe(0);
  });

  it("that changes its address between two look-ups is refused at the second connection", async () => {
    const certificate = network.certificate;
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

  it("with one good address and a bad one is called at the good one alone", async () => {
    await using honest = await serveHttps(network.certificate, (_request, response) => response.end("hello"));
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
  await using server = await serveHttps(network.certificate, (_request, response) => {
    // A header's characters are bytes.
    response.writeHead(302, { location: Buffer.from(location).toString("latin1") }).end();
  });
  const transport = createTransport({
    isAllowedAddress: (ip) => ip === "127.0.0.1" || isGlobalUnicast(ip),
    ports: [server.port],
    resolver: stubResolver(["127.0.0.1"]),
    secureContext: createSecureContext({ ca: network.authority }),
  });
  // The server's own address is allowed in this test: those of the list that are the same are tried by their port.
  const urls = [...Object.values(hosts).map((host) => `https://${host}:${trap.port}/`), ...zoned];
  for (location of [...urls, "http://localhost/", `//127.0.0.1:${trap.port}/`, "file:///etc/passwd"]) {
    const call = { method: "GET", url: server.url(), headers: {}, maxBytes: 1_000, deadlineMs: 5_000 };
    const told = await outcomeOf(() => transport.send(call));
    if (!/PeerError.*(?:ADDRESS_NOT_ALLOWED|PORT_NOT_ALLOWED|BAD_REDIRECT)/.test(told))
      taken.push(`${location}: ${told}`);
  }
  await transport.close();
  expect(taken).toEqual([]);
  expect(trap.connections).toBe(0);
});

it.each(zoned)("takes %s for no URL at all", async (url) => {
  expect(URL.canParse(url)).toBe(false);
  await expect(sendTo(url)).rejects.toBeInstanceOf(PeerError);
});

it("knocks at no port but HTTPS's own", async () => {
  for (const port of [22, 80, 8443, 6379, trap.port + 1]) {
    await expect(sendTo(`https://example.org:${port}/`)).rejects.toMatchObject({ code: "PORT_NOT_ALLOWED" });
  }
});

it("tells a stranger nothing of what answered there, or whether anybody did", async () => {
  const told = new Set<string>();
  for (const host of ["127.0.0.1", "10.0.0.1", "localhost", "[::1]"]) {
    const url = `https://${host}:${trap.port}`;
    const pair = {
      followerAddress: stranger.address,
      followerUrl: url,
      followeeAddress: ada.signer.address,
      followeeUrl: ada.url,
      timestamp: now(),
    };
    await context().store.transaction((tx) => deleteConnection(tx, stranger.address, ada.signer.address));
    const reply = await ada.fetch("/ewp/connections", {
      method: "POST",
      body: stranger.sign("CreateConnection", pair),
    });
    told.add(`${reply.status} ${reply.body.toString()}`);
  }
  expect([...told]).toHaveLength(1);
  expect([...told][0]).toMatch(/^401 .*FOLLOWER_IDENTITY_MISMATCH/);
  expect(trap.connections).toBe(0);
});
