import { presentPublication } from "../../packages/node/src/domain/publications/present.ts";
import { updateSettings } from "../../packages/node/src/domain/settings/settings.ts";
import { destroyPublication } from "../../packages/node/src/domain/trash/destroy.ts";
import { type Agent, saveAgentDraft } from "../../packages/node/src/modules/agents/drafts.ts";
import { proposeDraft } from "../../packages/node/src/modules/agents/proposals.ts";
import {
  chooseIssue,
  listIssuesOf,
  updateIssue,
} from "../../packages/node/src/modules/newsletter/store/newsletter-issues.ts";
import { insertSubscribers } from "../../packages/node/src/modules/newsletter/store/subscribers.ts";
import { notify } from "../../packages/node/src/modules/notifications/notify.ts";
import { dayIn } from "../../packages/node/src/modules/reads/count.ts";
import { addReads } from "../../packages/node/src/modules/reads/store.ts";
import { createWebhook } from "../../packages/node/src/modules/webhooks/webhooks.ts";
import { commentByWallet } from "../../packages/node/test/support/commenters.ts";
import type { GraphqlNode } from "../../packages/node/test/support/graphql-node.ts";
import { longPost, sentences } from "../../packages/node/test/support/long-post.ts";
import { makeNoisePicture } from "../../packages/node/test/support/noise-picture.ts";
import { addPeople } from "../../packages/node/test/support/people.ts";
import type { Samples } from "./dashboard-views.ts";
import { fillSite } from "./fill-site.ts";

const longWord = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";

/**
 * Publishes posts, the newest of which has a picture and all that a text can have, and one comment. A node with many posts has some of
 * all else, too.
 *
 * @returns the publications that views are about; null without posts
 */
export async function fill(node: GraphqlNode, count: number): Promise<Samples | null> {
  if (count === 0) return null;
  const many = [];
  for (let index = 1; index < count; index += 1) {
    const title = `${index % 7 === 0 ? "论盐与海" : "A note on engines"} ${index}`;
    const state = index % 3 === 0 ? ({ state: "local" } as const) : {};
    many.push(await node.publish(`# ${title}\n\n${sentences(index)}`, state));
  }
  await fillSite(node, count);
  const picture = await makeNoisePicture();
  const { contentHash } = await node.publish(picture, { filename: "loom.png", description: "A loom" });
  const image = (width: string) => `![A loom](/ewp/contents/${contentHash}${width} "The loom, at noon")`;
  const text = `${longPost}\n\n${image("")}\n\n#engines`;
  const { id: signed } = await node.publish(text, { slug: "weaving" });
  await commentByWallet(node.ctx, { key: 21, name: "Bea", body: "It *weaves*.", publicationId: signed });
  const { id: figures } = await node.publish(
    `# Along the shore\n\n${image("#wide")}\n\n${sentences(3)}\n\n${image("")}\n${image("")}\n${image("")}\n\n${sentences(4)}`,
    { state: "draft" },
  );
  const { id: draft } = await node.publish(longPost, { state: "draft" });
  if (count > 1) await addRest(node, signed, many);
  return { draft, figures, signed };
}

/** People, reads, what programs propose, what is in the trash, and what was told. */
async function addRest(node: GraphqlNode, signed: number, many: readonly { id: number }[]): Promise<void> {
  const { ctx, address } = node;
  await addPeople(ctx, address, { count: 60, side: "followers" });
  await addPeople(ctx, address, { count: 25, side: "following" });
  const today = dayIn("UTC", ctx.clock.now());
  await ctx.store.transaction((tx) =>
    addReads(
      tx,
      many.slice(-40).flatMap(({ id: postId }, at) =>
        Array.from({ length: 30 }, (_, back) => ({
          postId,
          day: today - back,
          reads: 1 + ((at * 7 + back * 5) % 23),
        })),
      ),
    ),
  );
  for (const [body, note] of [
    ["# Tides\n\nHigh at noon.", "From the tables of 1842. Please check the hour."],
    [`# ${longWord}\n\nWords.`, ""],
  ] as const) {
    const { id, revision } = await saveAgentDraft(ctx, { id: null, body, revision: null }, scribe);
    await proposeDraft(ctx, { id, revision, note }, scribe);
  }
  await node.publish(`# ${longWord}\n\nWords.`, { state: "draft" });
  const page = await node.publish("# Who I am\n\nAda.", { state: "local" });
  await presentPublication(ctx, page.id, { isPage: true });
  for (const title of ["Thrown away", longWord, "论盐与海"]) {
    const { id } = await node.publish(`# ${title}\n\n${sentences(9)}`, { state: "local" });
    await destroyPublication(ctx, id);
  }
  for (const [key, body] of [
    [22, "Spam."],
    [23, "A **longer** comment.\n\n> With a quotation."],
    [24, longWord],
  ] as const)
    await commentByWallet(ctx, { key, name: `Reader ${key}`, body, publicationId: signed });
  await createWebhook(ctx, {
    url: `https://hooks.example/${"path/".repeat(20)}`,
    events: ["publication.signed"],
  });
  await sendByMail(node, signed);
  await tell(node);
}

/** Readers by mail, some of them paused, and a post that the mail server refused to send. */
async function sendByMail({ ctx }: GraphqlNode, publicationId: number): Promise<void> {
  await updateSettings(ctx, {
    newsletter: true,
    mailTransport: "smtps://ada:secret@mail.example",
    mailFrom: "ada@mail.example",
  });
  const now = ctx.clock.now();
  await ctx.store.transaction(async (tx) => {
    await insertSubscribers(
      tx,
      Array.from({ length: 40 }, (_, at) => ({
        email: `${at === 0 ? longWord.slice(0, 60).toLowerCase() : `reader${at}`}@example.com`,
        state: at < 8 ? ("paused" as const) : ("active" as const),
        tags: null,
        language: "en",
        source: "site" as const,
        consent: null,
        tokenHash: null,
        requestedAt: now,
        client: null,
        createdAt: now,
        confirmedAt: now,
      })),
    );
    await chooseIssue(tx, { publicationId, state: "chosen", now });
    const [issue] = await listIssuesOf(tx, [publicationId]);
    if (issue)
      await updateIssue(tx, issue.id, {
        state: "stopped",
        recipients: 22,
        delivered: 1,
        failed: 20,
        unsure: 1,
        problem: "5.7.1 Your IP 192.0.2.7 is on a blocklist. See https://lists.example/why?ip=192.0.2.7",
        startedAt: now,
        finishedAt: now,
      });
  });
}

async function tell({ ctx, address }: GraphqlNode): Promise<void> {
  const now = ctx.clock.now();
  const person = { address, title: `Grace ${longWord}`, url: "https://grace.example" };
  const since = new Date(now - 86_400_000).toISOString();
  await ctx.store.transaction(async (tx) => {
    await notify(tx, { type: "failed-peer", ...person, since, now });
    await notify(tx, { type: "peer-warning", ...person, kind: "other-url", now });
    await notify(tx, { type: "failed-webhook", webhookId: 1, url: "https://hooks.example/", now });
    await notify(tx, { type: "damaged-content", count: 2, hash: "0x00", now });
    await notify(tx, { type: "failed-backup", reason: "no space", now });
    await notify(tx, {
      type: "newsletter-stopped",
      publicationId: 1,
      title: longWord,
      answer: "SPF check failed",
      now,
    });
    await notify(tx, { type: "visitor", address, now });
    await notify(tx, { type: "sign-in", tokenId: "a", device: "Firefox, Windows", means: "key", now });
  });
}

const scribe: Agent = {
  kind: "integration",
  tokenId: "scribe",
  label: "Scribe",
  scopes: new Set(["draft:publications", "propose:publications"]),
};
