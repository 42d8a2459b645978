import { afterAll, beforeAll, expect, test } from "vitest";
import { saveFeedEntries } from "../../src/modules/feeds/store/feed-entries.ts";
import { insertFeed } from "../../src/modules/feeds/store/feeds.ts";
import { saveText } from "../../src/modules/feeds/store/read-later.ts";
import { type GraphqlNode, openGraphqlNode } from "../support/graphql-node.ts";
import { createWallet } from "../support/wallet.ts";

const MiB = 1024 * 1024;

let node: GraphqlNode;
let owner: string;
beforeAll(async () => {
  node = await openGraphqlNode();
  owner = await node.signIn();
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
});

/** Asks, and looks that there is an answer without errors. @returns what was answered, and its length */
async function ask<Data>(query: string, variables: Record<string, unknown>, token: string | null) {
  const { status, data, errors } = await node.ask(query, variables, { token });
  expect(errors).toEqual([]);
  expect(status).toBe(200);
  return { data: data as Data, length: JSON.stringify(data).length };
}

/** Of 4,944 characters: one long address, and 610 references to it. */
const repeated = `[a]: http://x/${"A".repeat(2_488)}\n\n${"[a] ".repeat(610)}`;
const others = [
  "^[a]".repeat(1_200),
  "> ".repeat(2_400),
  "[](a)".repeat(980),
  '"'.repeat(4_900),
  "*a ".repeat(1_600),
];

test("a post with twenty comments that swell is a small page, for everybody", async () => {
  const { id: publicationId } = await node.publish("# A post");
  for (let number = 1; number <= 20; number += 1) {
    const wallet = createWallet(number);
    const body = number <= 10 ? repeated : (others[number % others.length] ?? repeated);
    const input = {
      publicationId,
      body,
      authType: "ETHEREUM",
      authorName: `B${number}`,
      authorId: wallet.address,
    };
    const { data } = await ask<{ createComment: { comment: { id: string }; typedData: never } }>(
      "mutation ($input: CreateCommentInput!) { createComment(input: $input) { comment { id } typedData } }",
      { input },
      null,
    );
    const { comment, typedData } = data.createComment;
    const tokenOrSignature = await wallet.signTypedData(typedData);
    await ask(
      "mutation ($input: ConfirmCommentInput!) { confirmComment(input: $input) { id } }",
      { input: { id: comment.id, tokenOrSignature } },
      null,
    );
  }
  const url = new URL(`/publications/${publicationId}`, node.endpoint);
  const pages = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const reply = await fetch(url);
      return { status: reply.status, text: await reply.text() };
    }),
  );
  for (const { status, text } of pages) {
    expect(status).toBe(200);
    expect(text).toContain("B20");
    // 20 comments of 5,000 characters, at 8 times.
    expect(text.length).toBeLessThan(MiB);
  }
});

test("posts of others that swell, kept for later, are a list that is answered", async () => {
  const texts = [
    `[a]: https://x.example/${"A".repeat(32_000)}\n\n${"[a] ".repeat(8_000)}`,
    `# [a]: b\n\n[a]: https://x.example/${"A".repeat(2_000)}\n\n${"![a]".repeat(15_000)}`,
    `[^1]: ${"a ".repeat(10_000)}\n\n${"[^1]".repeat(10_000)}`,
    `|a|b|\n|:-:|:-:|\n${"|\n".repeat(30_000)}`,
    `${"> ".repeat(30_000)}a`,
  ];
  for (const [index, body] of texts.entries()) {
    const about = {
      url: null,
      title: `Text ${index}`,
      source: "Bea",
      format: "markdown",
      writtenAt: 0,
    } as const;
    const text = {
      ...about,
      subject: `publication:${index}`,
      body,
      baseUrl: "https://bea.example",
      savedAt: index,
    };
    await node.ctx.store.transaction((tx) => saveText(tx, text));
  }
  const { data, length } = await ask<{ readLater: { nodes: { html: string }[] } }>(
    "{ readLater(first: 20) { nodes { title html } } }",
    {},
    owner,
  );
  expect(data.readLater.nodes).toHaveLength(texts.length);
  expect(length).toBeLessThan(6 * MiB);
});

test("entries of feeds that swell are a page of the timeline that is answered", async () => {
  const feed = { url: "https://f.example/feed", title: "F", siteUrl: null, folder: null, createdAt: 0 };
  const feedId = (await node.ctx.store.transaction((tx) => insertFeed(tx, feed))) ?? 0;
  const texts = [
    "<b>a".repeat(16_000),
    "<b>".repeat(9_000) + "</i>".repeat(9_000),
    "<a href=1>a</a>".repeat(4_000),
    "<img src=1>".repeat(5_000),
  ];
  const entries = Array.from({ length: 100 }, (_, index) => ({
    feedId,
    guidHash: `g${index}`,
    url: null,
    title: `Entry ${index}`,
    author: null,
    fileUrl: null,
    fileType: null,
    html: texts[index % texts.length] ?? "",
    baseUrl: `https://f.example/${"x".repeat(2_000)}/`,
    sortTime: index,
    publishedAt: index,
    seenAt: index,
  }));
  await node.ctx.store.transaction((tx) => saveFeedEntries(tx, entries, { feedId, keep: 999, hasNew: true }));
  const { data, length } = await ask<{ reading: { nodes: { entry: { html: string } }[] } }>(
    "{ reading(first: 100) { nodes { entry { title html } } } }",
    {},
    owner,
  );
  expect(data.reading.nodes).toHaveLength(100);
  expect(length).toBeLessThan(100 * 20_000);
});
