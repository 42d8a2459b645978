import type { DrawnFigure } from "@freehold/web";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type GraphqlNode, openGraphqlNode } from "../../../../test/support/graphql-node.ts";
import { limits } from "../../limits.ts";
import { withoutLargeDiagrams } from "./excerpts.ts";

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
      "content-type": "application/json",
      "sec-fetch-site": "same-origin",
      "sec-fetch-dest": "empty",
      ...headers,
    },
    body: JSON.stringify({ figures }),
  });
}

const diagram = "diagram\n\ngraph LR\nA[Here] --> B[There]";

test("the console gets code, formulas and diagrams as the pages have them, in the order in which it asked", async () => {
  const reply = await send([
    formula,
    code,
    diagram,
    "maths\n\n\\nonsense{",
    "diagram\n\nnonsense",
    "anything",
  ]);
  expect(reply.status).toBe(200);
  const { drawn } = (await reply.json()) as { drawn: (DrawnFigure | null)[] };
  expect(drawn[0]).toMatchObject({ kind: "markup", html: expect.stringMatching(/^<math/) });
  expect(drawn[1]).toMatchObject({ html: expect.stringContaining('<span class="t-keyword">') });
  expect(drawn[2]).toMatchObject({ kind: "picture", svg: expect.stringContaining("There") });
  expect(drawn.slice(3)).toEqual([null, null, null]);
});

test("a drawing goes with the timeline up to its limit", () => {
  const picture = (length: number) =>
    ({ kind: "picture", svg: "x".repeat(length), width: 1, height: 1 }) as const;
  const most = limits.excerptDiagramCharacters;
  const figures = new Map<string, DrawnFigure>([
    ["fits", picture(most)],
    ["too large", picture(most + 1)],
    ["markup", { kind: "markup", html: "x".repeat(most + 1) }],
  ]);
  expect([...withoutLargeDiagrams(figures).keys()]).toEqual(["fits", "markup"]);
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
