import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { deleteConnection } from "../../src/store/peers/connections.ts";
import { callSites } from "../support/call-sites.ts";
import { innerHosts } from "../support/inner-hosts.ts";
import { now, type OutboundFixture, openOutboundFixture, outcomeOf } from "../support/outbound-fixture.ts";

const sources = join(import.meta.dirname, "../../src");

/**
 * A refusal before any connection, in the words of one of the rooms. An anonymous caller hears no more than that the identity or the URL did not hold.
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
    // The answer reveals nothing: a reply from there would be a conflict.
    "^$",
  ].join("|"),
);

let fixture: OutboundFixture;
beforeAll(async () => {
  fixture = await openOutboundFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

describe.each(Object.entries(callSites))("%s", (_file, attempt) => {
  it("connects to no address of the own network, in any spelling", async () => {
    const taken: string[] = [];
    for (const [name, host] of Object.entries(innerHosts)) {
      const told = await outcomeOf(() => attempt(fixture, `https://${host}:${fixture.honeypot.port}`, host));
      if (!refusal.test(told)) taken.push(`${name}: ${told}`);
    }
    expect(taken).toEqual([]);
    expect(fixture.honeypot.connections).toBe(0);
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

  test("call other hosts only at these places", () => {
    const callers = whoHas(
      /\bpeers\s*\.(?:at|send)\(|\.(?:at)\(\s*(?:url|peer\.url|known\.url)|\bawait openMailer\(|\binspectCertificate\(target, guard/,
    );
    const known = new Set(Object.keys(callSites).map((site) => site.split(": ", 1)[0]));
    expect(callers).toEqual([...known].sort());
  });

  test("open connections only behind the guard", () => {
    const imports = (names: string) =>
      new RegExp(`^import (?!type)[^;]*from "(?:${names})"|\\bimport\\("(?:${names})"\\)`, "m");
    expect(whoHas(imports("undici"))).toEqual([
      "peers/failure-of.ts",
      "peers/guarded-connector.ts",
      "peers/transport.ts",
    ]);
    expect(whoHas(imports("nodemailer"))).toEqual(["mail/mailer.ts"]);
    // The own server, on the own machine, as the configuration has it: nobody else names that address.
    expect(whoHas(/^import [^;]*\brequest\b[^;]* from "node:https?"/m)).toEqual(["peers/network-probe.ts"]);
    expect(whoHas(/^import [^;]*\bconnect\b[^;]* from "node:(?:net|tls)"/m)).toEqual([
      "peers/connect-socket.ts",
      "peers/network-probe.ts",
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

it("reveals nothing about the target to an anonymous caller, not even whether it answered", async () => {
  const told = new Set<string>();
  for (const host of ["127.0.0.1", "10.0.0.1", "localhost", "[::1]"]) {
    const url = `https://${host}:${fixture.honeypot.port}`;
    const pair = {
      followerAddress: fixture.peer.address,
      followerUrl: url,
      followeeAddress: fixture.ada.signer.address,
      followeeUrl: fixture.ada.url,
      timestamp: now(),
    };
    await fixture
      .context()
      .store.transaction((tx) => deleteConnection(tx, fixture.peer.address, fixture.ada.signer.address));
    const reply = await fixture.ada.fetch("/ewp/connections", {
      method: "POST",
      body: fixture.peer.sign("CreateConnection", pair),
    });
    told.add(`${reply.status} ${reply.body.toString()}`);
  }
  expect([...told]).toHaveLength(1);
  expect([...told][0]).toMatch(/^401 .*FOLLOWER_IDENTITY_MISMATCH/);
  expect(fixture.honeypot.connections).toBe(0);
});
