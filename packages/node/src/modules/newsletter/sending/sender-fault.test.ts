import { describe, expect, it } from "vitest";
import { closeAfterEach } from "../../../../test/support/close-after-each.ts";
import { databases } from "../../../../test/support/databases.ts";
import {
  headerOf,
  type NewsletterFixture,
  openNewsletterFixture,
} from "../../../../test/support/newsletter-fixture.ts";
import { reportBounce } from "../bounces.ts";
import { newsletterLimits as limits } from "../limits.ts";
import { resumeReaders } from "../readers.ts";
import { listIssues } from "../store/newsletter-issues.ts";
import { listSubscribers } from "../store/subscribers.ts";
import { chooseNewsletter, listSentIssues, stopNewsletter } from "./issues.ts";
import { resumeNewsletter } from "./resume-newsletter.ts";
import { findSenderFault } from "./sender-fault.ts";

const use = closeAfterEach();
const dayMs = 24 * 60 * 60 * 1000;

describe.each(databases)("on %s", (database) => {
  const open = async (options: Parameters<typeof openNewsletterFixture>[1] = {}) =>
    use(await openNewsletterFixture(database, options));
  const send = async ({ ctx, node, work }: NewsletterFixture, text = "# Post") => {
    const { id } = await node.publish(text);
    const issue = await chooseNewsletter(ctx, { publicationId: id, send: true });
    await work();
    return issue.id;
  };
  const issuesOf = ({ ctx }: NewsletterFixture) => listIssues(ctx.store.db, { limit: 10 });
  const readersOf = ({ ctx }: NewsletterFixture) => listSubscribers(ctx.store.db, {}, { limit: 100 });
  const noticesOf = async ({ ctx }: NewsletterFixture) =>
    (await ctx.store.db.selectFrom("notifications").select(["type", "data"]).execute()).filter(
      ({ type }) => type === "newsletter-stopped",
    );

  it.each([
    ["550 SPF check failed, message refused", 10],
    ["550 5.7.1 Your IP is on a blocklist", 10],
    ["550 Requested action not taken", limits.canaries + 4],
    ["550 5.1.1 mailbox unavailable", limits.canaries + 4],
  ])(
    "stops where everybody is refused (%s), tells the owner, blames no reader, and resumes",
    async (words, most) => {
      let refuses = true;
      let asked = 0;
      const recipient = () => {
        asked += 1;
        return refuses ? words : null;
      };
      const fixture = await open({ answers: { recipient } });
      const readers = await fixture.subscribe(30);
      const id = await send(fixture);
      expect(asked).toBeLessThanOrEqual(most);
      const said = words.replace(/^550 (?:5\.\d\.\d )?/, "");
      expect(await issuesOf(fixture)).toMatchObject([
        { state: "stopped", delivered: 0, bounced: 0, problem: said },
      ]);
      expect(await noticesOf(fixture)).toMatchObject([{ data: expect.stringContaining(said) }]);
      expect(fixture.node.lines).toContainEqual(
        expect.objectContaining({ level: "warn", fields: expect.objectContaining({ answer: said }) }),
      );
      expect(new Set((await readersOf(fixture)).map(({ state, bounces }) => `${state} ${bounces}`))).toEqual(
        new Set(["active 0"]),
      );
      // The same again as long as the fault is there.
      await resumeNewsletter(fixture.ctx, id);
      await fixture.work();
      expect(await issuesOf(fixture)).toMatchObject([{ state: "stopped", problem: said }]);
      refuses = false;
      fixture.pass(60_000);
      const view = await resumeNewsletter(fixture.ctx, id);
      expect(view).toMatchObject({ problem: null, canResume: false });
      await fixture.work();
      expect(fixture.mail.received.flatMap(({ to }) => to).sort()).toEqual(readers.sort());
      expect(await issuesOf(fixture)).toMatchObject([
        { state: "done", recipients: 30, delivered: 30, bounced: 0, failed: 0, problem: null },
      ]);
      await expect(resumeNewsletter(fixture.ctx, id)).rejects.toMatchObject({ code: "CONFLICT" });
    },
  );

  it("stops in the middle, and sends the rest to nobody who has it", async () => {
    let left = 25;
    const recipient = () => {
      left -= 1;
      return left >= 0 ? null : "550 5.7.1 reputation";
    };
    const fixture = await open({ answers: { recipient } });
    const readers = await fixture.subscribe(60);
    const id = await send(fixture);
    const [issue] = await issuesOf(fixture);
    expect(issue).toMatchObject({ state: "stopped", delivered: 25, bounced: 0 });
    left = 1_000;
    fixture.pass(1);
    await resumeNewsletter(fixture.ctx, id);
    await fixture.work();
    expect(fixture.mail.received.flatMap(({ to }) => to).sort()).toEqual(readers.sort());
    expect(await issuesOf(fixture)).toMatchObject([
      { state: "done", recipients: 60, delivered: 60, failed: 0 },
    ]);
  });

  it("pauses bad addresses after three days, also where some are refused, and resumes them together", async () => {
    const recipient = (to: string) => (/reader[1-3]@/.test(to) ? "550 no such user" : null);
    const fixture = await open({ answers: { recipient } });
    await fixture.subscribe(30);
    const paused = async () => (await readersOf(fixture)).filter(({ state }) => state === "paused").length;
    for (let day = 1; day <= limits.hardBounces; day += 1) {
      expect(await paused()).toBe(0);
      // More than one post a day counts once.
      await send(fixture, `# A ${day}`);
      await send(fixture, `# B ${day}`);
      fixture.pass(dayMs);
    }
    expect(await paused()).toBe(3);
    expect(await noticesOf(fixture)).toEqual([]);
    expect(await resumeReaders(fixture.ctx, { search: "reader2@" })).toBe(1);
    expect(await paused()).toBe(2);
    expect(await resumeReaders(fixture.ctx, { search: null })).toBe(2);
    expect(
      (await readersOf(fixture)).every(({ state, bounces }) => state === "active" && bounces === 0),
    ).toBe(true);
  });

  it("resumes what the owner stopped, and nothing of which it does not know who has it", async () => {
    const fixture = await open({ settings: { newsletterPerHour: 2 } });
    await fixture.subscribe(4);
    const id = await send(fixture);
    await stopNewsletter(fixture.ctx, id);
    const { length } = fixture.mail.received;
    expect(length).toBeLessThan(4);
    await resumeNewsletter(fixture.ctx, id);
    for (let hour = 0; hour < 4; hour += 1) {
      fixture.pass(61 * 60 * 1000);
      await fixture.work();
    }
    expect(new Set(fixture.mail.received.flatMap(({ to }) => to)).size).toBe(4);
    expect(fixture.mail.received).toHaveLength(4);
    // As after a restore: the mails of the other node are not known.
    const { db } = fixture.ctx.store;
    await db.updateTable("newsletter_issues").set({ state: "stopped" }).execute();
    await db.deleteFrom("newsletter_deliveries").execute();
    expect((await listSentIssues(fixture.ctx, { first: 1 })).items).toMatchObject([{ canResume: false }]);
    await expect(resumeNewsletter(fixture.ctx, id)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await issuesOf(fixture)).toMatchObject([{ state: "stopped" }]);
  });

  it("believes a report that speaks of the sender against no reader, and tells the owner", async () => {
    const fixture = await open();
    await fixture.subscribe(3);
    await send(fixture);
    const results: string[] = [];
    for (const mail of fixture.mail.received) {
      const id = headerOf(mail, "Message-ID") ?? "";
      results.push(await reportBounce(fixture.ctx, returned(id)));
    }
    expect(results).toEqual(["sender", "sender", "sender"]);
    expect(await issuesOf(fixture)).toMatchObject([
      { state: "done", delivered: 0, bounced: 0, failed: 3, problem: "SPF check failed" },
    ]);
    expect(await noticesOf(fixture)).toHaveLength(1);
    expect(
      (await readersOf(fixture)).every(({ state, bounces }) => state === "active" && bounces === 0),
    ).toBe(true);
  });

  it("unsubscribes who complains, by the id or the link of the mail, and believes no other complaint", async () => {
    const fixture = await open();
    await fixture.subscribe(3);
    await send(fixture);
    const [one, two, three] = fixture.mail.received;
    const complain = (mail: typeof one, ...lines: string[]) =>
      reportBounce(fixture.ctx, complaint([`To: ${mail?.to[0]}`, ...lines]));
    const idOf = (mail: typeof one) => `Message-ID: ${headerOf(mail ?? { source: "" }, "Message-ID")}`;
    const linkOf = (mail: typeof one) =>
      `List-Unsubscribe: ${headerOf(mail ?? { source: "" }, "List-Unsubscribe")}`;
    expect(await complain(one, "Message-ID: <newsletter-1-1-000000000000000000000000@ada.example>")).toBe(
      "unknown",
    );
    expect(await reportBounce(fixture.ctx, complaint([idOf(one)], "not-spam"))).toBe("soft");
    expect(await readersOf(fixture)).toHaveLength(3);
    expect(await complain(one, idOf(one))).toBe("unsubscribed");
    expect(await complain(one, idOf(one))).toBe("known");
    expect(await complain(two, linkOf(two))).toBe("unsubscribed");
    expect((await readersOf(fixture)).map(({ email }) => email)).toEqual(three?.to);
  });
});

const reportOf = (type: string, ...parts: string[]) =>
  [
    "From: MAILER-DAEMON@example.org",
    `Content-Type: multipart/report; report-type=${type};\r\n boundary="b1"`,
    "",
    ...parts.map((part) => `--b1\r\n${part}`),
    "--b1--\r\n",
  ].join("\r\n");
/** A delivery report (RFC 3464) without an enhanced status of its own. */
const returned = (messageId: string) =>
  reportOf(
    "delivery-status",
    "Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\nAction: failed\r\nStatus: 5.7.23\r\nDiagnostic-Code: smtp; 550 5.7.23 SPF check failed\r\n",
    `Content-Type: text/rfc822-headers\r\n\r\nMessage-ID: ${messageId}`,
  );
/** A complaint (RFC 5965). */
const complaint = (original: readonly string[], type = "abuse") =>
  reportOf(
    "feedback-report",
    "Content-Type: text/plain\r\n\r\nThis is an abuse report.",
    `Content-Type: message/feedback-report\r\n\r\nFeedback-Type: ${type}\r\nUser-Agent: Example/1.0\r\nVersion: 1\r\n`,
    `Content-Type: message/rfc822\r\n\r\n${original.join("\r\n")}\r\n\r\nText`,
  );

describe("the fault of a sender", () => {
  const delivered = { state: "delivered", blame: null, answer: null } as const;
  const refused = (answer: string, blame: "sender" | "recipient" | "unsure" = "recipient") =>
    ({ state: blame === "recipient" ? "bounced" : "failed", blame, answer }) as const;
  const find = (mails: Parameters<typeof findSenderFault>[0], recipients = 100, isOver = false) =>
    findSenderFault(mails, { recipients, isOver });
  const times = <T>(count: number, make: (index: number) => T) =>
    Array.from({ length: count }, (_, i) => make(i));

  it("is seen where nearly all were refused for one cause, whatever numbers stand in it", () => {
    expect(find(times(20, (index) => refused(`no (id ${index}x7)`)))).toBe("no (id 0x7)");
    expect(find([...times(18, () => refused("no")), delivered, delivered])).toBe("no");
    expect(find([...times(17, () => refused("no")), ...times(3, () => delivered)])).toBeNull();
    expect(find(times(3, () => refused("no")))).toBeNull();
    expect(
      find(
        times(3, () => refused("no")),
        3,
        true,
      ),
    ).toBe("no");
    expect(
      find(
        times(2, () => refused("no")),
        2,
        true,
      ),
    ).toBeNull();
    expect(find(times(20, (index) => refused(`no ${["alpha", "beta", "gamma"][index % 3]}`)))).toBeNull();
  });

  it("is seen after three refusals that speak of it, and not from one among others", () => {
    expect(find(times(3, () => refused("SPF", "sender")))).toBe("SPF");
    expect(find([refused("SPF", "sender")], 1)).toBe("SPF");
    expect(find([refused("SPF", "sender"), delivered, delivered], 3, true)).toBeNull();
  });

  it("is seen where no mail gets a final answer", () => {
    const unsure = { state: "failed", blame: "unsure", answer: null } as const;
    expect(find(times(20, () => unsure))).toBe("");
    expect(find([])).toBeNull();
  });
});
