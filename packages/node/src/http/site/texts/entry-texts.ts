import { createHash } from "node:crypto";
import { MiB } from "@freehold/protocol/internal";
import { LRUCache } from "lru-cache";
import type { Context } from "../../../context.ts";
import { hasCode } from "../../../errors/errors.ts";
import type { Requests } from "../../../foreign/documents.ts";

const entryCacheCharacters = 8 * MiB; // texts of feeds in memory, as pages show them

/** Renders the HTML of a feed's entry. */
export type RenderEntry = (entry: Requests["entry"]) => Promise<string | null>;

/**
 * Makes what renders the HTML of somebody else, as a feed has it, for the owner: outside of this process, and once for each text,
 * also for one that can't be rendered.
 *
 * @returns safe HTML; null for a text that can't be rendered, or not now
 */
export function createEntryTexts({ foreign }: Pick<Context, "foreign">): RenderEntry {
  const cache = new LRUCache<string, { readonly html: string | null }>({
    maxSize: entryCacheCharacters,
    sizeCalculation: ({ html }) => 200 + (html?.length ?? 0),
  });

  async function render(entry: Requests["entry"]): Promise<{ readonly html: string | null } | null> {
    try {
      const from = URL.parse(entry.baseUrl)?.host ?? "";
      return { html: await foreign.read("entry", entry, { from, forOwner: true }) };
    } catch (error) {
      if (hasCode(error, "DOCUMENT_UNREADABLE")) return { html: null };
      if (hasCode(error, "BUSY")) return null;
      throw error;
    }
  }

  return async (entry) => {
    const key = createHash("sha256")
      .update(JSON.stringify(Object.entries(entry)))
      .digest("base64url");
    const rendered = cache.get(key) ?? (await render(entry));
    if (rendered) cache.set(key, rendered);
    return rendered?.html ?? null;
  };
}
