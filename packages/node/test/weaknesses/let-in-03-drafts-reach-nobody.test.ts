import { type GraphQLArgument, type GraphQLInputField, getNamedType, isInputObjectType } from "graphql";
import sharp from "sharp";
import { describe, expect, it, test } from "vitest";
import { scopes } from "../../src/domain/access/scopes.ts";
import { schema } from "../../src/graphql/schema.ts";
import { webhookEventTypes } from "../../src/modules/webhooks/webhook-events.ts";
import { createWebhook } from "../../src/modules/webhooks/webhooks.ts";
import type { Publication } from "../../src/store/publications/publications.ts";
import { closeAfterEach } from "../support/close-after-each.ts";
import { type DatabaseName, databases, migratedPostgres } from "../support/databases.ts";
import { type GraphqlNode, type GraphqlReply, openGraphqlNode } from "../support/graphql-node.ts";
import { collectPublicReplies, fetchFrom } from "../support/public-replies.ts";
import { publicationProbes } from "../support/publication-probes.ts";
import { createTestNetwork } from "../support/test-network.ts";
import { serveHttps } from "../support/tls-server.ts";

/** Words that stand in drafts and nowhere else. */
const secret = "zanzibar";
const publicText = "# Harbour\n\nShips come in. #harbour";

const use = closeAfterEach();

async function open(database: DatabaseName): Promise<GraphqlNode> {
  const postgres = database === "postgres" ? await migratedPostgres() : null;
  if (postgres) use(postgres);
  const node = use(await openGraphqlNode(postgres ? { settings: { DATABASE_URL: postgres.url } } : {}));
  return node;
}

/** The site as readers see it, before there are drafts. */
async function publishSome(node: GraphqlNode) {
  const local = await node.publish(publicText, { state: "local", slug: "harbour" });
  const plain = await node.publish("# Without a slug", { state: "local" });
  const signed = await node.publish("# Signed\n\n#signed", { slug: "signed" });
  const picture = await node.publish(await makePicture("red"), { description: "a red square" });
  return { local, plain, signed, picture };
}

/** Drafts of every kind, full of the secret; one of them has the very words of a post that is public. */
async function writeDrafts(node: GraphqlNode): Promise<Publication[]> {
  const owner = await node.signIn();
  const text = `# ${secret}\n\n${secret} #${secret}tag and #harbour, for @${secret}`;
  const post = await node.publish(text, { state: "draft", slug: secret });
  const file = await node.publish(Buffer.from(secret), {
    state: "draft",
    filename: `${secret}.txt`,
    description: secret,
  });
  const picture = await node.publish(await makePicture("blue"), { state: "draft", description: secret });
  const copy = await node.publish("# Without a slug", { state: "draft" });
  const at = new Date(Date.now() + 60_000).toISOString();
  const schedule =
    "mutation ($input: SchedulePublicationInput!) { schedulePublication(input: $input) { id } }";
  await node.ask(schedule, { input: { id: String(post.id), at } }, { token: owner });
  return [post, file, picture, copy];
}

async function makePicture(background: string): Promise<Uint8Array> {
  return await sharp({ create: { width: 900, height: 900, channels: 3, background } })
    .png()
    .toBuffer();
}

describe.each(databases)("on %s", (database) => {
  it("answers anonymous callers and every program the same with drafts and without, to the byte", async () => {
    const node = await open(database);
    const known = Object.values(await publishSome(node));
    // Scopes are checked before the database is read, so only one of the two databases tests each scope separately.
    const single = database === "sqlite" ? scopes : [];
    const tokens = [
      null,
      ...(await Promise.all([node.token(...scopes), ...single.map((scope) => node.token(scope))])),
    ];
    // Whatever is cached is cached, and thumbnails are made.
    await collectPublicReplies(node, known, { tokens: [null], secret });
    const before = await collectPublicReplies(node, known, { tokens, secret });
    const drafts = await writeDrafts(node);
    expect(await collectPublicReplies(node, known, { tokens, secret })).toEqual(before);

    // The same look at a draft that has become public is another one: it would have seen it.
    const [post] = drafts;
    const publish = "mutation ($input: UpdatePublicationInput!) { updatePublication(input: $input) { id } }";
    const input = { id: String(post?.id), state: "LOCAL" };
    expect((await node.ask(publish, { input }, { token: await node.signIn() })).codes).toEqual([]);
    const after = await collectPublicReplies(node, known, { tokens: tokens.slice(0, 2), secret });
    const changed = Object.keys(after).filter(
      (key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]),
    );
    expect(changed).toEqual(expect.arrayContaining(["GET /", `GET /slug/${secret}`]));
    for (const trace of [
      `search(query`,
      "suggestions(text",
      `publications(tag: "${secret}tag")`,
      "timeline(first",
    ]) {
      expect(
        changed.some((key) => key.includes(trace)),
        trace,
      ).toBe(true);
    }

    // And taken back it is as if it had never been there, but that the addresses that readers have, its own and its tag's, are gone.
    await node.ask(publish, { input: { ...input, state: "DRAFT" } }, { token: await node.signIn() });
    const back = await collectPublicReplies(node, known, { tokens, secret });
    const addresses = [`/slug/${secret}`, `/tags/${secret}tag`];
    for (const key of addresses.flatMap((path) => [`GET ${path}`, `HEAD ${path}`])) {
      expect(back[key]).toMatchObject({ status: 410 });
      back[key] = before[key];
    }
    expect(back).toEqual(before);
  }, 300_000);
});

describe("by its number or its hash", () => {
  it("a draft is answered like an unknown publication", async () => {
    const node = await open("sqlite");
    const { local } = await publishSome(node);
    const drafts = await writeDrafts(node);
    const program = { authorization: `Bearer ${await node.token(...scopes)}` };
    const [absentId, absentHash] = ["987654321", `0x${"ab".repeat(32)}`];
    const absentReplies: Record<string, unknown> = {};
    const second = Math.floor(Date.now() / 1000);
    for (const { id, contentHash } of drafts.slice(0, 3)) {
      const asAbsent = [
        [`/publications/${id}`, `/publications/${absentId}`],
        [`/publications/${id}/file`, `/publications/${absentId}/file`],
        [`/api/contents/${id}`, `/api/contents/${absentId}`],
        [`/api/contents/${id}?thumb=sm`, `/api/contents/${absentId}?thumb=sm`],
        [`/publications/${contentHash}`, `/publications/${absentHash}`],
        [`/publications/${contentHash}/file`, `/publications/${absentHash}/file`],
        ...["", "&thumb=sm"].flatMap((thumb) =>
          [0, second].map((timestamp) => [
            `/ewp/contents/${contentHash}?timestamp=${timestamp}${thumb}`,
            `/ewp/contents/${absentHash}?timestamp=${timestamp}${thumb}`,
          ]),
        ),
      ] as const;
      for (const [path = "", absent = ""] of asAbsent) {
        for (const [index, headers] of [
          {},
          program,
          { "if-none-match": `"${contentHash}"` },
          { "if-none-match": "*" },
          { range: "bytes=0-0" },
        ].entries()) {
          const reply = await fetchFrom(node, path, { headers });
          expect(reply.status, path).toBe(404);
          absentReplies[`${absent} ${index}`] ??= await fetchFrom(node, absent, { headers });
          expect(reply, path).toEqual(absentReplies[`${absent} ${index}`]);
        }
      }
    }
    expect((await fetchFrom(node, `/publications/${local.id}`)).status).toBe(200);
    expect((await fetchFrom(node, `/publications/${local.id}/file`)).status).toBe(200);
  });

  it("a draft with the same text does not hide the page of a post", async () => {
    const node = await open("sqlite");
    const { plain } = await publishSome(node);
    const path = `/publications/${plain.contentHash}`;
    const before = await fetchFrom(node, path);
    expect(before).toMatchObject({
      status: 301,
      headers: { location: expect.stringMatching(/^\/(slug|publications)\//) },
    });
    await node.publish("# Without a slug", { state: "draft" });
    expect(await fetchFrom(node, path)).toEqual(before);
  });
});

/** Those whose ids are those of something else. */
const aboutOthers = [
  "answerComment",
  "commentDeletionToSign",
  "confirmComment",
  "confirmCommentDeletion",
  "destroyComment",
  "moderateComment",
  "moderateComments",
  "createCommenterBlock",
  "destroyCommenterBlock",
  "destroyPasskey",
  "destroyWebhook",
  "enableWebhook",
  "testWebhook",
  "markNotificationsRead",
  "retryOutboxEntry",
  "revokeToken",
  "destroySubscriber",
  "resumeNewsletter",
  "resumeSubscriber",
  "stopNewsletter",
  "retrySetAside",
  "dropSetAside",
  // Posts that were signed with a wrong clock: the owner alone.
  "withdrawFuturePosts",
  // A token may not ask at all.
  "filesOfPost",
  "fileUses",
  "destroyPublications",
  "restoreFromTrash",
  "emptyTrash",
  // An import: its id is not that of a publication.
  "discardImport",
  "stopImport",
  "fetchFeed",
  "markSaved",
  "reading",
  "removeSaved",
  "unsubscribeFeed",
];

function takesId({ type }: GraphQLArgument | GraphQLInputField): boolean {
  const named = getNamedType(type);
  return isInputObjectType(named) ? Object.values(named.getFields()).some(takesId) : named.name === "ID";
}

test("every operation that takes an id is known to this test", () => {
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}),
  );
  const found = fields.filter(({ args }) => args.some(takesId)).map(({ name }) => name);
  expect(found.sort()).toEqual([...Object.keys(publicationProbes), ...aboutOthers].sort());
});

describe("with tokens", () => {
  it("no operation distinguishes a draft from an unknown publication, or changes it", async () => {
    const node = await open("sqlite");
    const { local } = await publishSome(node);
    const [draft] = await writeDrafts(node);
    const [id, absent] = [String(draft?.id), "987654321"];
    for (const token of [null, await node.token(...scopes)]) {
      for (const [name, probe] of Object.entries(publicationProbes)) {
        const [asked, other] = [
          await node.ask(...probe(id), { token }),
          await node.ask(...probe(absent), { token }),
        ];
        expect(textOf(asked), name).toBe(textOf(other));
        expect(textOf(asked), name).not.toContain(secret);
      }
    }
    const owner = await node.signIn();
    const { data } = await node.ask(...publicationProbes.publication(id), { token: owner });
    expect(data?.publication).toMatchObject({ state: "DRAFT", slug: secret, revision: draft?.updatedAt });

    // Somebody who has the bytes may have them signed; a guess is answered as what is not there.
    const toSign =
      "query ($ids: [ID!]!, $hashes: [String!]) { publicationsToSign(ids: $ids, contentHashes: $hashes) { message { typedData } } }";
    const signer = { token: await node.token("sign:publications") };
    const known = await node.ask(toSign, { ids: [id], hashes: [draft?.contentHash] }, signer);
    expect(JSON.stringify(known.data)).toContain(draft?.contentHash);
    expect(JSON.stringify(known.data)).not.toContain(secret);
    const guess = { hashes: [`0x${"ab".repeat(32)}`] };
    expect(textOf(await node.ask(toSign, { ids: [id], ...guess }, signer))).toBe(
      textOf(await node.ask(toSign, { ids: [absent], ...guess }, signer)),
    );
    expect((await node.ask(toSign, { ids: [id] }, { token: await node.signIn() })).codes).toEqual([]);
    // The same token does the same to what is public.
    const token = await node.token("update:publications");
    const changed = await node.ask(...publicationProbes.updatePublication(String(local.id)), { token });
    expect(changed.data?.updatePublication).toMatchObject({ slug: "harbour" });
  });

  it("a program may create a draft, and can't read it", async () => {
    const node = await open("sqlite");
    const token = await node.token("create:publications", "update:publications");
    const create =
      "mutation ($input: CreatePublicationInput!) { createPublication(input: $input) { id state } }";
    const { data } = await node.ask(
      create,
      { input: { type: "POST", body: "# Mine", state: "DRAFT" } },
      { token },
    );
    const id = String(Object(data?.createPublication).id);
    expect((await node.ask(...publicationProbes.updatePublication(id), { token })).codes).toEqual([
      "NOT_FOUND",
    ]);
    expect(
      (await node.ask(...publicationProbes.updatePublication(id), { token: await node.signIn() })).codes,
    ).toEqual([]);
  });
});

describe("what the node sends by itself", () => {
  it("holds nothing of a draft: the log", async () => {
    const node = await open("sqlite");
    await publishSome(node);
    const drafts = await writeDrafts(node);
    for (const { id } of drafts)
      for (const probe of Object.values(publicationProbes)) await node.ask(...probe(String(id)));
    await fetchFrom(node, "/nothing-at-all");
    const log = JSON.stringify(node.lines);
    expect(node.lines.length).toBeGreaterThan(0);
    expect(log).not.toContain(secret);
    for (const { contentHash } of drafts.slice(0, 3)) expect(log).not.toContain(contentHash);
  });

  it("holds nothing of a draft: the metrics", async () => {
    const node = await open("sqlite");
    await writeDrafts(node);
    const metrics = await (await fetch(new URL("/metrics", node.endpoint))).text();
    expect(metrics).not.toMatch(new RegExp(`${secret}|draft`, "i"));
  });

  it("holds nothing of a draft: the mail about a comment on what was public once", async () => {
    const node = await open("sqlite");
    const owner = await node.signIn();
    const set = "mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { enableRss } }";
    const mail = { mailTransport: "smtp://mail.example", mailFrom: "ada@example.com" };
    expect((await node.ask(set, { input: mail }, { token: owner })).codes).toEqual([]);
    const file = await node.publish(Buffer.from("bytes"), { state: "local", description: "an open caption" });
    const create =
      "mutation ($input: CreateCommentInput!) { createComment(input: $input) { comment { id } } }";
    const words = {
      publicationId: String(file.id),
      body: "Nice.",
      authType: "EMAIL",
      authorId: "bea@example.org",
      authorName: "Bea",
    };
    const made = await node.ask(create, { input: words });
    const { id } = Object(made.data?.createComment).comment;
    const confirm = "mutation ($input: ConfirmCommentInput!) { confirmComment(input: $input) { state } }";
    const [first] = await mailed(node);
    expect(first).toContain("an open caption");
    const link = new URL(JSON.parse(first ?? "{}").variables.link);
    expect(
      (await node.ask(confirm, { input: { id, tokenOrSignature: link.searchParams.get("token") } })).codes,
    ).toEqual([]);

    const change =
      "mutation ($input: UpdatePublicationInput!) { updatePublication(input: $input) { state } }";
    const back = { id: String(file.id), state: "DRAFT", description: secret, slug: secret };
    expect((await node.ask(change, { input: back }, { token: owner })).codes).toEqual([]);
    const destroy = "mutation ($input: DestroyCommentInput!) { destroyComment(input: $input) }";
    expect((await node.ask(destroy, { input: { id, email: "bea@example.org" } })).codes).toEqual([]);
    const mails = await mailed(node);
    expect(mails).toHaveLength(2);
    expect(mails[1]).not.toContain(secret);
  });

  it("holds nothing of a draft: followers, their index, the outbox and webhooks", async () => {
    await using network = await createTestNetwork();
    const told: string[] = [];
    await using hook = await serveHttps(network.certificate, async (request, response) => {
      told.push(JSON.stringify(request.headers) + Buffer.concat(await request.toArray()).toString());
      response.end();
    });
    const [ada, ben] = [await network.start({ title: "Ada" }), await network.start({ title: "Ben" })];
    await ben.follow(ada);
    await createWebhook(ada.running.context, { url: hook.url("/hook"), events: [...webhookEventTypes] });
    const draft = await ada.draft(`# ${secret}`);
    await ada.draft(`# ${secret} local`, "local");
    await ada.publish("# For everybody");
    for (const node of [ada, ben, ada]) await node.settled();

    const timeline = await ben.timeline();
    expect(timeline.map(({ body }) => body)).toEqual(["# For everybody"]);
    const { store } = ada.running.context;
    const rows = await store.db
      .selectFrom("outbox")
      .select("subject")
      .where("kind", "=", "publication")
      .execute();
    expect(rows.map(({ subject }) => subject)).not.toContain(String(draft.id));
    expect(rows).toHaveLength(1);
    const index = await ada.fetch("/ewp/publications?since=0");
    expect(index.json).toMatchObject({ pagination: { total: 1 } });
    expect(told.join()).toContain("publication.signed");
    expect(told.join()).not.toContain(draft.contentHash);
    // A webhook hears of what is public on this site only.
    const ofOthers = told.filter((one) => !one.includes('"state":"local"'));
    expect(ofOthers.join()).toContain("publication.signed");
    expect(ofOthers.join()).not.toContain(secret);
  });
});

/** The answer, but for the number that was asked for. */
function textOf({ status, data, errors }: GraphqlReply): string {
  return JSON.stringify([status, data, errors])
    .replace(/(publication|post) \d+/g, "$1 N")
    .replace(/"values":\["?\d+"?\]/g, '"values":[N]');
}

async function mailed({ ctx }: GraphqlNode): Promise<string[]> {
  const rows = await ctx.store.db
    .selectFrom("jobs")
    .select("payload")
    .where("kind", "=", "mail")
    .orderBy("id")
    .execute();
  return rows.map(({ payload }) => payload);
}
