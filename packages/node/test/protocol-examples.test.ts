import { type Envelope, isoSeconds } from "@freehold/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { proofOf } from "./support/proof-of.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "./support/test-network.ts";

/** Keys, clock and ports are fixed, so that the same exchanges come out each time, and their signatures hold. */
const start = Date.UTC(2026, 0, 1) / 1000;
const keys = { ada: "11".repeat(32), ben: "22".repeat(32) };
/** Below those that a system gives to connections that go out, of which one may be anybody's at any moment. */
const ports = { ada: 28_543, ben: 28_544 };
const shownHeaders = [
  "content-type",
  "cache-control",
  "content-disposition",
  "content-description",
  "content-range",
  "accept-ranges",
  "etag",
  "last-modified",
  "link",
  "location",
  "x-content-hash",
  "x-created-at",
  "x-error-detail",
];

let network: TestNetwork;
let ada: TestNode;
let ben: TestNode;
let seconds = start;
const pages: string[] = [];

beforeAll(async () => {
  network = await createTestNetwork();
  const clock = { now: () => seconds * 1000 };
  const options = { clock, settings: { FREEHOLD_ROLE: "web" } };
  ada = await network.start({
    ...options,
    title: "Ada",
    description: "Notes",
    privateKey: keys.ada,
    port: ports.ada,
  });
  ben = await network.start({ ...options, title: "Ben", privateKey: keys.ben, port: ports.ben });
});
afterAll(() => network[Symbol.asyncDispose]());

/** Sends a request, and writes the exchange down. */
async function show(title: string, node: TestNode, request: string, body?: Envelope): Promise<void> {
  const [line = "", ...extra] = request.split("\n");
  const [method = "GET", path = "/"] = line.split(" ");
  const headers = Object.fromEntries(extra.map((pair) => pair.split(": ") as [string, string]));
  const reply = await node.fetch(path, { method: method as "GET", headers, ...(body && { body }) });
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${new URL(node.url).host}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body) lines.push("Content-Type: application/json", "", JSON.stringify(body, null, 2));
  const answer = [`HTTP/1.1 ${reply.status}`];
  for (const name of shownHeaders) {
    if (reply.headers[name] !== undefined) answer.push(`${name}: ${reply.headers[name]}`);
  }
  const text = reply.json === undefined ? reply.body.toString("utf8") : JSON.stringify(reply.json, null, 2);
  pages.push([`## ${title}`, fence("http", lines), fence("http", [...answer, "", text])].join("\n\n"));
}

function fence(language: string, lines: readonly string[]): string {
  return ["```".concat(language), lines.join("\n").trimEnd(), "```"].join("\n");
}

test("the examples in the docs are real answers of nodes", async () => {
  const follow = {
    followerAddress: ben.signer.address,
    followeeAddress: ada.signer.address,
    followerUrl: ben.url,
    followeeUrl: ada.url,
  };
  await show("The profile (4.1)", ada, "GET /ewp/profile");
  await show("No avatar (4.2)", ada, "GET /ewp/avatar");

  const signedFollow = ben.signer.sign("CreateConnection", { ...follow, timestamp: seconds });
  await show("Ben follows Ada (4.5)", ada, "POST /ewp/connections", signedFollow);
  await show("The same follow again: the connection exists", ada, "POST /ewp/connections", signedFollow);
  await ben.fetch("/ewp/connections", { method: "POST", body: signedFollow });

  seconds += 60;
  const post = await ada.publish("# Hello\n", { slug: "hello" });
  await show("The index (4.3)", ada, "GET /ewp/publications?limit=1");
  await show("An invalid limit", ada, "GET /ewp/publications?limit=10abc");
  const content = `/ewp/contents/${post.contentHash}?timestamp=${post.timestamp}`;
  await show("Contents (4.4)", ada, `GET ${content}`);
  await show("A range of the contents", ada, `GET ${content}\nRange: bytes=2-6`);
  await show("Ada notifies Ben of the publication (4.7)", ben, "POST /ewp/publications", proofOf(post));
  await show("Ada has Ben replicate it at once (4.9)", ben, "POST /ewp/replications", proofOf(post));
  await show("A publication that Ben has stored", ben, "POST /ewp/publications", proofOf(post));

  seconds += 60;
  const profile = {
    ownerAddress: ada.signer.address,
    url: ada.url,
    title: "Ada L.",
    description: "",
    timestamp: seconds,
  };
  const update = ada.signer.sign("NodeProfileUpdate", profile);
  await show("Ada changes her profile (4.8)", ben, `PATCH /ewp/nodes/${ada.signer.address}`, update);
  const end = { followerAddress: follow.followerAddress, followeeAddress: follow.followeeAddress };
  const signedEnd = ben.signer.sign("DestroyConnection", { ...end, timestamp: seconds });
  await show("Ben unfollows Ada (4.6)", ada, "DELETE /ewp/connections", signedEnd);
  await show("A follow that has ended already", ada, "DELETE /ewp/connections", signedEnd);
  await show("A replay of the first follow", ada, "POST /ewp/connections", signedFollow);

  const intro = [
    "# Exchanges",
    "",
    "Real exchanges between two nodes of a test with a fixed clock, keys and ports. You can check every signature.",
    `Ada is ${ada.signer.address} at ${ada.url}, Ben is ${ben.signer.address} at ${ben.url}. The time is ${isoSeconds(start)}`,
    "and some minutes later. Headers that every HTTP server sends are left out. The numbers are",
    "sections of the specification.",
  ].join("\n");
  await expect([intro, ...pages, ""].join("\n\n")).toMatchFileSnapshot("../../../docs/protocol-examples.md");
});
