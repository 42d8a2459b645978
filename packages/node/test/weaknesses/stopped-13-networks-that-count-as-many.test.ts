import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commentLimits } from "../../src/domain/comments/limits.ts";
import { updateSettings } from "../../src/domain/settings/settings.ts";
import { newsletterLimits } from "../../src/modules/newsletter/limits.ts";
import { foundLimits } from "../../src/modules/webmention/limits.ts";
import { mentionLimits } from "../../src/modules/webmention/mentions/limits.ts";
import type { Tables } from "../../src/store/tables/tables.ts";
import { type HttpNode, openHttpNode } from "../support/http-node.ts";
import { addressOf } from "../support/store-records.ts";

let node: HttpNode;
let postId: number;
beforeAll(async () => {
  node = await openHttpNode({ settings: { FREEHOLD_TRUST_PROXY: "127.0.0.1" } });
  postId = (await node.publish("# Post", { slug: "a" })).id;
  const mail = { mailTransport: "smtps://mail.example", mailFrom: "ada@mail.example" };
  await updateSettings(node.ctx, { ...mail, newsletter: true });
});
afterAll(() => node[Symbol.asyncDispose]());

let count = 0;

const form = (url: string, fields: Record<string, string>, ip: string) =>
  node.app.inject({
    method: "POST",
    url,
    payload: new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": ip },
  });

const graphql = async (query: string, ip: string) => {
  const headers = { "x-forwarded-for": ip };
  const reply = await node.app.inject({ method: "POST", url: "/api/graphql", payload: { query }, headers });
  return reply.json() as { data: Record<string, unknown>; errors?: readonly { message: string }[] };
};

/** A limit of a table that counts by client. */
interface ClientLimit {
  /** How much one IPv4 address or IPv6 /64 may do. */
  readonly most: number;
  /** How much all together may do, where that is a limit, too. */
  readonly together: number | null;
  /** Does it once. @returns whether it was taken */
  act(ip: string): Promise<boolean>;
}

/** Every table with a column for clients. */
const limits: Partial<Record<keyof Tables, ClientLimit>> = {
  comments: {
    most: commentLimits.perClientAndHour,
    together: commentLimits.pending,
    async act(ip) {
      count += 1;
      const input = `publicationId: "${postId}", authType: ETHEREUM, authorId: "${addressOf(count)}", body: "x"`;
      const { errors } = await graphql(
        `mutation { createComment(input: { ${input} }) { comment { id } } }`,
        ip,
      );
      return errors === undefined;
    },
  },
  subscribers: {
    most: newsletterLimits.requestsPerClientAndHour,
    together: newsletterLimits.requestsPerHour,
    async act(ip) {
      count += 1;
      return (await form("/subscribe", { mail: `bea${count}@example.org` }, ip)).statusCode === 303;
    },
  },
  feed_subscriptions: {
    most: foundLimits.verificationsPerClient,
    together: foundLimits.verifications,
    async act(ip) {
      count += 1;
      const feed = {
        "hub.topic": "https://ada.example/feed.xml",
        "hub.callback": `https://r${count}.example/`,
      };
      return (await form("/websub", { "hub.mode": "subscribe", ...feed }, ip)).statusCode === 202;
    },
  },
  mentions: {
    most: mentionLimits.perClientAndHour,
    together: null,
    async act(ip) {
      count += 1;
      const source = `https://s${count}.example/`;
      const target = `https://ada.example/publications/${postId}`;
      return (await form("/webmention", { source, target }, ip)).statusCode === 201;
    },
  },
};

/** @returns how often it was taken, of so many times, each by another address of a prefix */
async function takenOf({ act }: ClientLimit, times: number, ipOf: (n: number) => string): Promise<number> {
  let taken = 0;
  for (let n = 0; n < times; n += 1) if (await act(ipOf(n))) taken += 1;
  return taken;
}

test("each table with a column for clients is tried here", async () => {
  const tables = await sql<{ name: string }>`
    select tables.name from sqlite_master as tables, pragma_table_info(tables.name) as columns
    where tables.type = 'table' and columns.name like '%client%' order by tables.name
  `.execute(node.ctx.store.db);
  expect(tables.rows.map(({ name }) => name)).toEqual(Object.keys(limits).sort());
});

describe.each(Object.entries(limits))("%s", (_table, limit) => {
  const { most, together } = limit;
  const hex = (n: number) => n.toString(16);

  test("neighbours are counted by /64, /56 and /48, behind a proxy too", async () => {
    const more = 4 * most + 5;
    expect(await takenOf(limit, more, (n) => `2001:db8:1:a00::${hex(n + 1)}`)).toBe(most);
    // The /56 has used up the part of one of its /64 already.
    expect(await takenOf(limit, more, (n) => `2001:db8:1:a${hex(n % 250).padStart(2, "0")}::1`)).toBe(most);
    expect(await takenOf(limit, more, (n) => `2001:db8:1:${hex((n + 1) << 8)}::1`)).toBe(2 * most);
    expect(await takenOf(limit, 1, () => "2001:db8:2::1")).toBe(1);
  });

  test("an IPv4 address is counted by itself, and with its block", async () => {
    expect(await takenOf(limit, most + 5, () => "198.51.100.1")).toBe(most);
    expect(await takenOf(limit, 1, () => "198.51.100.2")).toBe(1);
    expect(await takenOf(limit, 8 * most, (n) => `198.51.100.${3 + (n % 250)}`)).toBe(7 * most - 1);
    expect(await takenOf(limit, 1, () => "198.51.101.1")).toBe(1);
  });

  test.runIf(together !== null)("networks that take all leave a part for another one", async () => {
    const networks = Math.ceil(((together ?? 0) / (4 * most)) * 2);
    let taken = 0;
    for (let network = 1; network <= networks; network += 1) {
      const ipOf = (n: number) => `2001:${hex(network)}:0:${hex(n << 8)}::1`;
      taken += await takenOf(limit, 4 * most, ipOf);
    }
    expect(taken).toBeGreaterThan((together ?? 0) / 2);
    expect(taken).toBeLessThan(2 * (together ?? 0));
    expect(await takenOf(limit, 1, () => "2001:1:0:fff::1")).toBe(0);
    expect(await takenOf(limit, 1, () => "2001:ffff::1")).toBe(1);
    expect(await takenOf(limit, 1, () => "203.0.113.1")).toBe(1);
  });
});
