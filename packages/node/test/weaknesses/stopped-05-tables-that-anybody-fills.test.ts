import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readSignInMessage } from "../../src/domain/access/sign-in-message.ts";
import { createComment } from "../../src/domain/comments/create.ts";
import { commentLimits } from "../../src/domain/comments/limits.ts";
import { limits } from "../../src/domain/limits.ts";
import { parseQuery } from "../../src/domain/search/parse-query.ts";
import { searchLimits } from "../../src/domain/search/search-limits.ts";
import { updateSettings } from "../../src/domain/settings/settings.ts";
import { limits as limiterLimits } from "../../src/limiter/limits.ts";
import { networkOf } from "../../src/limiter/network.ts";
import { createRates } from "../../src/limiter/rates.ts";
import { notificationLimits } from "../../src/modules/notifications/limits.ts";
import type { Tables } from "../../src/store/tables/tables.ts";
import { type HttpNode, openHttpNode } from "../support/http-node.ts";
import { addressOf } from "../support/store-records.ts";

let node: HttpNode;
beforeEach(async () => {
  node = await openHttpNode();
});
afterEach(() => node[Symbol.asyncDispose]());

async function rows(table: keyof Tables): Promise<number> {
  const { count } = await node.ctx.store.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** An address of the internet for each number, no two of one network. */
const ipOf = (number: number) => `2001:${number.toString(16)}::1`;

describe("tables in the database", () => {
  test("sign-in messages: none is stored before it is used", async () => {
    const site = { domain: "ada.example", uri: "https://ada.example/" };
    for (let count = 0; count < 20; count += 1)
      await readSignInMessage(node.ctx, { address: node.address, ...site });
    expect(await rows("used_sign_ins")).toBe(0);
  });

  test("unconfirmed comments: of one address, and of always new ones", async () => {
    const { id: publicationId } = await node.publish("# Post");
    const write = (ip: string) =>
      createComment(
        node.ctx,
        { publicationId, authType: "ETHEREUM", authorId: addressOf(7), authorName: "Eve", body: "Hello" },
        { ip },
      );
    for (let count = 0; count < commentLimits.perClientAndHour; count += 1) await write("192.0.2.1");
    await expect(write("192.0.2.1")).rejects.toMatchObject({ code: "RATE_LIMITED" });
    let number = 0;
    while ((await rows("comments")) < commentLimits.pending) await write(ipOf(number++));
    await expect(write(ipOf(0))).rejects.toMatchObject({ code: "RATE_LIMITED" });
    // A network that waits with less than an even part gets its part.
    const more = () =>
      write(ipOf(number++)).then(
        () => true,
        () => false,
      );
    while (await more());
    expect(await rows("comments")).toBeLessThan(1.1 * commentLimits.pending);
  });

  test("comments by mail, and the mails that they cause: both are bounded", async () => {
    const { id: publicationId } = await node.publish("# Post");
    const mail = { mailTransport: "smtps://mail.example", mailFrom: "ada@mail.example" };
    await updateSettings(node.ctx, mail);
    const before = { documents: await rows("search_documents"), jobs: await rows("jobs") };
    const write = (number: number) =>
      createComment(
        node.ctx,
        {
          publicationId,
          authType: "EMAIL",
          authorId: `eve${number}@x.example`,
          authorName: "Eve",
          body: "Hello",
        },
        { ip: ipOf(number) },
      );
    let number = 0;
    while ((await rows("comments")) < commentLimits.pending) await write(number++);
    await expect(write(number)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    expect(await rows("comments")).toBe(commentLimits.pending);
    expect(await rows("jobs")).toBeLessThanOrEqual(before.jobs + commentLimits.pending);
    // What nobody confirmed is found by nobody, and fills no index.
    expect(await rows("search_documents")).toBe(before.documents);
  });

  test("messages of untrusted peers leave no rows", async () => {
    const before = await Promise.all([rows("profiles"), rows("peers"), rows("connections")]);
    const timestamp = Math.floor(Date.now() / 1000);
    const update = {
      ownerAddress: node.address,
      url: "https://x.example",
      title: "x",
      description: "",
      timestamp,
    };
    const other = await openHttpNode();
    try {
      const strange = other.sign("NodeProfileUpdate", { ...update, ownerAddress: other.address });
      const follow = other.sign("CreateConnection", {
        followerAddress: other.address,
        followeeAddress: addressOf(5),
        followerUrl: "https://ada.example",
        followeeUrl: "https://nobody.example",
        timestamp,
      });
      for (let count = 0; count < 50; count += 1) {
        const sent = { method: "POST", url: "/ewp/connections", payload: follow } as const;
        expect((await node.app.inject(sent)).statusCode).toBe(401);
        const patch = { method: "PATCH", url: `/ewp/nodes/${other.address}`, payload: strange } as const;
        expect((await node.app.inject(patch)).statusCode).toBe(204);
      }
    } finally {
      await other[Symbol.asyncDispose]();
    }
    expect(await Promise.all([rows("profiles"), rows("peers"), rows("connections")])).toEqual(before);
    expect(await rows("connection_tombstones")).toBe(0);
  });
});

describe("tables in memory", () => {
  test("visitors, of one address and of always new ones, and the notifications about them", async () => {
    const beat = (address: string, remoteAddress: string) =>
      node.app.inject({ method: "POST", url: "/api/visitors", payload: { address }, remoteAddress });
    for (let count = 1; count < limits.visitors + 100; count += 1) {
      const reply = await beat(addressOf(count), count % 2 === 0 ? "192.0.2.1" : ipOf(count));
      expect(reply.json().evicted).toBe(count > limits.visitors ? true : undefined);
    }
    expect(node.ctx.visitors.list()).toHaveLength(limits.visitors);
    expect(await rows("notifications")).toBeLessThanOrEqual(notificationLimits.notifications);
  });

  test("the counters of addresses take bounded memory, and a flood of addresses does not reset one", () => {
    const limiter = createRates({ perMinute: 60, keys: limiterLimits.networks, now: () => 0 });
    let passed = 0;
    for (let count = 0; count < 5 * limiterLimits.networks; count += 1) {
      if (limiter.take(networkOf(ipOf(count))) === 0) passed += 1;
      if (limiter.take(networkOf("192.0.2.1")) === 0) passed += 1;
    }
    expect(passed).toBeLessThanOrEqual(60 * limiterLimits.networks);
    expect(limiter.take(networkOf("192.0.2.1"))).toBeGreaterThan(0);
  });

  test("the counters of signers: ten thousand keys do not reset one", () => {
    const budget = createRates({ perMinute: 2, keys: 100, now: () => 0 });
    const spend = (signer: ReturnType<typeof addressOf>) => {
      try {
        budget.spend(signer);
        return 1;
      } catch {
        return 0;
      }
    };
    let passed = 0;
    for (let count = 0; count < 10_000; count += 1)
      passed += spend(addressOf(count)) + spend(addressOf(count));
    expect(passed).toBe(2 * 100);
  });

  test("a search text is cut to a bounded length", async () => {
    const text = Array.from({ length: 5_000 }, (_, number) => `word${number}`).join(" ");
    const query =
      "query ($text: String!) { search(text: $text, first: 1) { edges { node { __typename } } } }";
    const reply = await node.app.inject({
      method: "POST",
      url: "/api/graphql",
      payload: { query, variables: { text } },
    });
    expect(reply.statusCode).toBeLessThan(500);
    expect(text.length).toBeGreaterThan(searchLimits.length);
    const { wanted, unwanted, from, notFrom } = parseQuery(`${text} ${"-x from:y ".repeat(5_000)}`);
    const terms = [...wanted, ...unwanted].flatMap((term) => term.terms);
    expect(terms.length).toBeLessThanOrEqual(searchLimits.words);
    expect(wanted.length + unwanted.length + from.length + notFrom.length).toBe(searchLimits.parts);
  });
});

test("a signer that sends too much is answered 429 with Retry-After", async () => {
  const timestamp = Math.floor(Date.now() / 1000);
  const end = node.sign("DestroyConnection", {
    followerAddress: node.address,
    followeeAddress: addressOf(5),
    timestamp,
  });
  const statuses = new Map<number, number>();
  let retryAfter: unknown;
  // What is earned while this runs passes, too, however slow the machine is.
  for (let count = 0; retryAfter === undefined && count < 20 * limiterLimits.messagesPerMinute; count += 1) {
    const { statusCode, headers } = await node.app.inject({
      method: "DELETE",
      url: "/ewp/connections",
      payload: end,
    });
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    retryAfter = headers["retry-after"] ?? retryAfter;
  }
  expect([...statuses.keys()].sort()).toEqual([404, 429]);
  expect(statuses.get(404)).toBeGreaterThanOrEqual(limiterLimits.messagesPerMinute);
  expect(Number(retryAfter)).toBeGreaterThan(0);
});
