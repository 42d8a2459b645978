import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { type GraphqlNode, openGraphqlNode } from "../../../test/support/graphql-node.ts";
import { openHttpNode } from "../../../test/support/http-node.ts";
import { addressOf, profileOf } from "../../../test/support/store-records.ts";
import { scopes } from "../../domain/access/scopes.ts";
import { saveProfile } from "../../store/peers/profiles.ts";
import { insertPublication, type Publication } from "../../store/publications/publications.ts";

const ownPage = { "sec-fetch-site": "same-origin" };

let node: GraphqlNode;
let session: string;
let picture: Buffer;
let draft: Publication;
let local: Publication;
let replica: number;
beforeAll(async () => {
  node = await openGraphqlNode();
  session = await node.signIn();
  picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: "#336699" } })
    .png()
    .toBuffer();
  draft = await node.publish(picture, { state: "draft", filename: "harbour.png" });
  local = await node.publish("# Here alone", { state: "local" });
  replica = await node.ctx.store.transaction(async (tx) => {
    await saveProfile(tx, profileOf(2, { title: "Grace" }));
    const { id: _, ...row } = draft;
    const proof = { timestamp: 1_735_000_000, signature: `0x${"11".repeat(65)}`, proofType: "x" } as const;
    return await insertPublication(tx, {
      ...row,
      ...proof,
      state: "signed",
      publisherAddress: addressOf(2),
      createdAt: Date.now(),
      updatedAt: Date.now(),
    });
  });
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
});

const get = (path: string | number, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") =>
  node.app.inject({ method, url: `/api/contents/${path}`, headers });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const inBrowser = () => ({ cookie: `freehold_session=${session}`, ...ownPage });

describe("GET /api/contents/:id", () => {
  it("shows the owner's drafts in the node's own page, whole and smaller", async () => {
    const whole = await get(draft.id, inBrowser());
    expect(whole.statusCode).toBe(200);
    expect(whole.rawPayload.equals(picture)).toBe(true);
    expect(whole.headers).toMatchObject({
      "content-type": "image/png",
      "cache-control": "private, no-cache",
      vary: "Cookie, Authorization",
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
      "cross-origin-resource-policy": "same-origin",
      "content-disposition": 'inline; filename="harbour.png"',
    });
    const small = await get(`${draft.id}?thumb=sm`, inBrowser());
    expect((await sharp(small.rawPayload).metadata()).height).toBe(200);
    expect(small.headers.etag).not.toBe(whole.headers.etag);
  });

  it("is where GraphQL says that the bytes are, of a draft and of what is followed", async () => {
    const query = "{ media { nodes { contentPath thumbnails { sm md lg } } } }";
    const { data } = await node.ask(query, {}, { token: session });
    const { media } = data as {
      media: { nodes: { contentPath: string; thumbnails: Record<string, string> }[] };
    };
    const { nodes } = media;
    expect(nodes).toHaveLength(1);
    for (const { contentPath, thumbnails } of nodes) {
      for (const url of [contentPath, ...Object.values(thumbnails)]) {
        expect((await node.app.inject({ url, headers: bearer(session) })).statusCode, url).toBe(200);
      }
    }
    const reader = await node.token("read:timeline");
    const timeline = await node.ask("{ timeline { nodes { id contentPath } } }", {}, { token: reader });
    expect(timeline.data?.timeline).toMatchObject({
      nodes: expect.arrayContaining([{ id: String(replica), contentPath: `/api/contents/${replica}` }]),
    });
  });

  it("keeps a draft from everybody else, and does not tell whether there is one", async () => {
    const nothing = await get(9_999);
    expect([nothing.statusCode, nothing.body]).toEqual([404, '{"error":"CONTENT_NOT_FOUND"}']);
    const programs = [await node.token("read:timeline"), await node.token(...scopes)];
    for (const headers of [{}, ownPage, ...programs.map(bearer)]) {
      for (const path of [draft.id, `${draft.id}?thumb=sm`, local.contentHash.replace(/..$/, "00")]) {
        const refused = await get(path, headers);
        expect([refused.statusCode, refused.body]).toEqual([404, nothing.body]);
        expect(refused.headers).not.toHaveProperty("etag");
        expect(refused.headers["x-error-detail"]).toBe(nothing.headers["x-error-detail"]);
      }
    }
  });

  it("gives by hash what its caller sees by id", async () => {
    const { contentHash } = draft;
    const byHash = await get(contentHash, inBrowser());
    expect(byHash.rawPayload.equals(picture)).toBe(true);
    expect((await get(local.contentHash)).body).toBe("# Here alone");
    // The same bytes came from somebody who is followed.
    expect((await get(contentHash, bearer(await node.token("read:timeline")))).statusCode).toBe(200);
    for (const headers of [{}, ownPage, bearer(await node.token("create:publications"))]) {
      expect((await get(contentHash, headers)).statusCode).toBe(404);
    }
  });

  it("shows what others wrote to whoever may read the timeline", async () => {
    for (const [token, status] of [
      [session, 200],
      [await node.token("read:timeline"), 200],
      [await node.token("create:publications"), 404],
    ] as const) {
      expect((await get(replica, bearer(token))).statusCode).toBe(status);
    }
    expect((await get(replica)).statusCode).toBe(404);
  });

  it("shows what is on the site to anybody, a text as Markdown", async () => {
    const reply = await get(local.id);
    expect([reply.statusCode, reply.body]).toEqual([200, "# Here alone"]);
    expect(reply.headers["content-type"]).toBe("text/markdown; charset=utf-8");
  });

  test.each([
    ["another site's page", { "sec-fetch-site": "cross-site" }],
    ["a neighbour's page", { "sec-fetch-site": "same-site" }],
    ["nowhere that is known", {}],
  ])("takes no cookie from %s", async (_where, headers) => {
    const reply = await get(draft.id, { cookie: `freehold_session=${session}`, ...headers });
    expect([reply.statusCode, reply.body]).toEqual([403, '{"error":"FORBIDDEN"}']);
  });

  it("says so to a bearer that is not good, and takes a cookie away whose session is over", async () => {
    const bad = await get(draft.id, bearer("x"));
    expect([bad.statusCode, bad.body]).toEqual([401, '{"error":"UNAUTHENTICATED"}']);
    const ended = await node.signIn();
    await node.ask("mutation { signOut }", {}, { token: ended });
    const late = await get(draft.id, { cookie: `freehold_session=${ended}`, ...ownPage });
    expect(late.statusCode).toBe(404);
    expect(late.headers["set-cookie"]).toMatch(/^freehold_session=; Path=\/; Max-Age=0/);
  });

  it("answers parts, conditions and HEAD", async () => {
    const part = await get(draft.id, { ...inBrowser(), range: "bytes=1-3" });
    expect([part.statusCode, part.body]).toEqual([206, "PNG"]);
    const { headers } = await get(draft.id, inBrowser(), "HEAD");
    expect(Number(headers["content-length"])).toBe(picture.length);
    const again = await get(draft.id, { ...inBrowser(), "if-none-match": String(headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    // Whoever may see nothing learns nothing by the hash either.
    expect((await get(draft.id, { "if-none-match": String(headers.etag) })).statusCode).toBe(404);
  });

  test.each([
    ["0", 404],
    ["1e3", 404],
    ["-1", 404],
    ["99999999999999999999", 404],
    ["9999999999999999", 404],
    ["%00", 404],
    ["1?thumb=xl", 400],
    ["1?thumb=sm&thumb=md", 400],
  ])("answers %s with %d", async (path, status) => {
    expect((await get(path, inBrowser())).statusCode).toBe(status);
  });

  it("has nothing before the node is installed", async () => {
    await using empty = await openHttpNode({ install: false });
    const reply = await empty.app.inject({ url: "/api/contents/1" });
    expect([reply.statusCode, reply.body]).toEqual([503, '{"error":"NOT_INSTALLED"}']);
  });
});
