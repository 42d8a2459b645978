import type { Context } from "../../context.ts";
import type { Publication } from "../../store/publications.ts";
import { readPublicationTitles } from "../../store/search.ts";
import { readSitePages } from "./public-posts.ts";

/** A page of the site in its menu. */
export interface MenuItem extends Pick<Publication, "id" | "slug"> {
  /** Its heading or its slug; empty without both. */
  readonly title: string;
}

/** The menu of the site: the owner's pages such as "About", the oldest first. Empty before installation. */
export async function readMenu(context: Pick<Context, "store" | "owner">): Promise<MenuItem[]> {
  const pages = await readSitePages(context);
  if (pages.length === 0) return [];
  const titles = await readPublicationTitles(
    context.store.db,
    pages.map(({ id }) => id),
  );
  return pages.map(({ id, slug }) => ({ id, slug, title: titles.get(id) || slug || "" }));
}
