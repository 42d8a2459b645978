import { afterEach, expect, test } from "vitest";
import { type HttpNode, openHttpNode } from "../../test/support/http-node.ts";
import { commentLimits } from "../domain/comments/limits.ts";
import { foundLimits } from "../modules/webmention/limits.ts";
import { mentionLimits } from "../modules/webmention/mentions/limits.ts";
import { limits } from "./limits.ts";

let node: HttpNode;
afterEach(() => node[Symbol.asyncDispose]());

const form = (url: string, fields: Record<string, string>) =>
  node.app.inject({
    method: "POST",
    url,
    remoteAddress: "192.0.2.1",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(fields).toString(),
  });

test("whoever is refused for now is told when to come again, by every form of the site", async () => {
  node = await openHttpNode();
  const { id } = await node.publish("# A post", { slug: "a" });
  const target = `https://ada.example/publications/${id}`;
  const mention = (n: number) => form("/webmention", { source: `https://s${n}.example/`, target });
  const subscribe = (n: number) =>
    form("/websub", {
      "hub.mode": "subscribe",
      "hub.topic": "https://ada.example/feed.xml",
      "hub.callback": `https://r${n}.example/`,
    });
  for (const [ask, most] of [
    [mention, mentionLimits.perClientAndHour],
    [subscribe, foundLimits.verificationsPerClient],
  ] as const) {
    for (let n = 0; n < most; n += 1) expect([201, 202]).toContain((await ask(n)).statusCode);
    const refused = await ask(most);
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "60"]);
  }
});

test("a node that can't answer now says when, although it knows no time", async () => {
  node = await openHttpNode({ install: false });
  const asked = { method: "POST", url: "/api/graphql", payload: { query: "{ __typename }" } } as const;
  const { statusCode, headers } = await node.app.inject(asked);
  expect([statusCode, headers["retry-after"]]).toEqual([503, String(limits.retryAfterSeconds)]);
});

test("an error of an operation of the API carries its seconds", async () => {
  node = await openHttpNode();
  const { id } = await node.publish("# A post");
  const query = `mutation ($input: CreateCommentInput!) { createComment(input: $input) { comment { id } } }`;
  const input = {
    publicationId: String(id),
    body: "Hello",
    authType: "ETHEREUM",
    authorName: "Eve",
    authorId: `0x${"7".repeat(40)}`,
  };
  const write = () =>
    node.app.inject({
      method: "POST",
      url: "/api/graphql",
      remoteAddress: "192.0.2.1",
      payload: { query, variables: { input } },
    });
  for (let n = 0; n < commentLimits.perClientAndHour; n += 1)
    expect((await write()).json().errors).toBeUndefined();
  expect((await write()).json().errors).toMatchObject([
    { extensions: { code: "RATE_LIMITED", retryAfter: 60 } },
  ]);
});
