import { readFile } from "node:fs/promises";
import { json } from "node:stream/consumers";
import { insertSubscribers } from "../../packages/node/src/modules/newsletter/store/subscribers.ts";
import { writeMeta } from "../../packages/node/src/store/meta.ts";
import { openStore } from "../../packages/node/src/store/open-store.ts";
import { startMailServer } from "../../packages/node/test/support/mail-server.ts";
import { serveHttps } from "../../packages/node/test/support/tls-server.ts";
import type { TestNode } from "../faults/support/test-network.ts";
import type { Workspace } from "../faults/support/workspace.ts";

/** What a receiver got: for each subject the ids of the messages, once for each time that a message came. */
type Arrivals = Map<string, string[]>;

/** Receivers that record everything. */
export interface Receivers extends AsyncDisposable {
  /** Webhooks of the publisher, by the hash of the post. */
  readonly signed: Arrivals;
  /** Webhooks of a follower, by the hash of the post that it fetched. */
  readonly replicated: Arrivals;
  /** Mails, by reader and the text of the post. */
  readonly mails: Arrivals;
}

/** Who gets a mail of each post. */
export const readers = ["one@example.org", "two@example.org", "three@example.org"] as const;

/** Opens the receivers, and registers them at the nodes. */
export async function openReceivers(
  { files }: Workspace,
  { publisher, follower }: { publisher: TestNode; follower: TestNode },
): Promise<Receivers> {
  await using resources = new AsyncDisposableStack();
  const certificate = { cert: await readFile(files.cert, "utf8"), key: await readFile(files.key, "utf8") };
  const [signed, replicated]: [Arrivals, Arrivals] = [new Map(), new Map()];
  const server = resources.use(
    await serveHttps(certificate, (request, response) => {
      void (async () => {
        const body = (await json(request)) as { data: { contentHash: string } };
        const arrivals = request.url === "/signed" ? signed : replicated;
        note(arrivals, body.data.contentHash, String(request.headers["x-freehold-delivery"]));
        response.writeHead(204).end();
      })();
    }),
  );
  const mailServer = resources.use(await startMailServer());
  await addWebhook(publisher, server.url("/signed"), "publication.signed");
  await addWebhook(follower, server.url("/replicated"), "publication.replicated");
  await addReaders(publisher, mailServer.url());
  const owned = resources.move();
  return {
    signed,
    replicated,
    get mails() {
      const mails: Arrivals = new Map();
      for (const { to, source } of mailServer.received) {
        const [text = source] = /Text \d+ of \d+/.exec(source) ?? [];
        note(mails, `${to[0]}, ${text}`, String(/^Message-ID: (.+)$/im.exec(source)?.[1]));
      }
      return mails;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function note(arrivals: Arrivals, what: string, id: string): void {
  arrivals.set(what, [...(arrivals.get(what) ?? []), id]);
}

async function addWebhook({ ask }: TestNode, url: string, event: string): Promise<void> {
  await ask("mutation M($input: CreateWebhookInput!) { createWebhook(input: $input) { secret } }", {
    input: { url, events: [event] },
  });
}

/** Sets up confirmed readers and a mail server. */
async function addReaders({ node }: TestNode, mailTransport: string): Promise<void> {
  await using store = await openStore({ dataDir: node.dataDir, databaseUrl: node.databaseUrl });
  const now = Date.now();
  await store.transaction(async (tx) => {
    const settings = {
      mailTransport,
      mailFrom: "ada@ada.example",
      newsletter: "true",
      newsletterSending: "always",
    };
    for (const [name, value] of Object.entries(settings)) await writeMeta(tx, `setting.${name}`, value);
    const rows = readers.map((email) => ({
      email,
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
    await insertSubscribers(tx, rows);
  });
}
