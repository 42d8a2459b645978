import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeNewsletterKey, signReader } from "../src/modules/newsletter/links.ts";
import { listIssues } from "../src/modules/newsletter/store/newsletter-issues.ts";
import { findSubscriberByAddress, insertSubscribers } from "../src/modules/newsletter/store/subscribers.ts";
import { writeMeta } from "../src/store/meta.ts";
import { openStore } from "../src/store/open-store.ts";
import { type MailServer, startMailServer } from "./support/mail-server.ts";
import { headerOf } from "./support/newsletter-fixture.ts";
import { createNodeProcess, type NodeProcess } from "./support/node-process.ts";
import { seededRandom } from "./support/seeded-random.ts";
import { createTestNetwork, type TestNetwork } from "./support/test-network.ts";

/** 60 in CI; `NEWSLETTER_READERS=5000 NEWSLETTER_KILLS=20` was run for docs/benchmarks.md. */
const readers = Number(process.env.NEWSLETTER_READERS ?? 60);
const kills = Number(process.env.NEWSLETTER_KILLS ?? 2);
/** Mails to one server side by side. */
const inFlight = 4;

let network: TestNetwork;
let node: NodeProcess;
let mail: MailServer;
/** The number of mails after which the node is killed: every second time before the server has answered the last one. */
const moments = Array.from({ length: kills }, (_, index) =>
  Math.floor(((index + 1) * readers) / (kills + 1)),
);
let taken = 0;
let stop = (_isInWindow: boolean) => {};

beforeAll(async () => {
  network = await createTestNetwork();
  mail = await startMailServer(
    {},
    {
      message() {
        taken += 1;
        const at = moments.indexOf(taken);
        if (at >= 0) stop(at % 2 === 0);
        return null;
      },
    },
  );
  node = await createNodeProcess(network);
  await node.start();
  await node.order({ do: "install", url: node.url, title: "Ada" });
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
  await network[Symbol.asyncDispose]();
});

const open = () => openStore({ dataDir: node.dataDir, databaseUrl: null });
const addressOf = (index: number) => `reader${index}@example.org`;

it(`sends a post to ${readers} readers over ${kills} kills: none lost, none as another mail, none to who left`, async () => {
  const leaving = addressOf(readers - 1);
  {
    await using store = await open();
    const now = Date.now();
    await store.transaction(async (tx) => {
      const settings = { mailTransport: mail.url(), mailFrom: "ada@ada.example" };
      for (const [name, value] of Object.entries({
        ...settings,
        newsletter: "true",
        newsletterSending: "always",
      }))
        await writeMeta(tx, `setting.${name}`, value);
    });
    for (let start = 0; start < readers; start += 500) {
      const rows = Array.from({ length: Math.min(500, readers - start) }, (_, index) => ({
        email: addressOf(start + index),
        state: "active" as const,
        tags: null,
        language: "en",
        source: "site" as const,
        consent: null,
        tokenHash: null,
        requestedAt: 0,
        client: null,
        createdAt: now,
        confirmedAt: now,
      }));
      await store.transaction((tx) => insertSubscribers(tx, rows));
    }
  }
  const random = seededRandom(20_261_123);
  const began = performance.now();
  await node.publish("# To all\n\nIt is *one* post.");
  const publishedMs = performance.now() - began;
  const unsubscribe = await linkOf(leaving);
  const left = await network.fetch(`${node.url}/newsletter/unsubscribe?s=${unsubscribe}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });
  expect(left.status).toBe(200);

  for (let done = 0; done < kills; done += 1) {
    const isInWindow = await new Promise<boolean>((resolve) => {
      stop = resolve;
    });
    if (!isInWindow) await pause(random() * 20);
    await node.kill();
    await node.start();
  }
  await expect
    .poll(async () => (await readIssue())?.state, { timeout: 1_200_000, interval: 200 })
    .toBe("done");

  const got = new Map<string, string[]>();
  for (const one of mail.received) {
    const to = one.to[0] ?? "";
    got.set(to, [...(got.get(to) ?? []), headerOf(one, "Message-ID") ?? ""]);
  }
  const expected = Array.from({ length: readers - 1 }, (_, index) => addressOf(index));
  expect([...got.keys()].sort()).toEqual(expected.sort());
  // One mail has one id, whatever happens: who gets it again can tell, and many servers do.
  for (const ids of got.values()) expect(new Set(ids).size).toBe(1);
  expect(new Set([...got.values()].flat()).size).toBe(readers - 1);
  const repeated = mail.received.length - got.size;
  expect(repeated).toBeLessThanOrEqual(kills * inFlight);
  expect(await readIssue()).toMatchObject({ delivered: readers - 1, bounced: 0, failed: 0 });
  if (process.env.NEWSLETTER_READERS) {
    const seconds = Math.round((performance.now() - began) / 1_000);
    process.stderr.write(
      `${readers} readers, ${kills} kills: ${repeated} repeated, published in ${publishedMs.toFixed(0)} ms, all in ${seconds} s\n`,
    );
  }
}, 1_500_000);

async function readIssue() {
  await using store = await open();
  const [issue] = await listIssues(store.db, { limit: 1 });
  return issue;
}

async function linkOf(email: string): Promise<string> {
  await using store = await open();
  const reader = await findSubscriberByAddress(store.db, email);
  if (!reader) throw new Error("There is no such reader.");
  return await store.transaction(async (tx) => signReader(await makeNewsletterKey(tx), reader));
}
