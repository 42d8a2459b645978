import { afterAll, beforeAll, expect, test } from "vitest";
import { type GraphqlNode, openGraphqlNode } from "../../../test/support/graphql-node.ts";
import { limits } from "../limits.ts";

let node: GraphqlNode;
let cookie: string;
beforeAll(async () => {
  node = await openGraphqlNode();
  cookie = `freehold_session=${await node.signIn()}`;
});
afterAll(() => node[Symbol.asyncDispose]());

const code = "code\njavascript\nconst a = 1;";
const formula = "maths\n\nx^2";

function send(figures: unknown, headers: Record<string, string> = { cookie }) {
  return fetch(new URL("/api/figures", node.endpoint), {
    method: "POST",
    headers: {
      ...{ "content-type": "application/json", "sec-fetch-site": "same-origin", "sec-fetch-dest": "empty" },
      ...headers,
    },
    body: JSON.stringify({ figures }),
  });
}

test("the console gets code and formulas as the pages have them, in the order in which it asked", async () => {
  const reply = await send([formula, code, "maths\n\n\\nonsense{", "diagram\n\ngraph TD", "anything"]);
  expect(reply.status).toBe(200);
  const { drawn } = (await reply.json()) as { drawn: (string | null)[] };
  expect(drawn[0]).toMatch(/^<math/);
  expect(drawn[1]).toContain('<span class="t-keyword">');
  expect(drawn.slice(2)).toEqual([null, null, null]);
});

test("nobody else gets any", async () => {
  expect((await send([code], {})).status).toBe(401);
  expect((await send([code], { cookie, "sec-fetch-site": "cross-site" })).status).toBe(401);
});

test("no more than a text may have, and no more bytes than declared", async () => {
  const most = Array.from({ length: limits.figuresPerText }, () => formula);
  expect((await send(most)).status).toBe(200);
  expect((await send([...most, formula])).status).toBe(400);
  expect((await send("code")).status).toBe(400);
  const around = JSON.stringify({ figures: [formula] }).length;
  const sized = (bytes: number) => send([formula.padEnd(formula.length + bytes - around, "x")]);
  expect((await sized(limits.figuresBytes)).status).toBe(200);
  expect((await sized(limits.figuresBytes + 1)).status).toBe(413);
});
