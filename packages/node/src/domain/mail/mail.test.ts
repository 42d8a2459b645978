import { afterEach, expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { until } from "../../../test/support/delivery-bench.ts";
import { createJobBench, type JobBench } from "../../../test/support/job-bench.ts";
import { type MailServer, startMailServer } from "../../../test/support/mail-server.ts";
import { startScriptedMailServer } from "../../../test/support/scripted-mail-server.ts";
import { profileOf } from "../../../test/support/store-records.ts";
import { saveProfile } from "../../store/peers/profiles.ts";
import { addMail, type NewMail } from "./mail.ts";

const hourMs = 60 * 60 * 1000;

forEachDatabase((_name, open) => {
  let bench: JobBench;
  const servers: MailServer[] = [];
  afterEach(async () => {
    await bench[Symbol.asyncDispose]();
    for (const server of servers.splice(0)) await server[Symbol.asyncDispose]();
  });

  async function start(...options: Parameters<typeof startMailServer>): Promise<MailServer> {
    bench = await createJobBench(await open());
    const server = await startMailServer(...options);
    servers.push(server);
    await bench.set("mailTransport", server.url());
    await bench.set("mailFrom", "node@ada.example");
    return server;
  }

  type CommentMail = Extract<NewMail, { template: "confirm-comment" }>;
  const mail = (changes: Partial<CommentMail> = {}): CommentMail => ({
    to: "reader@example.org",
    template: "confirm-comment",
    variables: {
      siteTitle: "Ada",
      publicationTitle: "Grüße",
      link: "https://ada.example/comments/confirm?token=abc",
      hours: 24,
    },
    now: bench.context.clock.now(),
    ...changes,
  });

  const add = (changes: Partial<CommentMail> = {}) =>
    bench.context.store.transaction((tx) => addMail(tx, mail(changes)));

  it("brings a mail over the owner's server, once", async () => {
    const server = await start();
    await add();
    await bench.queue.settled();
    await bench.queue.settled();
    expect(server.received).toMatchObject([{ from: "node@ada.example", to: ["reader@example.org"] }]);
    const source = server.received[0]?.source ?? "";
    expect(source).toContain("From: Node 1 <node@ada.example>");
    expect(source).toMatch(/^Message-ID: <[0-9a-f-]{36}@ada[.]example>\r$/m);
    expect(source).toContain("token=3Dabc");
    expect(await bench.jobs()).toMatchObject([{ kind: "mail", host: "localhost", state: "done" }]);
  });

  it("writes in the language that its reader asks for, else in the site's", async () => {
    const server = await start();
    await add({ language: "zh-CN,zh;q=0.9" });
    await add({ language: "fr" });
    await bench.set("defaultLanguage", "zh-Hans");
    await add({ language: null });
    await bench.queue.settled();
    const encoded = server.received.map(({ source }) => /^Subject: =\?UTF-8\?/im.test(source));
    expect(encoded.sort()).toEqual([false, true, true]);
  });

  it("queues nothing when the transaction that caused it fails", async () => {
    await start();
    const failed = bench.context.store.transaction(async (tx) => {
      await addMail(tx, mail());
      throw new Error("undone");
    });
    await expect(failed).rejects.toThrow("undone");
    expect(await bench.jobs()).toEqual([]);
  });

  it("says when there is no mail server, and when the address is none", async () => {
    await start();
    for (const to of ["a@example.org, b@example.org", "a@example.org\nBcc: b@example.org", "nobody"]) {
      await expect(add({ to })).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    }
    await bench.set("mailTransport", "");
    await expect(add()).rejects.toMatchObject({ code: "MAIL_NOT_CONFIGURED" });
    expect(await bench.jobs()).toEqual([]);
  });

  it("lets no title of a node into another header", async () => {
    const server = await start();
    await bench.context.store.transaction((tx) =>
      saveProfile(tx, profileOf(1, { isSelf: true, title: 'A"\r\nBcc: b@example.org\r\n\r\nX' })),
    );
    await add();
    await bench.queue.settled();
    expect(server.received).toMatchObject([{ to: ["reader@example.org"] }]);
    expect(server.received[0]?.source).not.toMatch(/^Bcc:/im);
  });

  it("takes a permanent answer for the last word", async () => {
    const server = await start({}, { recipient: () => 550 });
    await add();
    await bench.queue.settled();
    bench.context.clock.advance(24 * hourMs);
    await bench.queue.settled();
    expect(server.received).toEqual([]);
    expect(await bench.jobs()).toMatchObject([
      {
        state: "refused",
        attempts: 0,
        lastError: "The mail server did not accept the message. (550) It said: said the server",
      },
    ]);
  });

  it("sends a mail without a final answer never again: it is perhaps sent", async () => {
    const odd = await startScriptedMailServer([{ at: "dot", cut: true }]);
    await start();
    await bench.set("mailTransport", odd.url);
    await add();
    await bench.queue.settled();
    bench.context.clock.advance(24 * hourMs);
    await bench.queue.settled();
    await odd[Symbol.asyncDispose]();
    expect(odd.mails).toHaveLength(1);
    expect(await bench.jobs()).toMatchObject([
      { state: "refused", lastError: expect.stringContaining("did not confirm it") },
    ]);
  });

  it("tries again what is not taken for now, with the same id, until it is", async () => {
    const answers = [451, 421, null];
    const server = await start({}, { message: () => answers.shift() ?? null });
    await add();
    await bench.queue.settled();
    const [first] = await bench.jobs();
    expect(first).toMatchObject({ state: "pending", attempts: 1 });
    expect(first?.nextTryAt).toBe(bench.context.clock.now() + 2_500);
    bench.context.clock.advance(hourMs);
    await bench.queue.settled();
    expect(await bench.jobs()).toMatchObject([{ state: "pending", attempts: 2 }]);
    bench.context.clock.advance(hourMs);
    await bench.queue.settled();
    expect(await bench.jobs()).toMatchObject([{ state: "done" }]);
    expect(server.received).toHaveLength(1);
    const ids = server.seen.map((source) => /^Message-ID: (.*)\r$/m.exec(source)?.[1]);
    expect(ids).toEqual([ids[0], ids[0], ids[0]]);
  });

  it("waits for a server that can't be reached or refuses the login, and gives up after three days", async () => {
    const server = await start({
      authOptional: false,
      onAuth: (_auth, _session, callback) => callback(new Error("no")),
    });
    await bench.set("mailTransport", server.url("ada:wrong"));
    await add();
    await bench.queue.settled();
    expect(await bench.jobs()).toMatchObject([{ state: "pending", attempts: 1 }]);
    await bench.set("mailTransport", "smtp://127.0.0.1:1");
    bench.context.clock.advance(hourMs);
    await bench.queue.settled();
    expect(await bench.jobs()).toMatchObject([
      { state: "pending", attempts: 2, lastError: "The mail server can't be reached." },
    ]);
    bench.context.clock.advance(3 * 24 * hourMs);
    await until(async () => (await bench.jobs())[0]?.state === "expired");
    await bench.set("mailTransport", "");
    expect(server.received).toEqual([]);
  });
});
