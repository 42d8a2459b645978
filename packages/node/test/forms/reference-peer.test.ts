import { randomBytes } from "node:crypto";
import { contentHash, type Form, type Meanings, type MessageKind } from "@freehold/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSigner } from "../../src/domain/access/signer.ts";
import { createReferencePeer, type ReferencePeer } from "../support/reference-peer/reference-peer.ts";
import { createTestNetwork, type FetchOptions, type TestNetwork } from "../support/test-network.ts";
import { serveHttps, type TestServer } from "../support/tls-server.ts";

/** The double is worth what it refuses: each of these catches a node that speaks a little differently. */
describe("a peer of the reference form accepts no other form (decisions 1, 3, 6, 9)", () => {
  const signer = createSigner(randomBytes(32));
  const { address } = signer;
  const contents = new Map<string, { body: Uint8Array; headers: Record<string, string> }>();
  let network: TestNetwork;
  let rex: ReferencePeer;
  /** A node of which only profile and contents are there. */
  let stub: TestServer;
  let url: string;
  /** What its profile says beside address, URL and title. */
  let said: Record<string, unknown> = { description: "" };
  /** What it answers to the end of a follow. */
  let deletes = 204;

  beforeAll(async () => {
    network = await createTestNetwork();
    rex = await createReferencePeer(network);
    stub = await serveHttps(network.certificate, (request, response) => {
      request.resume();
      const path = request.url?.split("?")[0] ?? "";
      const content = contents.get(path);
      if (content) return response.writeHead(200, content.headers).end(content.body);
      if (path === "/ewp/profile") {
        const updated_at = new Date(0).toISOString();
        return response.end(JSON.stringify({ address, url, title: "Stub", updated_at, ...said }));
      }
      return response.writeHead(request.method === "DELETE" ? deletes : 201).end();
    });
    url = `https://localhost:${stub.port}`;
    rex.state.nodes.set(address, {
      address,
      url,
      title: "Stub",
      description: "",
      created_at: 0,
      updated_at: 0,
    });
    rex.state.connections.push({ follower: rex.address, followee: address });
  });
  afterAll(async () => {
    await rex.stop();
    await stub[Symbol.asyncDispose]();
    await network[Symbol.asyncDispose]();
  });

  const now = () => Math.floor(Date.now() / 1000);
  const sign = <K extends MessageKind>(kind: K, meaning: Meanings[K], form: Form = "reference") =>
    signer.sign(kind, meaning, form);
  const call = async (path: string, options: FetchOptions) => {
    const { status, json } = await network.fetch(`${rex.url}${path}`, options);
    return [status, Object(json).error];
  };
  const post = (path: string, body: unknown) => call(path, { method: "POST", body });

  function statement(content: string | Uint8Array, headers: Record<string, string>) {
    const body = Buffer.from(content);
    const hash = contentHash(body);
    contents.set(`/ewp/contents/${hash}`, { body, headers });
    return sign("StatementOfSource", { contentHash: hash, publisherAddress: address, timestamp: now() });
  }

  test("Markdown is exactly text/markdown; with a charset it is a file without a description", async () => {
    const bad = statement("one", { "content-type": "text/markdown; charset=utf-8" });
    expect(await post("/ewp/replications", bad)).toEqual([400, "CONTENT_DESCRIPTION_MISSING"]);
    const good = statement("two", { "content-type": "text/markdown" });
    expect(await post("/ewp/replications", good)).toEqual([201, undefined]);
    expect(await post("/ewp/replications", good)).toEqual([409, "REPLICATION_ALREADY_EXISTS"]);
  });

  test("a text is decoded before it is hashed: a byte-order mark makes it another", async () => {
    const marked = statement("\ufeffmarked", { "content-type": "text/markdown" });
    expect(await post("/ewp/replications", marked)).toEqual([400, "CONTENT_HASH_MISMATCH"]);
    const file = { "content-type": "text/plain; charset=utf-8", "content-description": "marked" };
    expect(await post("/ewp/replications", statement("\ufeffmarked", file))).toEqual([201, undefined]);
  });

  test("a slug is what stands last in the link, undecoded, and is of one publication", async () => {
    const link = `<${url}/slug/gr%C3%BC%C3%9Fe>; rel="canonical"`;
    const headers = { "content-type": "text/markdown", link };
    await post("/ewp/replications", statement("slug", headers));
    expect(rex.state.publications.at(-1)?.slug).toBe("gr%C3%BC%C3%9Fe");
    expect(await post("/ewp/replications", statement("again", headers))).toEqual([500, "INTERNAL_ERROR"]);
  });

  test("an empty post is refused", async () => {
    const empty = statement("", { "content-type": "text/markdown" });
    expect(await post("/ewp/replications", empty)).toEqual([400, "INVALID_PAYLOAD"]);
  });

  test("addresses are in EIP-55, hashes in lower case, timestamps numbers", async () => {
    const { typedData, signature } = statement("three", { "content-type": "text/markdown" });
    const { message } = typedData;
    const changed = [
      { publisherAddress: address.toLowerCase() },
      { contentHash: String(message.contentHash).toUpperCase().replace("0X", "0x") },
      { timestamp: String(message.timestamp) },
      { timestamp: Number(message.timestamp) + 0.5 },
      { more: 1 },
    ];
    for (const change of changed) {
      const body = { typedData: { ...typedData, message: { ...message, ...change } }, signature };
      expect([change, await post("/ewp/replications", body)]).toEqual([change, [400, "INVALID_PAYLOAD"]]);
    }
    expect(await post("/ewp/replications", { typedData, signature })).toEqual([201, undefined]);
  });

  test("it refuses publications of a follower in either form", async () => {
    const meaning = {
      followerAddress: address,
      followeeAddress: rex.address,
      followeeUrl: rex.url,
      followerUrl: url,
      timestamp: now(),
    } as const;
    expect(await post("/ewp/connections", sign("CreateConnection", meaning, "baseline"))).toEqual([
      400,
      "INVALID_PAYLOAD",
    ]);
    const follow = sign("CreateConnection", meaning);
    expect(await post("/ewp/connections", follow)).toEqual([400, "INVALID_SIGNATURE"]);
    const query = "mutation { createConnection(typedData: $t, signature: $s) { url } }";
    const graphql = async () => {
      const body = { query, variables: follow };
      return (await network.fetch(`${rex.url}/api/graphql`, { method: "POST", body })).json;
    };
    // Its database refuses a profile without a description; a URL that another node has, too.
    for (const profile of [{ description: null }, {}, { description: "", url: rex.url }]) {
      said = profile;
      rex.state.nodes.set(rex.address, rex.state.node);
      expect(await graphql()).toEqual({ data: null, errors: [{ message: expect.any(String) }] });
    }
    said = { description: "" };
    expect(await graphql()).toEqual({ data: { createConnection: { address, url, title: "Stub" } } });
  });

  test("a followee's profile without a description is answered 500", async () => {
    const followee = createSigner(randomBytes(32));
    said = { address: followee.address, description: null };
    const follow = await rex.signFollow({ address: followee.address, url });
    expect(await post("/ewp/connections", follow)).toEqual([500, "INTERNAL_ERROR"]);
    said = { description: "" };
  });

  test("its owner unfollows when the other node answers 2xx, and not before", async () => {
    const follows = () => rex.state.connections.some(({ followee }) => followee === address);
    deletes = 404;
    await expect(rex.unfollow(address)).rejects.toThrow("404");
    expect(follows()).toBe(true);
    deletes = 204;
    await rex.unfollow(address);
    expect(follows()).toBe(false);
    rex.state.connections.push({ follower: rex.address, followee: address });
  });

  test("a follow is ended by its follower alone, in its own form", async () => {
    const end = { followerAddress: address, followeeAddress: rex.address, timestamp: now() } as const;
    const remove = { followerAddress: rex.address, followeeAddress: address, timestamp: now() } as const;
    const remaining = () => rex.state.connections.map(({ follower }) => follower);
    const del = (body: unknown) => call("/ewp/connections", { method: "DELETE", body });
    expect(await del(sign("DestroyConnection", end, "baseline"))).toEqual([400, "INVALID_PAYLOAD"]);
    expect(await del(sign("DestroyConnection", remove))).toEqual([400, "INVALID_SIGNATURE"]);
    expect(remaining()).toContain(address);
    expect(await del(sign("DestroyConnection", end))).toEqual([204, undefined]);
    expect(remaining()).not.toContain(address);
    expect(remaining()).toContain(rex.address);
  });

  test("a profile is updated in its own form", async () => {
    const meaning = { ownerAddress: address, url, title: "New", description: "", timestamp: now() } as const;
    const patch = (body: unknown) => call(`/ewp/nodes/${address}`, { method: "PATCH", body });
    expect(await patch(sign("NodeProfileUpdate", meaning, "baseline"))).toEqual([400, "INVALID_PAYLOAD"]);
    expect(await patch(sign("NodeProfileUpdate", meaning))).toEqual([204, undefined]);
    expect(rex.state.nodes.get(address)?.title).toBe("New");
  });

  test("there is no endpoint for a proof, and a since is an ISO time", async () => {
    const proof = statement("four", { "content-type": "text/markdown" });
    expect(await post("/ewp/publications", proof)).toEqual([404, "NOT_FOUND"]);
    expect(await call("/ewp/publications?since=1735000000", {})).toEqual([400, "INVALID_SINCE_FORMAT"]);
  });
});
