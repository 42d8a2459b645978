import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { type GraphqlNode, openGraphqlNode } from "../../test/support/graphql-node.ts";
import { addressOf, profileOf } from "../../test/support/store-records.ts";
import { scopes } from "../domain/access/scopes.ts";
import { presentPublication } from "../domain/publications/present.ts";
import { saveContent } from "../store/contents.ts";
import { saveProfile } from "../store/peers/profiles.ts";
import type { Publication } from "../store/publications/publications.ts";
import { insertPublication } from "../store/publications/publications.ts";

/** A picture of one pixel. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** A word that stands in every text; what is in nobody's hands but the owner's has another beside it. */
const word = "harbour";

let node: GraphqlNode;
let owner: string;
let draft: Publication;
let draftFile: Publication;
let secretPicture: Publication;
let local: Publication;
let signed: Publication;
let replicaId: number;
/** Every kind of caller but the owner, with what it may read. */
const callers: Array<{ name: string; token: string | null; readsTimeline: boolean }> = [];

beforeAll(async () => {
  node = await openGraphqlNode();
  owner = await node.signIn();
  draft = await node.publish(`# Secret ${word} #drafttag`, { state: "draft", slug: "secret" });
  draftFile = await node.publish(new TextEncoder().encode("secret bytes"), {
    state: "draft",
    description: `secret caption ${word}`,
    filename: "secret.txt",
  });
  secretPicture = await node.publish(picture, { state: "draft", filename: "secret cover.png" });
  await presentPublication(node.ctx, draft.id, { excerpt: "secret excerpt", cover: secretPicture.id });
  local = await node.publish(`# Local ${word} #localtag`, { state: "local", slug: "local" });
  signed = await node.publish(`# Signed ${word} #signedtag`, { slug: "signed" });
  replicaId = await storeReplica();
  callers.push({ name: "nobody", token: null, readsTimeline: false });
  for (const scope of scopes) {
    callers.push({ name: scope, token: await node.token(scope), readsTimeline: scope === "read:timeline" });
  }
  callers.push({ name: "every scope", token: await node.token(...scopes), readsTimeline: true });
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
});

/** Somebody else's post, as it comes by replication. */
async function storeReplica(): Promise<number> {
  const now = Date.now();
  return await node.ctx.store.transaction(async (tx) => {
    await saveProfile(tx, profileOf(2, { title: "Grace" }));
    await saveContent(tx, { hash: signed.contentHash, size: 1, now });
    const { id: _, ...row } = signed;
    return await insertPublication(tx, {
      ...row,
      publisherAddress: addressOf(2),
      slug: "replica",
      createdAt: now,
      updatedAt: now,
    });
  });
}

const fields =
  "id state slug description body filename contentHash url tags commentCount excerpt isPage cover { id filename contentHash }";

/** Everything by which a publication could be reached, in one text. */
async function everything(token: string | null): Promise<string> {
  const asked = [
    [`{ publications(first: 100) { nodes { ${fields} } edges { cursor } pageInfo { endCursor } } }`],
    [`{ timeline(first: 100) { nodes { ${fields} } } }`],
    [`{ publications(tag: "drafttag") { nodes { ${fields} } } }`],
    [`{ media { nodes { contentPath thumbnails { sm } ${fields} } } }`],
    ['{ suggestions(text: "dra") { text } }'],
    ['{ suggestions(text: "#d") { text } }'],
    [`query ($id: ID!) { publication(id: $id) { ${fields} } }`, { id: String(draft.id) }],
    [`query ($id: ID!) { publication(id: $id) { ${fields} } }`, { id: String(draftFile.id) }],
    [`{ publication(slug: "secret") { ${fields} } }`],
    [`query ($h: ContentHash!) { publication(contentHash: $h) { ${fields} } }`, { h: draft.contentHash }],
    [`query ($h: ContentHash!) { publication(contentHash: $h) { ${fields} } }`, { h: draftFile.contentHash }],
    [
      `query ($q: String!) { search(query: $q) { nodes { id title snippet { text } publication { ${fields} } } } }`,
      { q: word },
    ],
    [`query ($q: String!) { search(query: $q) { nodes { id title snippet { text } } } }`, { q: "secret" }],
    [`query ($q: String!) { search(query: $q) { nodes { id title snippet { text } } } }`, { q: "#drafttag" }],
  ] as const;
  const answers: unknown[] = [];
  for (const [query, variables = {}] of asked) {
    const { data, codes } = await node.ask(query, variables, { token });
    expect(codes.filter((code) => code === "BAD_REQUEST" || code === "INTERNAL_ERROR")).toEqual([]);
    answers.push(data);
  }
  return JSON.stringify(answers);
}

describe("drafts", () => {
  it("are reached by the owner in all of these ways", async () => {
    const all = await everything(owner);
    for (const trace of [
      "Secret",
      "secret excerpt",
      "secret cover.png",
      "secret caption",
      "drafttag",
      draft.contentHash,
      "secret.txt",
    ]) {
      expect(all).toContain(trace);
    }
    const { data } = await node.ask(
      "{ publications(states: [DRAFT]) { nodes { id } } }",
      {},
      { token: owner },
    );
    expect(data).toEqual({
      publications: { nodes: [secretPicture, draftFile, draft].map(({ id }) => ({ id: String(id) })) },
    });
  });

  it("are reached by nobody else, with no token and in no way", async () => {
    for (const { name, token } of callers) {
      const all = await everything(token);
      for (const trace of [/secret/i, /drafttag/, draft.contentHash, draftFile.contentHash, '"DRAFT"']) {
        expect(all, name).not.toMatch(trace);
      }
    }
  });

  test.each(["publications", "timeline"])("are refused to whoever asks %s for them", async (field) => {
    for (const { name, token } of callers) {
      const query = `{ ${field}(states: [DRAFT, SIGNED]) { nodes { id } } }`;
      const { data, codes } = await node.ask(query, {}, { token });
      const isAnonymous = token === null && field === "timeline";
      expect(data, name).toEqual({ [field]: null });
      expect(codes, name).toEqual([isAnonymous ? "UNAUTHENTICATED" : "FORBIDDEN"]);
    }
  });

  it("take no comments, and show none", async () => {
    const mutation =
      "mutation M($input: CreateCommentInput!) { createComment(input: $input) { comment { id } } }";
    const words = { body: "Hello", authType: "ETHEREUM", authorId: addressOf(9) };
    const input = { ...words, publicationId: String(draft.id) };
    expect((await node.ask(mutation, { input })).codes).toEqual(["NOT_FOUND"]);
    const { data, codes } = await node.ask(
      "{ publications(states: [DRAFT, LOCAL]) { nodes { comments { nodes { id } } } } }",
      {},
      { token: owner },
    );
    expect(codes).toEqual([]);
    expect(data).toEqual({
      publications: { nodes: [{ comments: { nodes: [] } }, ...[1, 2, 3].map(() => ({ comments: null }))] },
    });
  });
});

describe("what is on the site", () => {
  it("is for anybody: the owner's own, and nobody else's", async () => {
    const { data } = await node.ask("{ publications { nodes { id state body } } }");
    expect(data).toEqual({
      publications: {
        nodes: [
          { id: String(signed.id), state: "SIGNED", body: `# Signed ${word} #signedtag` },
          { id: String(local.id), state: "LOCAL", body: `# Local ${word} #localtag` },
        ],
      },
    });
  });
});

describe("what others have written", () => {
  it("is for whoever may read the timeline", async () => {
    const query = "query ($id: ID!) { publication(id: $id) { publisherTitle } timeline { nodes { id } } }";
    for (const { name, token, readsTimeline } of [
      ...callers,
      { name: "owner", token: owner, readsTimeline: true },
    ]) {
      const { data } = await node.ask(query, { id: String(replicaId) }, { token });
      const ids = [replicaId, signed.id, local.id].map((id) => ({ id: String(id) }));
      expect(data, name).toEqual(
        readsTimeline
          ? { publication: { publisherTitle: "Grace" }, timeline: { nodes: ids } }
          : { publication: null, timeline: null },
      );
    }
  });
});

it("reads a list page by page, by cursors that say nothing", async () => {
  const query =
    "query ($after: String) { publications(first: 1, after: $after) { edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }";
  type Pages = {
    publications: {
      edges: Array<{ cursor: string; node: { id: string } }>;
      pageInfo: Record<string, unknown>;
    };
  };
  const first = (await node.ask(query)).data as Pages | null;
  const [edge] = first?.publications.edges ?? [];
  expect(edge?.node.id).toBe(String(signed.id));
  expect(edge?.cursor).toMatch(/^[\w-]+$/);
  const ends = { startCursor: edge?.cursor, endCursor: edge?.cursor };
  expect(first?.publications.pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: false, ...ends });
  const second = (await node.ask(query, { after: edge?.cursor })).data as Pages | null;
  expect(second?.publications.edges.map((one) => one.node.id)).toEqual([String(local.id)]);
  expect(second?.publications.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
  expect((await node.ask(query, { after: "x" })).codes).toEqual(["VALIDATION_FAILED"]);
});
