import { flushCompileCache } from "node:module";
import { constants, setPriority } from "node:os";
import { createContext, Script } from "node:vm";
import type { DocumentKind, ReadReply, ReadRequest, Reply, Requests } from "./documents.ts";
import { limits } from "./limits.ts";

type Readers = {
  readonly [K in DocumentKind]: () => Promise<(request: Requests[K]) => Reply<K>>;
};

/** The function that reads each kind; loaded with its first document. */
const readers: Readers = {
  mention: async () => {
    const { readMention } = await import("./pages/read-mention.ts");
    return ({ page, targets }) => readMention(page, targets);
  },
  endpoint: async () => {
    const { findEndpoint } = await import("./pages/find-endpoint.ts");
    return ({ page, link }) => findEndpoint(page, link);
  },
  pasted: async () => {
    const { readPasted } = await import("./pasted/read-pasted.ts");
    return ({ form, now }) => readPasted(form, now);
  },
  entry: async () => {
    const { renderForeign } = await import("@freehold/web/render-foreign");
    return ({ html, ...text }) => renderForeign(html, text);
  },
  // For the timeline: the beginning of each text and one file of each entry; or the feeds that a page names.
  feed: async () => {
    const { findFeedLinks, parseFeed } = await import("@freehold/import/feeds");
    const { feedEntriesRead: mostEntries, feedEntryLength: htmlLength } = limits;
    return ({ bytes, ...page }) => {
      const feed = parseFeed(bytes, { ...page, mostEntries, mostFiles: 1, htmlLength });
      return { feed, links: feed ? [] : findFeedLinks(bytes, page) };
    };
  },
  opml: async () => {
    const { parseOpml } = await import("@freehold/import/feeds");
    return ({ bytes }) => parseOpml(bytes);
  },
};

// Readers of the site are not to wait for it.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const readMs = Number(process.argv[2]);
const send = (reply: ReadReply) => process.send?.(reply);

// The parent process ends this one; a signal of the terminal or a service manager reaches both.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
process.on("disconnect", () => process.exit(0));

/** A script with a time limit ends a function that takes too long, also when the process that asked is gone. */
const script = new Script("read()");
const run = { read: (): unknown => null };
const context = createContext({ read: () => run.read() });

async function read<K extends DocumentKind>({ id, kind, request }: ReadRequest & { kind: K }): Promise<void> {
  const started = process.cpuUsage();
  try {
    const reader = await readers[kind]();
    // The process is ended by a signal that leaves no time for it.
    flushCompileCache();
    run.read = () => JSON.stringify(reader(request as Requests[K]));
    const json = String(script.runInContext(context, { timeout: readMs }));
    send(json.length <= limits.replyLength ? { id, json } : { id, failure: "unreadable" });
  } catch (error) {
    const { user, system } = process.cpuUsage(started);
    const isTimeout =
      error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
    // On a machine that had no time for it, the document is not at fault.
    const isStarved = isTimeout && (user + system) / 1000 < readMs / 2;
    send({ id, failure: isStarved ? "not-read" : "unreadable" });
  }
}

process.on("message", (request: ReadRequest) => void read(request));
send({ isReady: true });
