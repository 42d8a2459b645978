import { dayMs, pageKey } from "@freehold/protocol/internal";
import { elements } from "@freehold/web/markdown-syntax";
import type { Token } from "markdown-it";
import MarkdownIt from "markdown-it";
import { type OwnAddresses, pathAtOwn } from "../../../domain/profile/own-addresses.ts";
import type { Tx } from "../../../store/database.ts";
import { addJobs } from "../../../store/queues/jobs.ts";
import { listSentMentions, saveSentMention } from "../store/mentions.ts";
import { mentionLimits } from "./limits.ts";
import { withoutFragment } from "./page-address.ts";

const linksPerPost = 50; // links of a post that get mentions
const sendMs = 3 * dayMs; // trying to tell a page of a mention

const parser = new MarkdownIt({ linkify: true }).use(elements);

/**
 * The pages of other sites that a Markdown text links to, in their order, each once by its first address.
 *
 * @param own the addresses of this node: links below them are left out
 * @returns https addresses without fragments, as many as a post may mention
 */
export function findExternalLinks(markdown: string, own: OwnAddresses): string[] {
  const base = new URL(own.url);
  const found = new Map<string | null, string>();
  const walk = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      const href = token.type === "link_open" ? String(token.attrGet("href")) : "";
      const isAddress = href !== "" && href.length <= mentionLimits.addressLength;
      const url = isAddress ? URL.parse(href, base) : null;
      const isElsewhere = url?.protocol === "https:" && url.username === "" && url.origin !== base.origin;
      if (isElsewhere && pathAtOwn(url.href, own) === null) {
        const key = pageKey(url.href);
        if (url.href.length <= mentionLimits.addressLength && !found.has(key))
          found.set(key, withoutFragment(url));
      }
      if (token.children) walk(token.children);
    }
  };
  walk(parser.parse(markdown, {}));
  return [...found.values()].slice(0, linksPerPost);
}

/**
 * Queues a mention for each page to which a post links, and for those that got one before, so that they see the change.
 *
 * @param post.targets the links of its text now; empty for a post that is gone
 */
export async function addMentions(
  tx: Tx,
  post: { publicationId: number; source: string; targets: readonly string[]; now: number },
): Promise<void> {
  const { publicationId, source, targets, now } = post;
  const before = await listSentMentions(tx, publicationId);
  const told = before.filter(({ target, state }) => state === "sent" && !targets.includes(target));
  const all = [...targets.map((target) => ({ target, source })), ...told];
  for (const page of all.slice(0, linksPerPost)) {
    const row = { publicationId, source: page.source, target: page.target, updatedAt: now };
    const payload = JSON.stringify({ sentMentionId: await saveSentMention(tx, row) });
    const { host } = new URL(page.target);
    await addJobs(tx, [{ kind: "mention-out", host, payload, now, expiresAt: now + sendMs }]);
  }
}
