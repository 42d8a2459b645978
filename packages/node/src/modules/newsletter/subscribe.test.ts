import { describe, expect, it } from "vitest";
import { closeAfterEach } from "../../../test/support/close-after-each.ts";
import { databases } from "../../../test/support/databases.ts";
import {
  linkIn,
  type NewsletterFixture,
  openNewsletterFixture,
  readMail,
} from "../../../test/support/newsletter-fixture.ts";
import { csvHeader, formatReader, importReaders } from "./import-readers.ts";
import { newsletterLimits as limits } from "./limits.ts";
import { listReaders } from "./readers.ts";
import { listSubscribers } from "./store/subscribers.ts";
import { confirmSubscription, requestSubscription, sweepSubscriptions } from "./subscribe.ts";

const use = closeAfterEach();

describe.each(databases)("on %s", (database) => {
  async function open(
    ...options: Parameters<typeof openNewsletterFixture> extends [unknown, ...infer R] ? R : []
  ) {
    const fixture = use(await openNewsletterFixture(database, ...options));
    return fixture;
  }

  const ask = ({ ctx }: NewsletterFixture, email = "bea@example.org", ip = "198.51.100.7") =>
    requestSubscription(ctx, { email }, { ip, language: "en" });
  const readers = ({ ctx }: NewsletterFixture) => listSubscribers(ctx.store.db, {}, { limit: 2_000 });

  it("subscribes by the site's form: a mailed link, a page with a button, and the choices", async () => {
    const fixture = await open();
    const { node, mail } = fixture;
    await node.publish("# Sea #water");
    expect((await node.app.inject("/")).body).toContain('action="/subscribe"');
    const sent = await fixture.send("/subscribe", { mail: "Bea@Example.org" });
    expect([sent.status, sent.location]).toEqual([303, "/subscribe/sent"]);
    await fixture.work();
    expect(mail.received).toHaveLength(1);
    expect(mail.received[0]?.to).toEqual(["Bea@example.org"]);
    const link = linkIn(mail.received[0], "/newsletter/confirm");
    // A scanner opens it: nothing happens.
    expect((await node.app.inject(link.pathname + link.search)).statusCode).toBe(200);
    expect(await readers(fixture)).toMatchObject([{ state: "pending", confirmedAt: null }]);
    const confirmed = await fixture.send(link.pathname, Object.fromEntries(link.searchParams));
    expect(confirmed).toMatchObject({ status: 200, body: expect.stringContaining("You&#x27;re subscribed") });
    expect(await readers(fixture)).toMatchObject([{ state: "active", tokenHash: null, source: "site" }]);
    // The link works once.
    expect((await fixture.send(link.pathname, Object.fromEntries(link.searchParams))).status).toBe(404);

    const choices = /\/newsletter\/preferences\?s=([\w.-]+)/.exec(confirmed.body);
    const page = await node.app.inject(choices?.[0] ?? "");
    expect(page.headers["referrer-policy"]).toBe("no-referrer");
    expect(page.body).toContain("#water");
    expect(page.body).not.toContain("example.org");
    const s = choices?.[1] ?? "";
    expect(
      (await fixture.send("/newsletter/preferences", { s, what: "tags", "tag-water": "on" })).status,
    ).toBe(200);
    expect(await readers(fixture)).toMatchObject([{ tags: '["water"]' }]);
    expect((await fixture.send("/newsletter/preferences", { s, what: "none" })).status).toBe(200);
    expect(await readers(fixture)).toMatchObject([{ tags: "[]" }]);
    // Some bits of the very last character don't count.
    const changed = `${s.slice(0, -2)}${s.at(-2) === "x" ? "y" : "x"}${s.at(-1)}`;
    expect((await fixture.send("/newsletter/preferences", { s: changed, what: "all" })).status).toBe(404);

    expect((await fixture.send("/newsletter/unsubscribe", { s })).status).toBe(200);
    expect(await readers(fixture)).toEqual([]);
    // Whether it was a reader's, the answer does not show; and a second press is as good.
    expect((await fixture.send("/newsletter/unsubscribe", { s })).status).toBe(200);
  });

  it("shows no form, and takes nobody, where the owner has not switched it on or sends no mail", async () => {
    for (const settings of [{ newsletter: false }, { mailTransport: null }]) {
      const fixture = await open({ settings });
      for (const url of ["/", "/subscribe"])
        expect((await fixture.node.app.inject(url)).body).not.toContain('action="/subscribe"');
      const reply = await fixture.send("/subscribe", { mail: "bea@example.org" });
      expect([reply.status, await readers(fixture)]).toEqual([404, []]);
    }
  });

  it("refuses a form of another site, and what is no address, with the form again", async () => {
    const fixture = await open();
    const elsewhere = await fixture.node.app.inject({
      method: "POST",
      url: "/subscribe",
      payload: "mail=bea%40example.org",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://evil.example" },
    });
    expect(elsewhere.statusCode).toBe(403);
    const wrong = await fixture.send("/subscribe", { mail: "bea@example.org, cem@example.org" });
    expect([wrong.status, wrong.body.includes("This is not an email address")]).toEqual([400, true]);
    expect(await readers(fixture)).toEqual([]);
  });

  it("mails one address once a day, whoever asks and however often, also after it left", async () => {
    const fixture = await open();
    const { mail, ctx } = fixture;
    for (const ip of ["198.51.100.1", "203.0.113.1"]) await ask(fixture, "bea@example.org", ip);
    await ask(fixture, "BEA@example.org");
    await fixture.work();
    expect(mail.received).toHaveLength(1);
    fixture.pass(limits.mailAddressMs - 60_000);
    await ask(fixture);
    await fixture.work();
    expect(mail.received).toHaveLength(1);
    fixture.pass(60_000);
    await ask(fixture);
    await fixture.work();
    expect(mail.received).toHaveLength(2);
    // The newest link alone works.
    const [old, last] = mail.received.map((one) => linkIn(one, "/newsletter/confirm").searchParams);
    const id = Number(last?.get("id"));
    const first = confirmSubscription(ctx, { id, token: old?.get("token") ?? "" });
    await expect(first).rejects.toMatchObject({ code: "INVALID_SIGNATURE" });
    const signed = await confirmSubscription(ctx, { id, token: last?.get("token") ?? "" });
    await fixture.send("/newsletter/unsubscribe", { s: signed });
    await ask(fixture);
    await fixture.work();
    expect(mail.received).toHaveLength(2);
  });

  it("sends to a subscriber who asks again the link to the choices, and changes nothing", async () => {
    const fixture = await open();
    const [email = ""] = await fixture.subscribe(1);
    fixture.pass(limits.mailAddressMs);
    await ask(fixture, email);
    await fixture.work();
    expect(readMail(fixture.mail.received[0] ?? { source: "" })).toContain("It is already subscribed.");
    expect(linkIn(fixture.mail.received[0], "/newsletter/preferences").searchParams.get("s")).toMatch(
      /^\d+[.]/,
    );
    expect(await readers(fixture)).toMatchObject([{ state: "active", tokenHash: null }]);
  });

  it("takes so many an hour of one network, and so many of all", async () => {
    const fixture = await open();
    for (let index = 0; index < limits.requestsPerClientAndHour; index += 1)
      await ask(fixture, `reader${index}@example.org`);
    await expect(ask(fixture, "more@example.org")).rejects.toMatchObject({ code: "RATE_LIMITED" });
    await ask(fixture, "other@example.org", "203.0.113.5");
    for (let index = limits.requestsPerClientAndHour + 1; index < limits.requestsPerHour; index += 1)
      await ask(fixture, `reader${index}@example.org`, `10.${index}.0.1`);
    // A network that has its even part gets no more; one with nothing gets its part.
    for (const ip of ["198.51.100.8", "203.0.113.5", "10.20.0.1"]) {
      await expect(ask(fixture, "last@example.org", ip)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    }
    await ask(fixture, "first@example.org", "192.0.2.1");
    fixture.pass(60 * 60 * 1000);
    await ask(fixture, "last@example.org");
  });

  it("gives a reader three days, and then forgets the address", async () => {
    const fixture = await open();
    await ask(fixture);
    await fixture.work();
    const link = linkIn(fixture.mail.received[0], "/newsletter/confirm").searchParams;
    fixture.pass(limits.pendingMs);
    const late = confirmSubscription(fixture.ctx, {
      id: Number(link.get("id")),
      token: link.get("token") ?? "",
    });
    await expect(late).rejects.toMatchObject({ code: "EXPIRED_SIGNATURE" });
    await sweepSubscriptions(fixture.ctx);
    expect(await readers(fixture)).toEqual([]);
  });

  it("brings readers back from its own file with their choices, and nobody whose word is missing", async () => {
    const fixture = await open();
    const { ctx } = fixture;
    await fixture.subscribe(1);
    await fixture.subscribe(1, { tags: '["sea","sky"]' });
    await fixture.subscribe(1, { tags: "[]", email: "+none@example.org" });
    await fixture.subscribe(1, { state: "pending", confirmedAt: null });
    await fixture.subscribe(1, { state: "paused" });
    const before = (await listReaders(ctx, { first: 10 })).items;
    const csv = csvHeader + before.map(formatReader).join("");
    await ctx.store.transaction((tx) => tx.deleteFrom("subscribers").execute());
    const long = csv.padEnd(limits.importBytes + 1, "\n");
    await expect(importReaders(ctx, { csv: long, confirmed: true })).rejects.toMatchObject({
      code: "TOO_LARGE",
    });
    expect((await listReaders(ctx, { first: 10 })).items).toEqual([]);
    const counted = await importReaders(ctx, { csv, confirmed: true });
    expect(counted).toEqual({ added: 3, known: 0, refused: 2, invalid: 0 });
    const choices = (all: typeof before) =>
      all
        .filter(({ state }) => state === "active")
        .map(({ email, tags, confirmedAt }) => [email, tags, confirmedAt])
        .sort();
    expect(choices((await listReaders(ctx, { first: 10 })).items)).toEqual(choices(before));
  });

  it.each([
    [
      "Substack",
      "email,active_subscription,expiry,plan,email_disabled,created_at",
      [
        "a@example.org,false,,other,false,2025-01-01",
        "b@example.org,true,2027-01-01,yearly,false,2025-01-01",
      ],
      ["c@example.org,false,,other,true,2025-01-01"],
    ],
    [
      "Buttondown",
      "email,subscriber_type,tags,source,creation_date",
      ['a@example.org,regular,"vip, old",api,2025-01-01'],
      ["b@example.org,unactivated,,api,2025-01-01", "c@example.org,undeliverable,,api,2025-01-01"],
    ],
    [
      "Ghost",
      "id,email,name,note,subscribed_to_emails,complimentary_plan,created_at,labels",
      ["1,a@example.org,A,,true,false,2025-01-01T00:00:00.000Z,"],
      ["2,b@example.org,B,,false,false,2025-01-01T00:00:00.000Z,"],
    ],
    [
      "Mailchimp",
      "Email Address,First Name,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,TAGS",
      ['a@example.org,A,2,"2025-01-01 10:00:00",192.0.2.1,"2025-01-01 10:05:00",192.0.2.1,"""vip"""'],
      [],
    ],
    [
      "Mailchimp, of those who left",
      "Email Address,OPTIN_TIME,UNSUB_TIME,UNSUB_REASON,CLEAN_TIME",
      ['a@example.org,"2025-01-01 10:00:00",,,'],
      ['b@example.org,"2025-01-01 10:00:00","2025-02-01 10:00:00",,', "c@example.org,,,,2025-02-01"],
    ],
    [
      "beehiiv",
      "email,status,tier,created_at,unsubscribed_at",
      ["a@example.org,active,free,2023-03-24 10:23:10 UTC,"],
      [
        "b@example.org,inactive,free,2023-03-24 10:23:10 UTC,",
        "c@example.org,active,free,2023-03-24 10:23:10 UTC,2024-03-24",
        "d@example.org,pending,free,2023-03-24 10:23:10 UTC,",
      ],
    ],
    [
      "Kit",
      "email,first_name,state,unsubscribe_url",
      ["a@example.org,A,active,https://kit.example/u/1"],
      [
        "b@example.org,B,cancelled,https://kit.example/u/2",
        "c@example.org,C,complained,https://kit.example/u/3",
      ],
    ],
    ["Brevo", "EMAIL,EMAIL_BLACKLISTED,State", ["a@example.org,false,CA"], ["b@example.org,true,CA"]],
    [
      "MailPoet and HubSpot",
      "Email,Global Status,Unsubscribed from all email",
      ["a@example.org,Subscribed,"],
      ["b@example.org,Unsubscribed,", "c@example.org,Subscribed,true"],
    ],
    [
      "a shop",
      "Email,Accepts Email Marketing,State,Email Subscription Status",
      ["a@example.org,yes,CA,Subscribed"],
      ["b@example.org,no,NY,Subscribed", "c@example.org,yes,CA,Never subscribed"],
    ],
    ["Google Contacts", "First Name,E-mail 1 - Label,E-mail 1 - Value", ["A,* Home,a@example.org"], []],
    ["Excel", "sep=;\nE-Mail-Adresse;Name", ["a@example.org;A"], []],
    ["a Chinese spreadsheet", "姓名,邮箱", ["A,a@example.org"], []],
  ])(
    "takes from a file of %s who gets mails there, and every post",
    async (_program, head, wanted, others) => {
      const fixture = await open();
      const csv = [head, ...wanted, ...others].join("\n");
      const counted = await importReaders(fixture.ctx, { csv, confirmed: true });
      expect(counted).toMatchObject({ added: wanted.length, refused: others.length, invalid: 0 });
      const found = await readers(fixture);
      expect(found.map(({ email }) => email).sort()).toEqual(
        ["a@example.org", "b@example.org"].slice(0, wanted.length),
      );
      expect(found.every(({ tags, state }) => tags === null && state === "active")).toBe(true);
    },
  );

  it("takes a list of addresses, one in a line, and refuses a table without a column of them", async () => {
    const fixture = await open();
    const csv = "\ufeff\n a@example.org \r\nb@bücher.example\r\n\r\nno address\r\n";
    expect(await importReaders(fixture.ctx, { csv, confirmed: true })).toEqual({
      added: 2,
      known: 0,
      refused: 0,
      invalid: 1,
    });
    const before = await readers(fixture);
    expect(before.map(({ email }) => email).sort()).toEqual(["a@example.org", "b@xn--bcher-kva.example"]);
    await expect(
      importReaders(fixture.ctx, { csv: "name,emailed\nA,c@example.org", confirmed: true }),
    ).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    expect(await readers(fixture)).toEqual(before);
  });
});
