import type { Context } from "../../src/context.ts";
import { createJobWork } from "../../src/domain/run-job.ts";
import { updateSettings } from "../../src/domain/settings/settings.ts";
import { createQueue } from "../../src/jobs/queue.ts";
import type { Queue } from "../../src/jobs/worker.ts";
import { insertSubscribers, type NewSubscriber } from "../../src/modules/newsletter/store/subscribers.ts";
import { type DatabaseName, migratedPostgres } from "./databases.ts";
import { type HttpNode, openHttpNode } from "./http-node.ts";
import { type MailServer, type ReceivedMail, startMailServer } from "./mail-server.ts";

/** A node with a newsletter, a real mail server, a clock to turn, and its queue of jobs. */
export interface NewsletterFixture extends AsyncDisposable {
  readonly node: HttpNode;
  readonly ctx: Context;
  readonly mail: MailServer;
  pass(ms: number): void;
  now(): number;
  /** Does all jobs that are due. */
  work(): Promise<void>;
  /** A queue of its own, for tests that end it. */
  openQueue(): Queue;
  /** Readers who get every post, or those with some tags. @returns their addresses */
  subscribe(count: number, changes?: Partial<NewSubscriber>): Promise<string[]>;
  /** Sends a form of the site. */
  send(
    url: string,
    fields: Record<string, string>,
    ip?: string,
  ): Promise<{ status: number; body: string; location: string }>;
}

export async function openNewsletterFixture(
  database: DatabaseName,
  {
    settings = {},
    answers = {},
  }: { settings?: Record<string, unknown>; answers?: Parameters<typeof startMailServer>[1] } = {},
): Promise<NewsletterFixture> {
  await using resources = new AsyncDisposableStack();
  const postgres = database === "postgres" ? resources.use(await migratedPostgres()) : null;
  const mail = resources.use(await startMailServer({}, answers));
  const node = resources.use(
    await openHttpNode({
      settings: {
        FREEHOLD_ALLOW_PRIVATE_PEERS: "true",
        FREEHOLD_TRUST_PROXY: "127.0.0.1",
        ...(postgres && { DATABASE_URL: postgres.url }),
      },
    }),
  );
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const ctx: Context = { ...node.ctx, clock: { now } };
  await updateSettings(ctx, {
    mailTransport: mail.url(),
    mailFrom: "ada@ada.example",
    newsletter: true,
    ...settings,
  });
  const openQueue = () =>
    createQueue({
      name: "jobs",
      table: "jobs",
      context: ctx,
      health: null,
      concurrency: 16,
      perPeer: 4,
      work: createJobWork(ctx),
      slow: { atATime: 16, abortAfterMs: null },
      leaseMs: 120_000,
      pollMs: 20,
    });
  let readers = 0;
  const owned = resources.move();
  return {
    node,
    ctx,
    mail,
    now,
    openQueue,
    pass(ms) {
      ahead += ms;
    },
    async work() {
      const queue = openQueue();
      queue.start();
      await queue.settled();
      await queue.stop();
    },
    async subscribe(count, changes = {}) {
      const at = now();
      const rows = Array.from({ length: count }, () => {
        readers += 1;
        return {
          email: `reader${readers}@example.org`,
          state: "active" as const,
          tags: null,
          language: "en",
          source: "site" as const,
          consent: null,
          tokenHash: null,
          requestedAt: at,
          client: null,
          createdAt: at,
          confirmedAt: at,
          ...changes,
        };
      });
      await ctx.store.transaction((tx) => insertSubscribers(tx, rows));
      return rows.map(({ email }) => email);
    },
    async send(url, fields, ip = "198.51.100.7") {
      const reply = await node.app.inject({
        method: "POST",
        url,
        remoteAddress: "127.0.0.1",
        headers: { "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": ip },
        payload: new URLSearchParams(fields).toString(),
      });
      return { status: reply.statusCode, body: reply.body, location: String(reply.headers.location) };
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** The text of a mail without the line breaks of its encoding. */
export function readMail({ source }: Pick<ReceivedMail, "source">): string {
  return source
    .replace(/=\r?\n/g, "")
    .replace(/((?:=[0-9A-F]{2})+)/g, (codes) =>
      Buffer.from(codes.replaceAll("=", ""), "hex").toString("utf8"),
    );
}

/** The first link to a path in a mail's plain text. */
export function linkIn(mail: Pick<ReceivedMail, "source"> | undefined, path: string): URL {
  const text = mail ? readMail(mail) : "";
  const link = new RegExp(`https://ada[.]example${path}[^\\s"<>]*`).exec(text)?.[0];
  if (link === undefined) throw new Error(`There is no link to ${path} in this mail: ${text}`);
  return new URL(link.replaceAll("&amp;", "&"));
}

/** A header field of a mail, in one line. */
export function headerOf({ source }: Pick<ReceivedMail, "source">, name: string): string | null {
  const head = source.slice(0, source.indexOf("\r\n\r\n")).replace(/\r\n[ \t]+/g, " ");
  return new RegExp(`^${name}: (.*)$`, "im").exec(head)?.[1]?.trim() ?? null;
}
