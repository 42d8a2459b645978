import { serverAudits } from "graphql-http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GraphqlNode, openGraphqlNode } from "../../../test/support/graphql-node.ts";

let node: GraphqlNode;
beforeAll(async () => {
  node = await openGraphqlNode();
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
});

/** What is only allowed by the specification, and not done here: there is no GET. */
const left = new Set(["5A70", "D6D5", "6A70"]);

describe("the official audit of GraphQL over HTTP, by nobody in particular", () => {
  test.each(
    serverAudits({ url: () => node.endpoint }).map((audit) => [audit.id, audit.name, audit] as const),
  )("%s %s", async (id, name, audit) => {
    const result = await audit.fn();
    const reason = "reason" in result ? result.reason : "";
    const expected = left.has(id) ? "notice" : "ok";
    expect(name.startsWith("MAY ") || expected === "ok").toBe(true);
    expect({ status: result.status, reason: expected === "ok" ? reason : "" }).toEqual({
      status: expected,
      reason: "",
    });
  });
});
