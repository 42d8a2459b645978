import { type GraphQLArgument, type GraphQLInputField, getNamedType, isInputObjectType } from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scopes } from "../../src/domain/access/scopes.ts";
import { saveUnreadNode } from "../../src/domain/connections/connection-record.ts";
import { listOperations, schema } from "../../src/graphql/schema.ts";
import { listBackedUpTables, readRows } from "../../src/modules/backup/store/backup-tables.ts";
import { type GraphqlNode, openGraphqlNode } from "../support/graphql-node.ts";
import { pixelGif } from "../support/pixel-gif.ts";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let node: GraphqlNode;
let token: string;
/** A post that everybody sees, and drafts of the owner: a text and a picture. */
let publicId: string;
let drafts: readonly { id: string; contentHash: string }[];
const missing = "987654";
beforeAll(async () => {
  node = await openGraphqlNode();
  token = await node.token(...scopes);
  // As many digits as that of nothing, and no other number in an answer.
  const { store } = node.ctx;
  await store.transaction((tx) => store.dialect.raiseIds(tx, "publications", 765_432));
  publicId = String((await node.publish("# Public\n\nwords", { state: "local" })).id);
  const text = await node.publish("# Secret\n\nwords", { state: "draft" });
  const picture = await node.publish(png, { state: "draft", filename: "secret.png" });
  drafts = [text, picture].map(({ id, contentHash }) => ({ id: String(id), contentHash }));
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
});

/** The arguments of operations that take an id of anything, and that a token may call: `operation.path`. */
function listIdArguments(): string[] {
  const idsBelow = (path: string, field: GraphQLArgument | GraphQLInputField): string[] => {
    const type = getNamedType(field.type);
    if (isInputObjectType(type))
      return Object.values(type.getFields()).flatMap((one) => idsBelow(`${path}.${one.name}`, one));
    return type.name === "ID" ? [path] : [];
  };
  return listOperations()
    .filter(({ access }) => access !== "owner")
    .flatMap(({ kind, name }) => {
      const root = kind === "mutation" ? schema.getMutationType() : schema.getQueryType();
      return (root?.getFields()[name]?.args ?? []).flatMap((one) => idsBelow(`${name}.${one.name}`, one));
    })
    .map((path) => path.replace(".input.", "."));
}

const signed = '{ typedData: {}, signature: "0x00" }';

/** An operation with an id in the place of that argument, all else being right. */
const operations: Readonly<Record<string, (id: string) => string>> = {
  "publication.id": (id) => `{ publication(id: "${id}") { id } }`,
  "publicationDelivery.id": (id) => `{ publicationDelivery(id: "${id}") { pending } }`,
  "publicationsToSign.ids": (id) => `{ publicationsToSign(ids: ["${id}"]) { id } }`,
  "comments.publicationId": (id) => `{ comments(publicationId: "${id}") { nodes { id } } }`,
  "comments.sameAuthorAs": (id) => `{ comments(sameAuthorAs: "${id}") { nodes { id } } }`,
  "commentDeletionToSign.id": (id) =>
    `{ commentDeletionToSign(id: "${id}", authorAddress: "0x000000000000000000000000000000000000dEaD") { typedData } }`,
  "agentDraft.id": (id) => `{ agentDraft(id: "${id}") { id } }`,
  "reading.feed": (id) => `{ reading(feed: "${id}") { nodes { cursor } } }`,
  "createComment.publicationId": (id) =>
    `mutation { createComment(input: { publicationId: "${id}", body: "x", authType: ETHEREUM, authorId: "0x000000000000000000000000000000000000dEaD" }) { typedData } }`,
  "confirmComment.id": (id) =>
    `mutation { confirmComment(input: { id: "${id}", tokenOrSignature: "0x00" }) { id } }`,
  "destroyComment.id": (id) => `mutation { destroyComment(input: { id: "${id}" }) }`,
  "confirmCommentDeletion.id": (id) =>
    `mutation { confirmCommentDeletion(input: { id: "${id}", token: "x" }) }`,
  "moderateComment.id": (id) => `mutation { moderateComment(input: { id: "${id}", approve: true }) { id } }`,
  "moderateComments.ids": (id) =>
    `mutation { moderateComments(input: { ids: ["${id}"], state: HELD }) { id } }`,
  "openComments.publicationId": (id) =>
    `mutation { openComments(input: { publicationId: "${id}", open: false }) }`,
  "createCommenterBlock.commentId": (id) =>
    `mutation { createCommenterBlock(input: { commentId: "${id}" }) }`,
  "destroyCommenterBlock.id": (id) => `mutation { destroyCommenterBlock(input: { id: "${id}" }) }`,
  "retryPublicationDelivery.id": (id) => `mutation { retryPublicationDelivery(input: { id: "${id}" }) }`,
  "checkReceipts.id": (id) => `mutation { checkReceipts(input: { id: "${id}" }) { answer } }`,
  "retryOutboxEntry.id": (id) => `mutation { retryOutboxEntry(input: { id: "${id}" }) }`,
  "unsubscribeFeed.id": (id) => `mutation { unsubscribeFeed(input: { id: "${id}" }) }`,
  "fetchFeed.id": (id) => `mutation { fetchFeed(input: { id: "${id}" }) { id } }`,
  "presentPublication.id": (id) =>
    `mutation { presentPublication(input: { id: "${id}", excerpt: "x" }) { id } }`,
  "presentPublication.cover": (id) =>
    `mutation { presentPublication(input: { id: "${publicId}", cover: "${id}" }) { id } }`,
  "updatePublication.id": (id) =>
    `mutation { updatePublication(input: { id: "${id}", state: LOCAL }) { id } }`,
  "destroyPublication.id": (id) => `mutation { destroyPublication(input: { id: "${id}" }) { id } }`,
  "signPublication.id": (id) =>
    `mutation { signPublication(input: { id: "${id}", message: ${signed} }) { recipients } }`,
  "signPublications.publications.id": (id) =>
    `mutation { signPublications(input: { publications: [{ id: "${id}", message: ${signed} }] }) { recipients } }`,
  "saveAgentDraft.id": (id) =>
    `mutation { saveAgentDraft(input: { id: "${id}", body: "x", revision: 1 }) { id } }`,
  "saveAgentDraft.replaces": (id) =>
    `mutation { saveAgentDraft(input: { replaces: "${id}", body: "x" }) { id } }`,
  "proposeDraft.id": (id) => `mutation { proposeDraft(input: { id: "${id}", revision: 1 }) { id } }`,
  "withdrawProposal.id": (id) => `mutation { withdrawProposal(input: { id: "${id}" }) { id } }`,
};

it("knows each argument that takes an id", () => {
  expect(Object.keys(operations).sort()).toEqual(listIdArguments().sort());
});

async function wholeState(): Promise<unknown> {
  const state: Record<string, unknown> = {};
  for (const table of listBackedUpTables())
    state[table.name] = await Array.fromAsync(readRows(node.ctx.store.db, table));
  return state;
}

/** What a caller reads of an operation, with the id that it gave taken out. */
async function answerTo(query: string, id: string, by: string | null): Promise<string> {
  const { status, data, errors } = await node.ask(query, {}, { token: by });
  return JSON.stringify([status, data, errors])
    .replaceAll(id, "N")
    .replace(/"column":\d+/g, "");
}

describe.each(Object.entries(operations))("%s", (_name, operationOf) => {
  it("answers for a draft as for nothing, changes nothing, and publishes nothing", async () => {
    const before = await wholeState();
    for (const by of [token, null]) {
      const nothing = await answerTo(operationOf(missing), missing, by);
      for (const { id, contentHash } of drafts) {
        expect(await answerTo(operationOf(id), id, by)).toBe(nothing);
        for (const path of [
          `/ewp/contents/${contentHash}`,
          `/publications/${id}`,
          `/publications/${id}/file`,
        ])
          expect((await node.app.inject({ url: path })).statusCode).toBe(404);
      }
    }
    expect(await wholeState()).toEqual(before);
  });
});

describe("a program", () => {
  const present = (cover: string) => operations["presentPublication.cover"]?.(cover) ?? "";

  it("takes a public picture as a cover, and one that it attached itself", async () => {
    const local = await node.publish(Buffer.concat([png, Buffer.from("local")]), { state: "local" });
    expect((await node.ask(present(String(local.id)), {}, { token })).codes).toEqual([]);
    const form = new FormData();
    const attach =
      'mutation ($file: Upload) { attachPicture(input: { file: $file, description: "A rope" }) { id contentHash } }';
    form.set("operations", JSON.stringify({ query: attach, variables: { file: null } }));
    form.set("map", '{"0":["variables.file"]}');
    form.set("0", new Blob([pixelGif(7)]), "own.gif");
    const headers = { authorization: `Bearer ${token}` };
    const reply = await fetch(node.endpoint, { method: "POST", headers, body: form });
    const { id, contentHash } = (await reply.json()).data.attachPicture;
    // It is no other program's.
    const other = await node.token(...scopes);
    expect((await node.ask(present(id), {}, { token: other })).codes).toEqual(["NOT_FOUND"]);
    expect((await node.app.inject({ url: `/ewp/contents/${contentHash}` })).statusCode).toBe(404);
    expect((await node.ask(present(id), {}, { token })).codes).toEqual([]);
  });

  it("can't tell the posts of other nodes from nothing without the right to read them", async () => {
    const { contentHash } = await node.publish("# Of another", { state: "local" });
    const publisherAddress = "0x000000000000000000000000000000000000dEaD";
    const { id } = await node.ctx.store.db
      .selectFrom("publications")
      .select("id")
      .where("contentHash", "=", contentHash)
      .executeTakeFirstOrThrow();
    await node.ctx.store.transaction(async (tx) => {
      const other = {
        address: publisherAddress,
        url: "https://b.example",
        title: "B",
        description: null,
      } as const;
      await saveUnreadNode(tx, other, Date.now());
      await tx
        .updateTable("publications")
        .set({ publisherAddress, state: "signed", timestamp: 1, signature: "0x", proofType: "epress world" })
        .where("id", "=", id)
        .execute();
    });
    const blind = await node.token(...scopes.filter((scope) => scope !== "read:timeline"));
    for (const name of [
      "updatePublication.id",
      "destroyPublication.id",
      "presentPublication.cover",
      "checkReceipts.id",
    ]) {
      const operationOf = operations[name] ?? String;
      const nothing = await answerTo(operationOf(missing), missing, blind);
      expect(await answerTo(operationOf(String(id)), String(id), blind)).toBe(nothing);
    }
  });
});
