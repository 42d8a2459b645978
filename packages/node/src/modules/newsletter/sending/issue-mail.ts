import { randomBytes } from "node:crypto";
import {
  addressesOf,
  chooseAccent,
  chooseMessages,
  type IssueMail,
  inTimeZone,
  readReferences,
  renderIssueMail,
} from "@freehold/web";
import { LRUCache } from "lru-cache";
import type { Context } from "../../../context.ts";
import { readMarkdown } from "../../../domain/contents/read-markdown.ts";
import type { OwnProfile } from "../../../domain/profile/owner.ts";
import { pathOfBytes } from "../../../domain/publications/files/picture-paths.ts";
import { findPublicPost } from "../../../domain/publications/public-posts.ts";
import { readSiteLooks, type SiteLooks } from "../../../domain/settings/settings.ts";
import { limits } from "../../../http/limits.ts";
import { createNamedFiles } from "../../../http/site/texts/named-files.ts";
import { toSiteOwner } from "../../../http/site/texts/texts.ts";
import type { PublicPost } from "../../../store/publications/public-posts.ts";
import type { Publication } from "../../../store/publications/publications.ts";
import type { RenderIssue } from "./compose-mail.ts";

const renderedIssues = 8; // posts that are held as mails

const renderers = new WeakMap<object, RenderIssue>();

/** The renderer of posts as mails; one for each node. */
export function renderIssueOf(ctx: Parameters<typeof createIssueRenderer>[0]): RenderIssue {
  const renderer = renderers.get(ctx.store) ?? createIssueRenderer(ctx);
  renderers.set(ctx.store, renderer);
  return renderer;
}

/**
 * Makes what renders posts as mails. A post is rendered once in each language; only the links of each reader differ.
 */
function createIssueRenderer(ctx: Pick<Context, "store" | "blobs" | "owner">): RenderIssue {
  const rendered = new LRUCache<string, Promise<IssueMail | null>>({ max: renderedIssues });
  // Nobody can write these into a post.
  const secret = randomBytes(12).toString("hex");
  const places = { preferences: `https://p.${secret}.invalid/`, unsubscribe: `https://u.${secret}.invalid/` };

  async function render(
    publication: Publication,
    { own, language, isTest }: { own: OwnProfile; language: string; isTest: boolean },
    { accentHue, defaultLanguage, timeZone }: Pick<SiteLooks, "accentHue" | "defaultLanguage" | "timeZone">,
  ): Promise<IssueMail | null> {
    const { id, slug, contentHash, excerpt, timestamp, signature } = publication;
    const cover = (await findPublicPost(ctx, { id }))?.post;
    const markdown = await readMarkdown(ctx, { ...publication, size: 0 }, limits.renderedMarkdownBytes);
    if (markdown === null) return null;
    const owner = toSiteOwner(own, {
      avatarSize: null,
      ens: null,
      accent: chooseAccent(own.address, accentHue),
      language: defaultLanguage,
      menu: [],
      links: [],
      takesFollowers: false,
      hasFeeds: false,
      hasNewsletter: true,
    });
    const proof = timestamp === null || signature === null ? null : { timestamp, signature };
    // A draft that is sent as a test has no date yet.
    const publishedAt = publication.publishedAt ?? publication.createdAt;
    const named = createNamedFiles(ctx);
    const parts = addressesOf(await named.findNamed(readReferences(markdown, own)));
    const shown = { id, slug, contentHash, publishedAt, excerpt, proof, markdown, parts };
    const messages = inTimeZone(chooseMessages(language, undefined), timeZone);
    return renderIssueMail(
      { owner, messages },
      { ...shown, coverPath: cover ? await findCover(named, cover) : null },
      { links: places, isTest },
    );
  }

  return async (publication, { own, language, links, isTest = false }) => {
    const { id, contentHash, updatedAt } = publication;
    const looks = await readSiteLooks(ctx);
    const { accentHue, timeZone } = looks;
    const key = JSON.stringify([id, contentHash, updatedAt, language, own, accentHue, timeZone, isTest]);
    // Later calls wait for the same one.
    const made = rendered.get(key) ?? render(publication, { own, language, isTest }, looks);
    rendered.set(key, made);
    const issue = await made.catch((error: unknown) => {
      rendered.delete(key);
      throw error;
    });
    if (issue === null) {
      rendered.delete(key);
      return null;
    }
    const fill = (text: string) =>
      text
        .replaceAll(places.preferences, links.preferences)
        .replaceAll(places.unsubscribe, links.unsubscribe);
    return { subject: issue.subject, html: fill(issue.html), text: fill(issue.text) };
  };
}

/** The path of the cover, in a size for mails. */
async function findCover(
  named: ReturnType<typeof createNamedFiles>,
  post: PublicPost,
): Promise<string | null> {
  const { coverHash, coverId, coverTimestamp } = post;
  if (coverHash === null || coverId === null) return null;
  const path = pathOfBytes({ id: coverId, contentHash: coverHash, timestamp: coverTimestamp });
  return (await named.measure(coverHash, path))?.forPrograms ?? path;
}
