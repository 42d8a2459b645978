import { MiB } from "@freehold/protocol/internal";
import {
  type Figure,
  keyOf,
  type OwnedView,
  readReferences,
  renderPostText,
  type SitePost,
} from "@freehold/web";
import { LRUCache } from "lru-cache";
import { readMarkdown } from "../../../domain/contents/read-markdown.ts";
import type { PublicPost } from "../../../store/publications/public-posts.ts";
import { limits } from "../../limits.ts";
import type { SiteContext } from "../pages.ts";

const renderedTextBytes = 8 * MiB; // texts of posts in memory
const readDiagramsBytes = 4 * MiB; // the sources of diagrams in memory

type RenderedMarkdown = NonNullable<ReturnType<typeof renderPostText>>;
type Surroundings = Parameters<SiteContext["pages"]["toPost"]>[2];

/** A post for its page, and its text as the page shows it. */
interface ShownPost {
  readonly post: SitePost;
  readonly text: RenderedMarkdown | null;
}

/** Makes the texts of posts for their pages. Each is made once, whatever page of its comments is asked for. */
export function createPostTexts({ store, pages, blobs }: SiteContext) {
  const texts = new LRUCache<string, RenderedMarkdown>({
    maxSize: renderedTextBytes,
    sizeCalculation: ({ html }, key) => html.length + key.length,
  });
  const making = new Map<string, Promise<ShownPost>>();
  const diagrams = new LRUCache<string, readonly Figure[]>({
    maxSize: readDiagramsBytes,
    sizeCalculation: (figures, key) => key.length + figures.reduce((sum, one) => sum + keyOf(one).length, 0),
  });

  async function make(view: OwnedView, found: PublicPost, surroundings: Surroundings): Promise<ShownPost> {
    const post = await pages.toPost(found, "whole", surroundings);
    return { post, text: renderPostText(view, post) };
  }

  return {
    /** A post and its text, for the language and theme of a view. */
    async show(view: OwnedView, found: PublicPost, surroundings: Surroundings): Promise<ShownPost> {
      // Quotes and pictures are public data, too, and show whether they changed.
      const about = [
        store.version(),
        found.id,
        found.contentHash,
        view.messages.language,
        view.messages.timeZone,
        view.theme,
      ];
      const key = JSON.stringify([...about, surroundings]);
      const text = texts.get(key);
      if (text) return { post: await pages.toPost(found, "none", surroundings), text };
      const made = making.get(key) ?? make(view, found, surroundings).finally(() => making.delete(key));
      making.set(key, made);
      const shown = await made;
      if (shown.text !== null) texts.set(key, shown.text);
      return shown;
    },

    /** The diagrams of a post in their order; null where its content is missing or too many. */
    async diagramsOf(post: PublicPost): Promise<readonly Figure[] | null> {
      const known = diagrams.get(post.contentHash);
      if (known) return known;
      const markdown = await readMarkdown({ blobs }, post, limits.renderedMarkdownBytes);
      if (markdown === null) return null;
      const found = readReferences(markdown).figures.filter(({ kind }) => kind === "diagram");
      diagrams.set(post.contentHash, found);
      return found;
    },
  };
}
