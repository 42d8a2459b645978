import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type GraphqlNode, openGraphqlNode } from "../../../test/support/graphql-node.ts";
import { limits } from "../../graphql/limits.ts";

let node: GraphqlNode;
let owner: string;
beforeAll(async () => {
  node = await openGraphqlNode();
  owner = await node.signIn();
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
});

it("tells what was expected with its code and its words, and in the language of the page", async () => {
  const mutation = "mutation M($input: RevokeTokenInput!) { revokeToken(input: $input) }";
  const { errors } = await node.ask(mutation, { input: { id: "x" } }, { token: owner });
  expect(errors).toEqual([
    {
      message: "There is no token with that ID.",
      locations: [{ line: 1, column: 41 }],
      path: ["revokeToken"],
      extensions: {
        code: "NOT_FOUND",
        sentence: [{ code: "There is no token with that ID.", values: [] }],
      },
    },
  ]);
  const headers = { "accept-language": "zh-CN" };
  const chinese = await node.ask(mutation, { input: { id: "x" } }, { token: owner, headers });
  expect(chinese.errors).toMatchObject([
    { message: "There is no token with that ID.", extensions: { text: "这个令牌已经不存在了。" } },
  ]);
});

it("tells an error of the protocol with its own code", async () => {
  const mutation =
    "mutation M($d: JSON!, $s: String!) { createConnection(typedData: $d, signature: $s) { url } }";
  const { codes } = await node.ask(mutation, { d: {}, s: "0x" });
  expect(codes).toEqual(["INVALID_PAYLOAD"]);
});

it("tells what is wrong with a variable", async () => {
  const query = "query Q($a: Address!) { visitor(address: $a) { address } }";
  for (let round = 0; round < limits.callsBeforeCompiling + 3; round += 1) {
    const { data, codes, errors } = await node.ask(query, { a: "0x1" });
    expect({ data, codes }).toEqual({ data: undefined, codes: ["BAD_REQUEST"] });
    expect(errors[0]?.message).toMatch(/^Variable "\$a" got invalid value "0x1"; /);
    expect((await node.ask(query, { a: node.address })).data).toEqual({ visitor: null });
  }
});

it("says nothing of what nobody expected, and logs it once; what else was asked for is answered", async () => {
  await using broken = await openGraphqlNode();
  const token = await broken.signIn();
  await broken.ctx.store.transaction((tx) => tx.schema.dropTable("blocks").execute());
  const query = "{ blocks { nodes { address } } viewer { kind } }";
  for (let round = 0; round < limits.callsBeforeCompiling + 3; round += 1) {
    broken.lines.length = 0;
    const { status, data, errors } = await broken.ask(query, {}, { token });
    expect({ status, data }).toEqual({ status: 200, data: { blocks: null, viewer: { kind: "CLIENT" } } });
    expect(errors).toHaveLength(1);
    const [error] = errors;
    expect(error?.message).toBe("The node failed. See its log.");
    expect(error?.extensions).toEqual({ code: "INTERNAL_ERROR", requestId: expect.stringMatching(/./) });
    const logged = broken.lines.filter(({ level }) => level === "error");
    expect(logged).toHaveLength(1);
    expect(logged[0]?.fields).toMatchObject({ id: error?.extensions?.requestId, path: ["blocks"] });
    expect(String(logged[0]?.fields.err)).toMatch(/no such table/);
  }
});

it("answers 503 with Retry-After, beside the code, where nothing could be done just now", async () => {
  await using busy = await openGraphqlNode({ busyMs: 100 });
  const token = await busy.signIn();
  using other = new DatabaseSync(join(busy.ctx.config.dataDir, "freehold.sqlite"));
  other.exec("begin exclusive");
  const query = 'mutation { createPublication(input: { type: POST, body: "Salt" }) { id } }';
  for (const type of ["application/json", "application/graphql-response+json"]) {
    const reply = await fetch(busy.endpoint, {
      method: "POST",
      headers: { "content-type": "application/json", accept: type, authorization: `Bearer ${token}` },
      body: JSON.stringify({ query }),
    });
    expect([reply.status, reply.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(reply.headers.get("content-type")).toContain(type);
    expect(await reply.json()).toMatchObject({ errors: [{ extensions: { code: "BUSY" } }] });
  }
  other.exec("rollback");
  expect((await busy.ask(query, {}, { token })).status).toBe(200);
});
