import { contentHash, type TypedData } from "@freehold/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commentByWallet } from "../../test/support/commenters.ts";
import { type GraphqlNode, openGraphqlNode } from "../../test/support/graphql-node.ts";
import { createWallet } from "../../test/support/wallet.ts";
import { countEnsNames } from "../modules/ens/store.ts";
import { writeMeta } from "../store/meta.ts";

let node: GraphqlNode;
let owner: string;
beforeAll(async () => {
  node = await openGraphqlNode();
  owner = await node.signIn();
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
});

/** The answer to a caller, without an error. */
async function answer<T>(
  query: string,
  variables: Record<string, unknown> = {},
  token: string | null = owner,
) {
  const { data, errors } = await node.ask(query, variables, { token });
  expect(errors).toEqual([]);
  return data as T;
}

const byAnybody = <T>(query: string, variables: Record<string, unknown> = {}) =>
  answer<T>(query, variables, null);

const create =
  "mutation M($input: CreatePublicationInput!) { createPublication(input: $input) { id state revision } }";
type Created = { createPublication: { id: string; revision: number } };

describe("writing", () => {
  it("goes from a draft over its changes to the site, and away", async () => {
    const save =
      "mutation M($input: SaveDraftInput!) { saveDraft(input: $input) { id body state revision slug } }";
    type Saved = { saveDraft: { id: string; revision: number } };
    const { saveDraft: first } = await answer<Saved>(save, { input: { body: "# One" } });
    const { id } = first;
    const second = await answer<Saved>(save, { input: { id, body: "# Two", revision: first.revision } });
    expect(second.saveDraft).toMatchObject({ id, body: "# Two", state: "DRAFT" });
    const late = await node.ask(
      save,
      { input: { id, body: "# Three", revision: first.revision } },
      { token: owner },
    );
    expect(late.codes).toEqual(["CONFLICT"]);

    const schedule =
      "mutation M($input: SchedulePublicationInput!) { schedulePublication(input: $input) { scheduledAt } }";
    const at = "2099-01-01T00:00:00+01:00";
    expect(await answer(schedule, { input: { id, at } })).toEqual({
      schedulePublication: { scheduledAt: "2098-12-31T23:00:00.000Z" },
    });
    const update =
      "mutation M($input: UpdatePublicationInput!) { updatePublication(input: $input) { state slug scheduledAt } }";
    expect(await answer(update, { input: { id, state: "LOCAL", slug: "two" } })).toEqual({
      updatePublication: { state: "LOCAL", slug: "two", scheduledAt: null },
    });
    expect(await byAnybody('{ publication(slug: "two") { body } }')).toEqual({
      publication: { body: "# Two" },
    });
    expect(await answer(update, { input: { id, slug: null } })).toMatchObject({
      updatePublication: { slug: null },
    });

    const destroy =
      "mutation M($input: DestroyPublicationInput!) { destroyPublication(input: $input) { id } }";
    expect(await answer(destroy, { input: { id } })).toEqual({ destroyPublication: { id } });
    expect((await node.ask(destroy, { input: { id } }, { token: owner })).codes).toEqual(["NOT_FOUND"]);
    for (const wrong of ["0", "-1", "1.5", "x", "", "9".repeat(30)]) {
      const { codes } = await node.ask(destroy, { input: { id: wrong } }, { token: owner });
      expect(codes).toEqual(["NOT_FOUND"]);
    }
  });

  it("leaves out a byte-order mark, whichever way a text comes (decisions 9)", async () => {
    const fields = "id body contentHash revision";
    const hashed = (text: string) => ({ body: text, contentHash: contentHash(Buffer.from(text)) });
    const write = async (name: string, input: object) => {
      const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
      const mutation = `mutation M($input: ${type}!) { ${name}(input: $input) { ${fields} } }`;
      const data = await answer<Record<string, { id: string; revision: number }>>(mutation, { input });
      return data[name] ?? { id: "", revision: 0 };
    };
    const { id } = await write("createPublication", { type: "POST", body: "\ufeffCreated" });
    const draft = await write("saveDraft", { body: "\ufeffDraft" });
    expect(
      await write("saveDraft", { id: draft.id, revision: draft.revision, body: "\ufeffSaved" }),
    ).toMatchObject(hashed("Saved"));
    expect(await write("updatePublication", { id, body: "\ufeff\ufeffChanged" })).toMatchObject(
      hashed("Changed"),
    );
    for (const one of [id, draft.id]) {
      await answer(
        "mutation M($input: DestroyPublicationInput!) { destroyPublication(input: $input) { id } }",
        {
          input: { id: one },
        },
      );
    }
  });

  it("signs several at once", async () => {
    const ids: string[] = [];
    for (const body of ["A", "B"]) {
      ids.push((await answer<Created>(create, { input: { type: "POST", body } })).createPublication.id);
    }
    const { publicationsToSign } = await answer<{
      publicationsToSign: Array<{ id: string; message: { typedData: TypedData } }>;
    }>("query Q($ids: [ID!]!) { publicationsToSign(ids: $ids) { id message { typedData } } }", { ids });
    const publications = await Promise.all(
      publicationsToSign.map(async ({ id, message: { typedData } }) => ({
        id,
        message: { typedData, signature: await node.wallet.signTypedData(typedData) },
      })),
    );
    const sign =
      "mutation M($input: SignPublicationsInput!) { signPublications(input: $input) { publication { id state } recipients } }";
    expect(await answer(sign, { input: { publications } })).toEqual({
      signPublications: ids.map((id) => ({ publication: { id, state: "SIGNED" }, recipients: 0 })),
    });
  });

  it("takes a body or a file, and one of them", async () => {
    for (const input of [{ type: "POST" }, { type: "POST", body: "" }, { type: "FILE" }]) {
      const { codes } = await node.ask(create, { input }, { token: owner });
      expect(codes).toEqual(["VALIDATION_FAILED"]);
    }
  });
});

describe("comments", () => {
  it("are written by a wallet, confirmed, seen, hidden and deleted", async () => {
    const { createPublication } = await answer<Created>(create, {
      input: { type: "POST", body: "# Comment here" },
    });
    const publicationId = createPublication.id;
    const grace = createWallet(9);
    const words = { body: "Well *said*", authType: "ETHEREUM", authorId: grace.address, authorName: "Grace" };
    const { createComment } = await byAnybody<{
      createComment: { comment: { id: string; state: string }; typedData: TypedData };
    }>(
      "mutation M($input: CreateCommentInput!) { createComment(input: $input) { comment { id state } typedData } }",
      { input: { publicationId, ...words } },
    );
    const { id, state } = createComment.comment;
    expect(state).toBe("PENDING");
    const seen =
      "query Q($id: ID!) { publication(id: $id) { commentCount comments { nodes { id body authorName authorAddress } } } }";
    expect(await byAnybody(seen, { id: publicationId })).toEqual({
      publication: { commentCount: 0, comments: { nodes: [] } },
    });
    const confirm = "mutation M($input: ConfirmCommentInput!) { confirmComment(input: $input) { state } }";
    const tokenOrSignature = await grace.signTypedData(createComment.typedData);
    expect(await byAnybody(confirm, { input: { id, tokenOrSignature } })).toEqual({
      confirmComment: { state: "PUBLISHED" },
    });
    expect((await node.ask(confirm, { input: { id, tokenOrSignature } })).codes).toEqual(["NOT_FOUND"]);
    const comment = { id, body: "Well *said*", authorName: "Grace", authorAddress: grace.address };
    expect(await byAnybody(seen, { id: publicationId })).toEqual({
      publication: { commentCount: 1, comments: { nodes: [comment] } },
    });

    const moderator = await node.token("manage:comments");
    const moderate = "mutation M($input: ModerateCommentInput!) { moderateComment(input: $input) { state } }";
    expect(await answer(moderate, { input: { id, approve: false } }, moderator)).toEqual({
      moderateComment: { state: "REJECTED" },
    });
    expect(await byAnybody(seen, { id: publicationId })).toMatchObject({ publication: { commentCount: 0 } });
    expect(await answer("{ comments { nodes { id state publication { id } } } }", {}, moderator)).toEqual({
      comments: { nodes: [{ id, state: "REJECTED", publication: { id: publicationId } }] },
    });
    const open = "mutation M($input: OpenCommentsInput!) { openComments(input: $input) }";
    expect(await answer(open, { input: { publicationId, open: false } }, moderator)).toEqual({
      openComments: false,
    });
    const destroy = "mutation M($input: DestroyCommentInput!) { destroyComment(input: $input) }";
    expect((await node.ask(destroy, { input: { id } })).codes).toEqual(["UNAUTHENTICATED"]);
    expect(await answer(destroy, { input: { id } }, moderator)).toEqual({ destroyComment: "DESTROYED" });

    expect(
      await answer("{ unreadNotifications notifications { nodes { id type data readAt } } }"),
    ).toMatchObject({
      unreadNotifications: 0,
      notifications: {
        nodes: [{ type: "COMMENT", data: { authorName: "Grace" }, readAt: expect.any(String) }],
      },
    });
  });
});

describe("notifications", () => {
  it("are read page by page, and marked", async () => {
    type Listed = {
      notifications: { nodes: Array<{ id: string }>; pageInfo: { endCursor: string; hasNextPage: boolean } };
    };
    const list =
      "query Q($after: String) { notifications(first: 1, after: $after) { nodes { id } pageInfo { endCursor hasNextPage } } }";
    const { id } = await node.publish("Commented upon");
    await commentByWallet(node.ctx, { key: 22, name: "Bea", body: "Indeed.", publicationId: id });
    const { notifications } = await answer<Listed>(list);
    const [newest] = notifications.nodes;
    expect(notifications.pageInfo.hasNextPage).toBe(true);
    const next = await answer<Listed>(list, { after: notifications.pageInfo.endCursor });
    expect(next.notifications).toMatchObject({
      nodes: [expect.anything()],
      pageInfo: { hasNextPage: false },
    });
    const mark = "mutation M($input: MarkNotificationsReadInput!) { markNotificationsRead(input: $input) }";
    expect(await answer(mark, { input: { upTo: newest?.id } })).toEqual({ markNotificationsRead: 1 });
    expect(await answer("{ unreadNotifications }")).toEqual({ unreadNotifications: 0 });
  });

  it("come to a device that subscribes, until it does not", async () => {
    const { vapidPublicKey } = await answer<{ vapidPublicKey: string }>("{ vapidPublicKey }");
    expect(vapidPublicKey).toMatch(/^[\w-]{87}$/);
    const endpoint = "https://push.example/1";
    const keys = { p256dh: vapidPublicKey, auth: "A".repeat(22) };
    const subscribe =
      "mutation M($input: SubscribeNotificationInput!) { subscribeNotification(input: $input) }";
    expect(await answer(subscribe, { input: { endpoint, keys } })).toEqual({ subscribeNotification: true });
    const bad = await node.ask(subscribe, { input: { endpoint: "http://x", keys } }, { token: owner });
    expect(bad.codes).toEqual(["VALIDATION_FAILED"]);
    const leave =
      "mutation M($input: UnsubscribeNotificationInput!) { unsubscribeNotification(input: $input) }";
    expect(await answer(leave, { input: { endpoint } })).toEqual({ unsubscribeNotification: true });
    expect(await answer(leave, { input: { endpoint } })).toEqual({ unsubscribeNotification: false });
  });
});

it("keeps webhooks, and shows their secret once", async () => {
  const input = { url: "https://hook.example/a", events: ["comment.confirmed"] };
  const made = await answer<{ createWebhook: { id: string; secret: string } }>(
    "mutation M($input: CreateWebhookInput!) { createWebhook(input: $input) { id secret } }",
    { input },
  );
  const { id, secret } = made.createWebhook;
  expect(secret).toMatch(/^whsec_/);
  const listed = await answer("{ webhooks { id url events active deliveries { id } } }");
  expect(listed).toEqual({ webhooks: [{ id, ...input, active: true, deliveries: [] }] });
  const enable = "mutation M($input: EnableWebhookInput!) { enableWebhook(input: $input) }";
  expect(await answer(enable, { input: { id } })).toEqual({ enableWebhook: true });
  const destroy = "mutation M($input: DestroyWebhookInput!) { destroyWebhook(input: $input) }";
  expect(await answer(destroy, { input: { id } })).toEqual({ destroyWebhook: true });
  expect((await node.ask(destroy, { input: { id } }, { token: owner })).codes).toEqual(["NOT_FOUND"]);
});

it("changes settings, and tells a secret to nobody", async () => {
  const update =
    "mutation M($input: UpdateSettingsInput!) { updateSettings(input: $input) { allowComment mailFrom mailTransportIsSet } }";
  const input = {
    allowComment: false,
    mailFrom: "ada@ada.example",
    mailTransport: "smtp://u:pw@mail.example",
  };
  const changed = { allowComment: false, mailFrom: "ada@ada.example", mailTransportIsSet: true };
  expect(await answer(update, { input })).toEqual({ updateSettings: changed });
  const { codes } = await node.ask(update, { input: { mailFrom: "no address" } }, { token: owner });
  expect(codes).toEqual(["VALIDATION_FAILED"]);
  expect(
    JSON.stringify(await node.ask("{ __schema { types { fields { name } } } }", {}, { token: owner })),
  ).not.toMatch(/"mailTransport"/);
  const reset = { allowComment: null, mailFrom: null, mailTransport: null };
  expect(await answer(update, { input: reset })).toEqual({
    updateSettings: { allowComment: true, mailFrom: "", mailTransportIsSet: false },
  });
});

it("asks for names as soon as there is an RPC, and forgets them without one", async () => {
  const update = "mutation M($input: UpdateSettingsInput!) { updateSettings(input: $input) { ensRpcIsSet } }";
  const count = () => countEnsNames(node.ctx.store.db);
  await answer(update, { input: { ensRpc: "https://rpc.invalid/v2/key" } });
  expect(await count()).toBeGreaterThan(0);
  await answer(update, { input: { ensRpc: null } });
  expect(await count()).toBe(0);
});

it("searches anything", async () => {
  await answer(create, { input: { type: "POST", body: "# Lighthouse\nThe *lamp* is lit. #sea" } });
  const query =
    "query Q($q: String!) { search(query: $q) { nodes { kind rank title snippet { text isMatch } publication { tags } } } }";
  expect(await byAnybody(query, { q: "lamp" })).toMatchObject({
    search: {
      nodes: [
        {
          kind: "PUBLICATION",
          rank: 1,
          title: "Lighthouse",
          snippet: expect.arrayContaining([{ text: "lamp", isMatch: true }]),
          publication: { tags: ["sea"] },
        },
      ],
    },
  });
  for (const q of ["", '"', "' or 1=1 --", "a* OR NEAR(", "#", "from:", "\u0000", "%"])
    await byAnybody(query, { q });
});

it("tells of tokens, and ends them", async () => {
  const made = await answer<{ generateIntegrationToken: { token: string; details: { id: string } } }>(
    "mutation M($input: GenerateIntegrationTokenInput!) { generateIntegrationToken(input: $input) { token details { id label scopes expiresAt } } }",
    { input: { label: "blogger", scopes: ["create:publications"], expiresInSeconds: 3600 } },
  );
  const { token, details } = made.generateIntegrationToken;
  expect(details).toMatchObject({ label: "blogger", scopes: ["create:publications"] });
  expect(await answer("{ viewer { tokenId } }", {}, token)).toEqual({ viewer: { tokenId: details.id } });
  const { tokens } = await answer<{ tokens: unknown[] }>("{ tokens { id kind lastUsedAt isExpired } }");
  expect(tokens).toContainEqual(
    expect.objectContaining({ id: details.id, kind: "INTEGRATION", isExpired: false }),
  );
  await answer("mutation M($input: RevokeTokenInput!) { revokeToken(input: $input) }", {
    input: { id: details.id },
  });
  expect((await node.ask("{ viewer { kind } }", {}, { token })).status).toBe(401);
});

it("tells who is here, and how the node is", async () => {
  const address = createWallet(5).address;
  const { port } = new URL(node.endpoint);
  await fetch(`http://127.0.0.1:${port}/api/visitors`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ address }),
  });
  const query = "query Q($a: Address!) { visitor(address: $a) { address lastActive } visitors { address } }";
  expect(await byAnybody(query, { a: address.toLowerCase() })).toEqual({
    visitor: { address, lastActive: expect.stringMatching(/Z$/) },
    visitors: [{ address }],
  });
  expect(
    await byAnybody("{ nodeStatus { installed installedAt ewpVersion } profile { address avatarUrl } }"),
  ).toEqual({
    nodeStatus: { installed: true, installedAt: expect.stringMatching(/Z$/), ewpVersion: "1" },
    profile: { address: node.address, avatarUrl: null },
  });
  const known = JSON.stringify({ askedAt: Date.now(), newest: "99.0.1" });
  await node.ctx.store.transaction((tx) => writeMeta(tx, "releases", known));
  expect(await answer("{ nodeStatus { newerVersion } }")).toEqual({ nodeStatus: { newerVersion: "99.0.1" } });
  const refused = await node.ask("{ nodeStatus { newerVersion } }", {}, { token: null });
  expect(refused.codes).toEqual(["UNAUTHENTICATED"]);
});

it("lets a wallet take its comment back with what the node prepares", async () => {
  const { createPublication } = await answer<Created>(create, { input: { type: "POST", body: "# Once" } });
  const [grace, eve] = [createWallet(9), createWallet(10)];
  const words = { body: "Oh.", authType: "ETHEREUM", authorId: grace.address };
  const { createComment } = await byAnybody<{
    createComment: { comment: { id: string }; typedData: TypedData };
  }>(
    "mutation M($input: CreateCommentInput!) { createComment(input: $input) { comment { id } typedData } }",
    { input: { publicationId: createPublication.id, ...words } },
  );
  const { id } = createComment.comment;
  const tokenOrSignature = await grace.signTypedData(createComment.typedData);
  await byAnybody("mutation M($input: ConfirmCommentInput!) { confirmComment(input: $input) { state } }", {
    input: { id, tokenOrSignature },
  });
  const prepare = (authorAddress: string) =>
    byAnybody<{ commentDeletionToSign: { form: string; typedData: TypedData } }>(
      "query Q($id: ID!, $authorAddress: Address!) { commentDeletionToSign(id: $id, authorAddress: $authorAddress) { form typedData } }",
      { id, authorAddress },
    );
  const destroy = "mutation M($input: DestroyCommentInput!) { destroyComment(input: $input) }";
  const foreign = await prepare(eve.address);
  const bySomebodyElse = await eve.signTypedData(foreign.commentDeletionToSign.typedData);
  expect((await node.ask(destroy, { input: { id, signature: bySomebodyElse } })).codes).toEqual([
    "INVALID_SIGNATURE",
  ]);
  const { commentDeletionToSign } = await prepare(grace.address);
  expect(commentDeletionToSign.form).toBe("BASELINE");
  const signature = await grace.signTypedData(commentDeletionToSign.typedData);
  expect(await byAnybody(destroy, { input: { id, signature } })).toEqual({ destroyComment: "DESTROYED" });
});
