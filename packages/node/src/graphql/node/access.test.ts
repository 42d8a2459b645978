import { readFileSync } from "node:fs";
import {
  GraphQLEnumType,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
  getNamedType,
  isLeafType,
} from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type GraphqlNode, openGraphqlNode } from "../../../test/support/graphql-node.ts";
import { type Scope, scopes } from "../../domain/access/scopes.ts";
import { revokeToken } from "../../domain/access/tokens.ts";
import { schema } from "../schema.ts";

/** The table of the docs, read as it stands there: it is what this test believes. */
const table = new Map(
  readFileSync(new URL("../../../../../docs/graphql.md", import.meta.url), "utf8")
    .split("\n")
    .flatMap((line) => {
      const [, name, who] = /^\| `([\w.]+)` \| ([^|]+) \|/.exec(line) ?? [];
      return name && who ? [[name, who.trim().replaceAll("`", "")] as const] : [];
    }),
);

let node: GraphqlNode;
const tokens = new Map<string, string | null>([["nobody", null]]);
beforeAll(async () => {
  node = await openGraphqlNode();
  for (const scope of scopes) tokens.set(scope, await node.token(scope));
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
});

const operations = [
  ...Object.values(schema.getQueryType()?.getFields() ?? {}).map((field) => ({ kind: "query", field })),
  ...Object.values(schema.getMutationType()?.getFields() ?? {}).map((field) => ({ kind: "mutation", field })),
];

/** A call of an operation with anything that its types let through. */
function callOf({ kind, field }: (typeof operations)[number]) {
  const required = field.args.filter(({ type }) => type instanceof GraphQLNonNull);
  const declared = required.map(({ name, type }) => `$${name}: ${type}`).join(", ");
  const given = required.map(({ name }) => `${name}: $${name}`).join(", ");
  const selection = isLeafType(getNamedType(field.type)) ? "" : " { __typename }";
  return {
    query: `${kind} Call${declared && `(${declared})`} { ${field.name}${given && `(${given})`}${selection} }`,
    variables: Object.fromEntries(required.map(({ name, type }) => [name, sample(type)])),
  };
}

const samples: Record<string, unknown> = {
  Address: `0x${"1".repeat(40)}`,
  ContentHash: `0x${"1".repeat(64)}`,
  DateTime: "2030-01-01T00:00:00Z",
  JSON: {},
  BigInt: 1,
  Int: 1,
  Boolean: true,
  ID: "1",
  String: "x",
};

function sample(type: GraphQLInputType): unknown {
  if (!(type instanceof GraphQLNonNull)) return undefined;
  const inner = type.ofType;
  if (inner instanceof GraphQLList) return [];
  if (inner instanceof GraphQLEnumType) return inner.getValues()[0]?.name;
  if (inner instanceof GraphQLInputObjectType) {
    return Object.fromEntries(Object.values(inner.getFields()).map(({ name, type }) => [name, sample(type)]));
  }
  return samples[inner.name];
}

/** How the wall answers, and nothing behind it. */
const refusals: Record<string, string> = {
  "Only the owner can do that. Sign in first.": "UNAUTHENTICATED",
  "Only the signed-in owner can do that.": "FORBIDDEN",
};

async function isRefused(operation: (typeof operations)[number], token: string | null) {
  const { query, variables } = callOf(operation);
  const { status, errors } = await node.ask(query, variables, { token });
  const [error] = errors;
  // Not: a call that does not come as far as the wall.
  expect(error?.extensions?.code, `${query} ${error?.message}`).not.toBe("BAD_REQUEST");
  expect(error?.extensions?.code, query).not.toBe("INTERNAL_ERROR");
  const lacking = /^This token does not have the scope /.test(error?.message ?? "") ? "FORBIDDEN" : undefined;
  const refusal = refusals[error?.message ?? ""] ?? lacking;
  if (refusal) expect(error?.extensions?.code).toBe(refusal);
  // The status tells a program that its token lacks the scope.
  const isProgram = token !== null && [...tokens.values()].includes(token);
  expect(status, query).toBe(isProgram && error?.extensions?.code === "FORBIDDEN" ? 403 : 200);
  return refusal !== undefined;
}

it("names every operation in the docs, and none that is not there", () => {
  const named = [...table.keys()].filter((name) => !name.includes(".")).sort();
  expect(named).toEqual(operations.map(({ field }) => field.name).sort());
  expect(operations.length).toBeGreaterThan(60);
});

describe.each(operations.map((operation) => [operation.field.name, operation] as const))(
  "%s",
  (name, operation) => {
    const who = table.get(name) ?? "nobody";

    it(`is for ${who}, and not for anybody else`, async () => {
      const refused: string[] = [];
      for (const [caller, token] of tokens) if (await isRefused(operation, token)) refused.push(caller);
      const expected = [...tokens.keys()].filter((caller) => who !== "anybody" && caller !== who);
      expect(refused).toEqual(expected);
      expect(await isRefused(operation, await node.signIn())).toBe(false);
    });
  },
);

it("takes no token that was revoked, ended, bent or made up, not even for what anybody may ask", async () => {
  const revoked = await node.token("read:timeline");
  const { data } = await node.ask("{ viewer { tokenId } }", {}, { token: revoked });
  const viewer = data?.viewer as { tokenId: string } | undefined;
  await revokeToken(node.ctx, viewer?.tokenId ?? "");
  const ended = await node.signIn();
  await node.ask("mutation { signOut }", {}, { token: ended });
  const good = await node.signIn();
  const bent = good.slice(0, -3) + (good.endsWith("AAA") ? "BBB" : "AAA");
  for (const token of [revoked, ended, bent, "x", "null"]) {
    const { status, data, codes } = await node.ask("{ profile { title } }", {}, { token });
    expect({ status, data, codes }).toEqual({ status: 401, data: undefined, codes: ["UNAUTHENTICATED"] });
  }
});

it("keeps the owner's settings from whoever may not manage them, and shows the others", async () => {
  const query = "{ settings { allowComment mailFrom notifyFollower mailTransportIsSet } }";
  const anonymous = await node.ask(query);
  expect(anonymous.data).toEqual({
    settings: { allowComment: true, mailFrom: null, notifyFollower: null, mailTransportIsSet: null },
  });
  expect(anonymous.codes).toEqual(["UNAUTHENTICATED", "UNAUTHENTICATED", "UNAUTHENTICATED"]);
  const reader = await node.ask(query, {}, { token: tokens.get("read:timeline") ?? null });
  expect(reader.codes).toEqual(["FORBIDDEN", "FORBIDDEN", "FORBIDDEN"]);
  const manager = await node.ask(query, {}, { token: tokens.get("manage:settings") ?? null });
  expect(manager.codes).toEqual([]);
  expect(manager.data?.settings).toMatchObject({ mailFrom: "", mailTransportIsSet: false });
});

it("says who calls", async () => {
  const query = "{ viewer { kind scopes } }";
  expect((await node.ask(query)).data?.viewer).toEqual({ kind: "ANONYMOUS", scopes: [] });
  const both = await node.token("manage:comments", "read:timeline");
  const program = await node.ask(query, {}, { token: both });
  const known: Scope[] = ["read:timeline", "manage:comments"];
  expect(program.data?.viewer).toEqual({ kind: "INTEGRATION", scopes: known });
  const owner = await node.ask(query, {}, { token: await node.signIn() });
  expect(owner.data?.viewer).toEqual({ kind: "CLIENT", scopes: [] });
});
