import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeCursor } from "../../src/domain/paging.ts";
import { limits } from "../../src/http/limits.ts";
import { limits as limiterLimits } from "../../src/limiter/limits.ts";
import { commentByWallet } from "../support/commenters.ts";
import { type HttpNode, openHttpNode } from "../support/http-node.ts";

let node: HttpNode;
let path: string;
let ids: number[];
/** A text that takes long to render. */
const text = `# Long\n\n${Array.from({ length: 6_000 }, (_, n) => `A *line* with [a link](/a/${n}), \`code\` and **more**.\n`).join("\n")}`;
const diagram = "\n```mermaid\ngraph LR\nA[Here] --> B[There]\n```\n";

beforeAll(async () => {
  node = await openHttpNode();
  const post = await node.publish((text + diagram).slice(-limits.renderedMarkdownBytes));
  path = `/publications/${post.id}`;
  ids = await writeComments(post.id, limits.commentsPerPage + 30);
  await node.listen();
});
afterAll(() => node[Symbol.asyncDispose]());

/** Has strangers comment on a post. @returns the ids */
async function writeComments(publicationId: number, count: number): Promise<number[]> {
  const written: number[] = [];
  for (let n = 1; n <= count; n += 1) {
    written.push(await commentByWallet(node.ctx, { key: n, name: "Bea", body: `Word ${n}.`, publicationId }));
  }
  return written;
}

const get = (url: string) => node.app.inject({ url });
const cursor = (id: number) => encodeCursor([id]);

/** Processor time (µs) of this process for some work. */
async function costOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

test("another page of comments does not have the post rendered again", async () => {
  const first = await costOf(async () => expect((await get(path)).statusCode).toBe(200));
  const cursors = ids.slice(0, 20).map(cursor);
  const others = await costOf(async () => {
    for (const one of cursors) expect((await get(`${path}?comments=${one}`)).body).toContain("A <em>line");
  });
  expect(others / cursors.length).toBeLessThan(first / 3);
});

test("a cursor that belongs to nothing is answered 404, for next to nothing", async () => {
  const other = await node.publish("# Other");
  const [foreign = 0] = await writeComments(other.id, 1);
  const whole = await costOf(async () =>
    expect((await get(`/publications/${other.id}?comments=${cursor(foreign)}`)).statusCode).toBe(200),
  );
  expect(whole).toBeGreaterThan(0);
  const wrong = [
    ...Array.from({ length: 30 }, (_, n) => `comments=${cursor(1_000_000 + n)}`),
    `comments=${cursor(0)}`,
    "comments=",
    "comments=1",
    `comments=${cursor(ids[0] ?? 0)}&comments=${cursor(ids[1] ?? 0)}`,
  ];
  for (const query of wrong)
    expect([query, (await get(`${path}?${query}`)).statusCode]).toEqual([query, 404]);
  // It may be that of a comment that was deleted, and there is one address to go to.
  const { statusCode, headers } = await get(`${path}?comments=${cursor(foreign)}`);
  expect([statusCode, headers.location]).toEqual([301, path]);
  // It is the query of another route, which this one is not asked for by.
  expect((await get(`${path}?after=${cursor(1)}&page=7&since=1&limit=2&thumb=3`)).statusCode).toBe(200);
});

test("the text of a post is read once for all its diagrams, and for those that it does not have", async () => {
  const first = await costOf(async () =>
    expect((await get(`${path}/diagrams/9000.svg`)).statusCode).toBe(404),
  );
  const more = await costOf(async () => {
    for (let n = 0; n < 30; n += 1) expect((await get(`${path}/diagrams/${2 + n}.svg`)).statusCode).toBe(404);
  });
  expect(more / 30).toBeLessThan(first / 3);
  expect((await get(`${path}/diagrams/1.svg`)).statusCode).toBe(200);
});

test("an answer that has to be made counts by its size, and one from memory as one request", async () => {
  const rate = 200;
  await using own = await openHttpNode({ settings: { FREEHOLD_RATE_LIMIT: String(rate) }, now: () => 0 });
  const { id } = await own.publish(text.slice(0, 100_000));
  const port = await own.listen();
  const url = `http://127.0.0.1:${port}/publications/${id}`;
  const answers: Response[] = [];
  while (answers.at(-1)?.status !== 429)
    answers.push(await fetch(url, { headers: { "accept-encoding": "identity" } }));
  const size = Number(answers[0]?.headers.get("content-length"));
  const price = 1 + Math.floor(size / limiterLimits.madeBytesPerToken);
  expect(price).toBeGreaterThan(10);
  expect(answers.length - 1).toBe(1 + rate - price);
});
