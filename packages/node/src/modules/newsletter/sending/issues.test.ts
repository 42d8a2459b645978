import { sql } from "kysely";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { closeAfterEach } from "../../../../test/support/close-after-each.ts";
import { databases } from "../../../../test/support/databases.ts";
import {
  headerOf,
  linkIn,
  type NewsletterFixture,
  openNewsletterFixture,
  readMail,
} from "../../../../test/support/newsletter-fixture.ts";
import { publishScheduled, schedulePublication } from "../../../domain/publications/schedule.ts";
import { updatePublication } from "../../../domain/publications/update.ts";
import { updateSettings } from "../../../domain/settings/settings.ts";
import type { Job } from "../../../store/queues/jobs.ts";
import { reportBounce } from "../bounces.ts";
import { newsletterLimits as limits } from "../limits.ts";
import { parts } from "../parts.ts";
import { listIssues } from "../store/newsletter-issues.ts";
import { listSubscribers } from "../store/subscribers.ts";
import { renderIssueOf } from "./issue-mail.ts";
import { chooseNewsletter, listSentIssues, type NewsletterJob, stopNewsletter } from "./issues.ts";
import { sweepIssues } from "./queue-mails.ts";
import { runNewsletterJob } from "./run-newsletter-job.ts";

const use = closeAfterEach();

const dayMs = 24 * 60 * 60 * 1000;

/** A delivery report of a mail to the first reader (RFC 3464). */
const reportOf = (messageId: string, status = "5.1.1", action = "failed") =>
  [
    "From: MAILER-DAEMON@example.org",
    'Content-Type: multipart/report; report-type=delivery-status;\r\n boundary="b1"',
    "",
    "--b1\r\nContent-Type: text/plain\r\n\r\nNo such user.",
    `--b1\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.org\r\n\r\nFinal-Recipient: rfc822; reader1@example.org\r\nAction: ${action}\r\nStatus: ${status}`,
    `--b1\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: ${messageId}\r\n--b1--\r\n`,
  ].join("\r\n");

describe.each(databases)("on %s", (database) => {
  const open = async (options: Parameters<typeof openNewsletterFixture>[1] = {}) =>
    use(await openNewsletterFixture(database, options));

  const issuesOf = ({ ctx }: NewsletterFixture) => listIssues(ctx.store.db, { limit: 10 });
  const send = ({ ctx }: NewsletterFixture, publicationId: number) =>
    chooseNewsletter(ctx, { publicationId, send: true });
  /** Does one job without its queue, at each call. */
  const runMail = ({ ctx, now }: NewsletterFixture, mail: NewsletterJob["newsletter"]) =>
    runNewsletterJob(
      ctx,
      { id: 1, kind: "newsletter", payload: JSON.stringify({ newsletter: mail }), createdAt: now() },
      { signal: new AbortController().signal, renderIssue: renderIssueOf(ctx) },
    );
  const queueOnly = (fixture: NewsletterFixture, issue: number) => runMail(fixture, { issue });

  it("names files that are not signed by addresses that answer", async () => {
    const fixture = await open();
    await fixture.subscribe(1);
    const { node } = fixture;
    const paper = await node.publish(Buffer.from("%PDF-1.7\n"), { filename: "paper.pdf", state: "local" });
    const post = await node.publish(`A [paper](/ewp/contents/${paper.contentHash}).`, { state: "local" });
    await send(fixture, post.id);
    await fixture.work();
    const [mail = { source: "", to: [] }] = fixture.mail.received;
    const [, path = ""] =
      /href="https:\/\/ada[.]example(\/publications\/\d+\/file)"/.exec(readMail(mail)) ?? [];
    expect((await node.app.inject({ url: path })).statusCode).toBe(200);
  });

  it("shows the cover in a size for mails", async () => {
    const fixture = await open();
    await fixture.subscribe(1);
    const { node } = fixture;
    const photo = sharp({ create: { width: 2_000, height: 900, channels: 3, background: "#246" } });
    const { contentHash } = await node.publish(await photo.jpeg().toBuffer(), {
      filename: "sea.jpg",
      state: "local",
    });
    const presentation = { excerpt: null, coverHash: contentHash, isPage: 0 } as const;
    const post = await node.publish("# The sea", { state: "local", presentation });
    await send(fixture, post.id);
    await fixture.work();
    const [mail = { source: "", to: [] }] = fixture.mail.received;
    expect(readMail(mail)).toContain(`src="https://ada.example/pictures/${contentHash}/1200.jpg"`);
  });

  it("sends a post to every reader once, as HTML and text, with its proof and the one-click end", async () => {
    const fixture = await open();
    const readers = await fixture.subscribe(7);
    await fixture.subscribe(1, { state: "pending", confirmedAt: null });
    await fixture.subscribe(1, { state: "paused" });
    const post = await fixture.node.publish(
      "# The sea\n\nIt is [wide](/archive) & **deep**.\n\n- [x] seen\n",
    );
    await send(fixture, post.id);
    await fixture.work();
    const { received } = fixture.mail;
    expect(received.map(({ to }) => to[0]).sort()).toEqual(readers.sort());
    expect(new Set(received.map((mail) => headerOf(mail, "Message-ID"))).size).toBe(7);
    expect(await issuesOf(fixture)).toMatchObject([
      { state: "done", recipients: 7, delivered: 7, bounced: 0 },
    ]);
    await expect(send(fixture, post.id)).rejects.toMatchObject({ code: "CONFLICT" });

    const [mail = { source: "", to: [] }] = received;
    const unsubscribe = headerOf(mail, "List-Unsubscribe")?.slice(1, -1) ?? "";
    expect(unsubscribe).toMatch(/^https:\/\/ada[.]example\/newsletter\/unsubscribe\?s=\d+[.][\w-]{32}$/);
    expect(headerOf(mail, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
    expect(headerOf(mail, "List-Id")).toBe("<posts.ada.example>");
    expect(headerOf(mail, "Subject")).toBe("The sea");
    const text = readMail(mail);
    expect(text).toContain(`Signed by ${fixture.node.address}`);
    expect(text).toContain(post.contentHash);
    expect(text).toContain("[wide](https://ada.example/archive)");
    expect(text).toMatch(/<a href="https:\/\/ada[.]example\/archive" style="[^"]+">wide<\/a>/);
    expect(text).toContain("☑ ");
    // Nothing tells who reads: no script, no picture, no link of another host.
    const hosts = [...text.matchAll(/(?:href|src)="https?:\/\/([^/"]+)/g)].map(([, host]) => host);
    expect(new Set(hosts)).toEqual(new Set(["ada.example"]));
    expect(text).not.toMatch(/<img|<script|<link/);

    // One POST from a mail program's server ends it: no cookie, no origin.
    const types = ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"];
    for (const [index, type] of types.entries()) {
      const link = headerOf(received[index] ?? mail, "List-Unsubscribe")?.slice(1, -1) ?? "";
      const { pathname, search } = new URL(link);
      const reply = await fixture.node.app.inject({
        method: "POST",
        url: pathname + search,
        payload: "List-Unsubscribe=One-Click",
        headers: { "content-type": type },
      });
      expect(reply.statusCode).toBe(200);
      const left = await listSubscribers(fixture.ctx.store.db, { state: "active" }, { limit: 100 });
      expect(left.map(({ email }) => email)).not.toContain(received[index]?.to[0]);
    }
    // The log knows hosts and numbers alone.
    expect(JSON.stringify(fixture.node.lines)).not.toMatch(/reader\d|@example/);
  });

  it("does not send what waits to who unsubscribed, chose other tags, or when the owner stops it", async () => {
    const fixture = await open({ settings: { newsletterPerHour: 4 } });
    await fixture.subscribe(1, { tags: '["land"]' });
    await fixture.subscribe(1, { tags: "[]" });
    await fixture.subscribe(5, { tags: '["sea","land"]' });
    const post = await fixture.node.publish("# One\n\n#sea");
    await send(fixture, post.id);
    await fixture.work();
    expect(fixture.mail.received).toHaveLength(1);
    const late = linkIn(fixture.mail.received[0], "/newsletter/unsubscribe");
    const mine = Number(late.searchParams.get("s")?.split(".")[0]);
    const other = (await listSubscribers(fixture.ctx.store.db, {}, { limit: 100 })).find(
      ({ id }) => id > mine,
    );
    expect(other).toBeDefined();
    const { ctx } = fixture;
    await ctx.store.transaction((tx) =>
      tx
        .deleteFrom("subscribers")
        .where("id", "=", other?.id ?? 0)
        .execute(),
    );
    for (let hour = 0; hour < 2; hour += 0.25) {
      fixture.pass(15 * 60 * 1000);
      await fixture.work();
    }
    expect(fixture.mail.received).toHaveLength(4);
    expect(fixture.mail.received.flatMap(({ to }) => to)).not.toContain(other?.email);
    expect(await issuesOf(fixture)).toMatchObject([
      { state: "done", recipients: 5, delivered: 4, bounced: 0, failed: 0 },
    ]);

    const second = await fixture.node.publish("# Two\n\n#sea");
    const { id } = await send(fixture, second.id);
    await stopNewsletter(ctx, id);
    fixture.pass(dayMs);
    await fixture.work();
    expect(fixture.mail.received).toHaveLength(4);
  });

  it("counts a mail once when its job is done again, as after a crash, and loses nobody else's", async () => {
    const fixture = await open();
    const [, , last = ""] = await fixture.subscribe(3);
    const { ctx } = fixture;
    const { id } = await send(fixture, (await fixture.node.publish("# One")).id);
    await queueOnly(fixture, id);
    const [, left, delivered] = await listSubscribers(ctx.store.db, {}, { limit: 3 });
    await ctx.store.transaction((tx) =>
      tx
        .deleteFrom("subscribers")
        .where("id", "=", left?.id ?? 0)
        .execute(),
    );
    for (const subscriber of [left, delivered, left, delivered])
      await runMail(fixture, { issue: id, subscriber: subscriber?.id ?? 0 });
    expect(await issuesOf(fixture)).toMatchObject([{ state: "sending", delivered: 1, recipients: 3 }]);
    await fixture.work();
    expect(fixture.mail.received.map(({ to }) => to[0])).toEqual(expect.arrayContaining([last]));
    expect(fixture.mail.received).toHaveLength(2);
    const [view] = (await listSentIssues(ctx, { first: 1 })).items;
    expect(view).toMatchObject({ state: "done", recipients: 3, delivered: 2, failed: 0, skipped: 1 });
  });

  it("sends nothing to a reader who was paused while the mail waited, nor to one who came after the post", async () => {
    const fixture = await open();
    const [, active] = await fixture.subscribe(2);
    const { ctx } = fixture;
    const { id } = await send(fixture, (await fixture.node.publish("# One")).id);
    await fixture.subscribe(1);
    await queueOnly(fixture, id);
    await ctx.store.transaction((tx) =>
      tx
        .updateTable("subscribers")
        .set({ state: "paused" })
        .where("email", "=", "reader1@example.org")
        .execute(),
    );
    await fixture.work();
    expect(fixture.mail.received.map(({ to }) => to)).toEqual([[active]]);
    const [view] = (await listSentIssues(ctx, { first: 1 })).items;
    expect(view).toMatchObject({ state: "done", recipients: 2, delivered: 1, skipped: 1 });
  });

  it("holds the limit an hour where many mails begin at once", async () => {
    const fixture = await open();
    await fixture.subscribe(6);
    const { ctx } = fixture;
    const { id } = await send(fixture, (await fixture.node.publish("# One")).id);
    await queueOnly(fixture, id);
    await updateSettings(ctx, { newsletterPerHour: 2 });
    const connect = () => ctx.store.transaction((tx) => sql`select pg_sleep(0.05)`.execute(tx));
    if (database === "postgres") await Promise.all([1, 2, 3, 4, 5, 6].map(connect));
    const readers = await listSubscribers(ctx.store.db, {}, { limit: 6 });
    const outcomes = await Promise.all(
      readers.map(({ id: subscriber }) => runMail(fixture, { issue: id, subscriber })),
    );
    expect(outcomes.filter(({ result }) => result === "done")).toHaveLength(2);
    expect(fixture.mail.received).toHaveLength(2);
  });

  it("ends a post whose mails could not all be queued in time, and keeps a stop", async () => {
    const fixture = await open({ settings: { newsletterPerHour: 1 } });
    await fixture.subscribe(4);
    const { ctx } = fixture;
    const { id } = await send(fixture, (await fixture.node.publish("# One")).id);
    await fixture.work();
    fixture.pass(limits.issueMs + dayMs);
    await ctx.store.transaction((tx) => tx.deleteFrom("jobs").execute());
    await sweepIssues(ctx);
    await sweepIssues(ctx);
    expect(await issuesOf(fixture)).toMatchObject([{ state: "done", delivered: 1 }]);
    const second = await send(fixture, (await fixture.node.publish("# Two")).id);
    await queueOnly(fixture, second.id);
    // One mail is written, or two where the clock went on by a millisecond between the batches.
    const stopped = await stopNewsletter(ctx, second.id);
    expect(stopped).toMatchObject({ state: "stopped", delivered: 0, skipped: stopped.recipients });
    expect(stopped.recipients).toBeGreaterThan(0);
    fixture.pass(limits.issueMs + dayMs);
    await sweepIssues(ctx);
    expect((await issuesOf(fixture))[0]).toMatchObject({ id: second.id, state: "stopped", failed: 0 });
    expect(id).not.toBe(second.id);
  });

  it("never sends more in an hour than the owner allows, and loses none", async () => {
    const fixture = await open({ settings: { newsletterPerHour: 4 } });
    const readers = await fixture.subscribe(9);
    const post = await fixture.node.publish("# One");
    await send(fixture, post.id);
    const at: number[] = [];
    for (let minute = 0; minute < 200 && fixture.mail.received.length < 9; minute += 10) {
      await fixture.work();
      while (at.length < fixture.mail.received.length) at.push(minute);
      fixture.pass(10 * 60 * 1000);
    }
    expect(fixture.mail.received.flatMap(({ to }) => to).sort()).toEqual(readers.sort());
    for (const start of at)
      expect(at.filter((minute) => minute >= start && minute < start + 60).length).toBeLessThanOrEqual(4);
  });

  it("follows the owner's wish for a draft when it is published, also at its time; and no draft goes out", async () => {
    const fixture = await open();
    const { ctx } = fixture;
    await fixture.subscribe(1);
    const draft = await fixture.node.publish("# Soon", { state: "draft" });
    await chooseNewsletter(ctx, { publicationId: draft.id, send: true });
    await fixture.work();
    expect(fixture.mail.received).toEqual([]);
    await schedulePublication(ctx, draft.id, fixture.now() + 1_000);
    fixture.pass(2_000);
    await publishScheduled(ctx);
    await fixture.work();
    expect(fixture.mail.received).toHaveLength(1);
    const [issue] = await issuesOf(fixture);
    expect(issue).toMatchObject({ publicationId: draft.id, state: "done" });

    // A post that became a draft again while mails waited goes to nobody.
    const again = await fixture.node.publish("# Taken back", { state: "local" });
    await send(fixture, again.id);
    await updatePublication(ctx, again.id, { state: "draft" });
    await fixture.work();
    expect(fixture.mail.received).toHaveLength(1);
  });

  it("sends each new post where the owner chose that, but no file, page, declined post or new version", async () => {
    const fixture = await open({ settings: { newsletterSending: "always" } });
    const { ctx, node } = fixture;
    await fixture.subscribe(1);
    const first = await node.publish("# First", { state: "local" });
    await node.publish(new Uint8Array([1, 2, 3]), { filename: "a.bin" });
    await node.publish("# About", {
      state: "local",
      presentation: { excerpt: null, coverHash: null, isPage: 1 },
    });
    await node.publish("# Imported", { state: "local", writtenAt: Date.UTC(2014, 1, 1) });
    const declined = await node.publish("# Quiet", { state: "draft" });
    await chooseNewsletter(ctx, { publicationId: declined.id, send: false });
    await updatePublication(ctx, declined.id, { state: "local" });
    await fixture.work();
    expect(fixture.mail.received.map((mail) => headerOf(mail, "Subject"))).toEqual(["First"]);
    await updateSettings(ctx, { newsletterSending: "never" });
    await node.publish("# Not this", { state: "local" });
    await fixture.work();
    expect(await issuesOf(fixture)).toHaveLength(1);
    expect(first.id).toBe((await issuesOf(fixture))[0]?.publicationId);
  });

  it("mails no new version of a post that went out, also where that was chosen for its draft before", async () => {
    const fixture = await open();
    const { ctx, node } = fixture;
    await fixture.subscribe(1);
    const first = await node.publish("# First");
    const version = (text: string, options: { state?: "draft" }) =>
      node.publish(
        `# First\n\n${text}\n\n[Replaces](https://ada.example/publications/${first.contentHash} "ewp:replaces ${first.contentHash}")`,
        options,
      );
    const draft = await version("Second", { state: "draft" });
    expect(draft.replaces).toBe(first.contentHash);
    await chooseNewsletter(ctx, { publicationId: draft.id, send: true });
    await send(fixture, first.id);
    await updatePublication(ctx, draft.id, { state: "local" });
    await updateSettings(ctx, { newsletterSending: "always" });
    const third = await version("Third", {});
    await fixture.work();
    expect(fixture.mail.received).toHaveLength(1);
    await expect(send(fixture, third.id)).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(send(fixture, draft.id)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("counts refused addresses, and pauses one after three; a refused text or sender blames no reader", async () => {
    let status: number | null = null;
    const fixture = await open({
      answers: {
        recipient: (address) => (address === "reader1@example.org" ? 550 : null),
        message: () => status,
      },
    });
    await fixture.subscribe(2);
    for (let round = 0; round < limits.hardBounces; round += 1) {
      const post = await fixture.node.publish(`# Post ${round}`);
      await send(fixture, post.id);
      await fixture.work();
      const [issue] = await issuesOf(fixture);
      expect(issue).toMatchObject({ state: "done", recipients: 2, delivered: 1, bounced: 1 });
      fixture.pass(dayMs);
    }
    const [, bounced] = await listSubscribers(fixture.ctx.store.db, {}, { limit: 10 });
    expect(bounced).toMatchObject({ state: "paused", bounces: 3, lastBounce: "550" });
    status = 554;
    const post = await fixture.node.publish("# Refused");
    await send(fixture, post.id);
    await fixture.work();
    expect(await issuesOf(fixture)).toMatchObject([{ recipients: 1, delivered: 0, failed: 1 }, {}, {}, {}]);
    const [good] = await listSubscribers(fixture.ctx.store.db, {}, { limit: 10 });
    expect(good).toMatchObject({ state: "active", bounces: 0 });
  });

  it.each(["5.3.4", "5.4.4", "5.5.1", "5.6.0", "5.7.1"])(
    "blames no reader where the receiver refuses the mail or its sender (%s)",
    async (enhanced) => {
      const fixture = await open({ answers: { recipient: () => `550 ${enhanced} not from here` } });
      await fixture.subscribe(1);
      await send(fixture, (await fixture.node.publish("# Post")).id);
      await fixture.work();
      const state = enhanced === "5.7.1" ? "stopped" : "done";
      expect(await issuesOf(fixture)).toMatchObject([{ state, bounced: 0, failed: 1 }]);
      expect(await listSubscribers(fixture.ctx.store.db, {}, { limit: 1 })).toMatchObject([
        { state: "active", bounces: 0, lastBounce: null },
      ]);
    },
  );

  it("forgets refusals that are long ago, and says which one pauses a reader", async () => {
    const fixture = await open();
    await fixture.subscribe(1);
    const { ctx } = fixture;
    /** A mail that is sent and comes back. @returns what its report did */
    const bounce = async () => {
      fixture.pass(dayMs);
      const { length } = fixture.mail.received;
      await send(fixture, (await fixture.node.publish(`# Post ${length}`)).id);
      await fixture.work();
      const id = headerOf(fixture.mail.received[length] ?? { source: "" }, "Message-ID") ?? "";
      return await reportBounce(ctx, reportOf(id));
    };
    const now = async () => {
      const [one] = await listSubscribers(ctx.store.db, {}, { limit: 1 });
      return [one?.bounces, one?.state];
    };
    for (let bounces = 1; bounces < limits.hardBounces; bounces += 1) {
      expect(await bounce()).toBe("counted");
      expect(await now()).toEqual([bounces, "active"]);
    }
    fixture.pass(limits.bounceMemoryMs);
    for (let bounces = 1; bounces < limits.hardBounces; bounces += 1) {
      expect(await bounce()).toBe("counted");
      expect(await now()).toEqual([bounces, "active"]);
    }
    expect(await bounce()).toBe("paused");
    expect(await now()).toEqual([limits.hardBounces, "paused"]);
  });

  it("counts mails that came back, by the id that it signed, and believes no other report", async () => {
    const fixture = await open();
    await fixture.subscribe(1);
    const post = await fixture.node.publish("# Post");
    await send(fixture, post.id);
    await fixture.work();
    const id = headerOf(fixture.mail.received[0] ?? { source: "" }, "Message-ID") ?? "";
    const { ctx } = fixture;
    expect(await reportBounce(ctx, reportOf(id.replace(/.@/, (end) => (end === "0@" ? "1@" : "0@"))))).toBe(
      "unknown",
    );
    expect(await reportBounce(ctx, reportOf(id).replace("multipart/report", "multipart/mixed"))).toBe(
      "unknown",
    );
    for (const [status, action] of [
      ["4.2.2", "delayed"],
      ["5.1.1", "delayed"],
      ["5.1.1", "relayed"],
      ["4.1.1", "failed"],
    ])
      expect(await reportBounce(ctx, reportOf(id, status, action))).toBe("soft");
    expect(await listSubscribers(ctx.store.db, {}, { limit: 1 })).toMatchObject([{ bounces: 0 }]);
    expect(await issuesOf(fixture)).toMatchObject([{ delivered: 1, bounced: 0 }]);
    expect(await reportBounce(ctx, reportOf(id))).toBe("counted");
    expect(await reportBounce(ctx, reportOf(id))).toBe("known");
    expect(await issuesOf(fixture)).toMatchObject([{ delivered: 0, bounced: 1 }]);
    expect(await listSubscribers(ctx.store.db, {}, { limit: 1 })).toMatchObject([
      { bounces: 1, lastBounce: "5.1.1" },
    ]);
    fixture.pass(limits.keptMailsMs + dayMs);
    await sweepIssues(ctx);
    expect(await reportBounce(ctx, reportOf(id))).toBe("known");
    expect(await ctx.store.db.selectFrom("newsletter_deliveries").select("issueId").execute()).toEqual([]);
  });
});

it("takes the mails that version 0.1 queued, and no others", () => {
  const kindOf = (kind: string, payload: object) =>
    parts.kindOfEarlierJob?.({ kind, payload: JSON.stringify(payload) } as Job);
  expect(kindOf("mail", { newsletter: { issue: 1 } })).toBe("newsletter");
  expect(kindOf("mail", { newsletterTest: { publicationId: 1 } })).toBe("newsletter");
  expect(kindOf("mail", { to: "newsletter", template: "confirm-comment" })).toBeNull();
  expect(kindOf("webhook", { newsletter: { issue: 1 } })).toBeNull();
});
