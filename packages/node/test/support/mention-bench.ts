import { text } from "node:stream/consumers";
import { createPublication } from "../../src/domain/publications/create.ts";
import type { Store } from "../../src/store/database.ts";
import type { Publication } from "../../src/store/publications/publications.ts";
import { createJobBench, type JobBench } from "./job-bench.ts";

/** A page of another site. */
interface CannedPage {
  readonly status?: number;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: string | Uint8Array;
}

/** An installed node with its queue of jobs, and another site whose pages a test writes. */
export interface MentionBench extends JobBench {
  readonly pages: Map<string, CannedPage>;
  /** The mentions that the other site took, in the order in which they came. */
  readonly mentions: { path: string; source: string | null; target: string | null }[];
  /** The address of a page of the other site. */
  url(path: string): string;
  /** An unsigned post. */
  publish(markdown: string): Promise<Publication>;
}

/** The other site takes what is posted to a path with `webmention` in it, and answers as its page says, 202 by default. */
export async function createMentionBench(store: Store): Promise<MentionBench> {
  const bench = await createJobBench(store);
  const pages: MentionBench["pages"] = new Map();
  const mentions: MentionBench["mentions"] = [];
  const server = await bench.serve(async (request, response) => {
    const path = request.url ?? "";
    const page = pages.get(path);
    if (request.method === "POST") {
      const fields = new URLSearchParams(await text(request));
      mentions.push({ path, source: fields.get("source"), target: fields.get("target") });
      response.writeHead(page?.status ?? 202, page?.headers).end(page?.body);
      return;
    }
    const type = { "Content-Type": "text/html; charset=utf-8" };
    response.writeHead(page ? (page.status ?? 200) : 404, { ...type, ...page?.headers }).end(page?.body);
  });
  return Object.assign(bench, {
    pages,
    mentions,
    url: (path: string) => server.url(path),
    async publish(markdown: string) {
      const source = (async function* () {
        yield new TextEncoder().encode(markdown);
      })();
      return await createPublication(bench.context, { kind: "POST", state: "local", source });
    },
  });
}
