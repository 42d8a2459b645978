import { parseAddress } from "@freehold/protocol";
import { afterAll, beforeAll, describe, expect, it, test, vi } from "vitest";
import { limits } from "../../src/graphql/limits.ts";
import { insertComment, moveComment } from "../../src/store/comments.ts";
import { type GraphqlNode, openGraphqlNode } from "../support/graphql-node.ts";

const posts = 100;
const postBytes = 9_000;
const comments = 100;
const commentLength = 5_000;

let node: GraphqlNode;
let owner: string;
let program: string;
let discussed: number;
beforeAll(async () => {
  node = await openGraphqlNode();
  owner = await node.signIn();
  program = await node.token("read:timeline");
  for (let post = 0; post < posts; post += 1) {
    const { id } = await node.publish(`${post} ${"x".repeat(postBytes)}`, { state: "local" });
    discussed = id;
  }
  await node.ctx.store.transaction(async (tx) => {
    for (let comment = 0; comment < comments; comment += 1) {
      const words = { authType: "EMAIL", authorId: `a${comment}@example.org`, authorName: "A" } as const;
      const id = await insertComment(tx, {
        ...words,
        publicationId: discussed,
        body: "ü".repeat(commentLength),
        timestamp: comment,
        client: null,
        tokenHash: null,
        createdAt: Date.now(),
      });
      await moveComment(tx, id, { from: "pending", to: "published", confirmedAt: Date.now() });
    }
  });
  for (let visitor = 0; visitor < 1_000; visitor += 1) {
    const address = parseAddress(`0x${visitor.toString(16).padStart(40, "0")}`);
    if (address) node.ctx.visitors.touch(address);
  }
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
});

const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join(" ");

const newer = { headers: { accept: "application/graphql-response+json" } };

describe("many texts in one reply, for an anonymous caller", () => {
  const attacks = [
    ["under many names", `{ ${times(20, (n) => `a${n}: publications(first: 100) { nodes { body } }`)} }`],
    [
      "by a fragment",
      `{ ${times(20, (n) => `a${n}: publications(first: 100) { ...F }`)} } fragment F on PublicationConnection { nodes { ... on Publication { body } } }`,
    ],
    [
      "under many names of one field",
      `{ publications(first: 100) { nodes { ${times(20, (n) => `a${n}: body`)} } } }`,
    ],
    [
      "whose pictures are looked for",
      `{ ${times(16, (n) => `a${n}: publications(first: 100) { nodes { keptPictures } }`)} }`,
    ],
    [
      "of comments",
      `{ ${times(20, (n) => `a${n}: publications(first: 1) { nodes { comments(first: 100) { nodes { body } } } }`)} }`,
    ],
    ["of short ones", `{ ${times(15, (n) => `a${n}: visitors { address lastActive }`)} }`],
  ] as const;

  test.each(attacks)("%s, are refused as a whole, and reading ends there", async (what, query) => {
    const readAll = vi.spyOn(node.ctx.blobs, "readAll");
    const selectFrom = vi.spyOn(node.ctx.store.db, "selectFrom");
    // More often than it takes to compile a document.
    for (let call = 0; call < limits.callsBeforeCompiling + 4; call += 1) {
      readAll.mockClear();
      selectFrom.mockClear();
      const { status, data, codes, errors } = await node.ask(query, {}, newer);
      expect({ status, data, codes }).toEqual({ status: 400, data: undefined, codes: ["TOO_COMPLEX"] });
      expect(errors[0]?.message.length).toBeLessThan(200);
      expect(readAll.mock.calls.length * postBytes).toBeLessThanOrEqual(limits.anonymousReplyBytes);
      const lists = selectFrom.mock.calls.filter(([from]) => String(from) === "comments").length;
      if (what === "of comments") expect(lists).toBe(2);
    }
    const { status } = await node.ask(query);
    expect(status).toBe(200);
    vi.restoreAllMocks();
  });

  it("are given to the owner, and to the owner's programs", async () => {
    const query = `{ ${times(3, (n) => `a${n}: publications(first: 100) { nodes { body } }`)} }`;
    for (const token of [owner, program]) {
      const { data, codes } = await node.ask(query, {}, { token });
      expect(codes).toEqual([]);
      expect(JSON.stringify(data).length).toBeGreaterThan(2 * limits.anonymousReplyBytes);
    }
  });

  it("are given as far as they fit, and cost their size", async () => {
    const spent = async () => {
      const text = await (await fetch(new URL("/metrics", node.endpoint))).text();
      return Number(/^freehold_graphql_cost_sum (\d+)$/m.exec(text)?.[1]);
    };
    const query = "{ publications(first: 100) { nodes { body } } }";
    const before = await spent();
    const { data, codes } = await node.ask(query);
    expect(codes).toEqual([]);
    const estimate = 1 + 100 * 2;
    expect((await spent()) - before).toBeCloseTo(estimate + (posts * postBytes) / limits.bytesPerCost, -1);
    expect(JSON.stringify(data).length).toBeGreaterThan(posts * postBytes);
  });
});

describe("one text", () => {
  const ask = async (body: string) => {
    const { id } = await node.publish(body, { state: "local" });
    return await node.ask(`{ publication(id: "${id}") { body } }`);
  };
  const around = JSON.stringify({ data: { publication: { body: "" } } }).length;

  it("is given when the reply is just within the limit", async () => {
    const body = "x".repeat(limits.anonymousReplyBytes - around);
    expect((await ask(body)).data).toEqual({ publication: { body } });
    expect((await ask(`${body}x`)).codes).toEqual(["TOO_COMPLEX"]);
  });

  it("counts with its size in the reply", async () => {
    expect((await ask('"'.repeat(limits.anonymousReplyBytes / 2))).codes).toEqual(["TOO_COMPLEX"]);
    expect((await ask("ü".repeat(limits.anonymousReplyBytes / 2))).codes).toEqual(["TOO_COMPLEX"]);
  });
});
