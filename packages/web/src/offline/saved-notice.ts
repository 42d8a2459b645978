import type { SavedPage } from "./saved-pages.ts";
import type { SiteWorkerConfig } from "./worker-types.ts";

/** A post that can be read offline. */
export interface SavedPost {
  readonly path: string;
  /** Escaped for HTML. */
  readonly title: string;
  /** The day when it was saved, in the reader's language. */
  readonly day: string;
  /** ISO 8601. */
  readonly at: string;
}

/** A saved page with a notice at its top: that it is a saved copy, and when it was saved. */
export function markSaved(
  { html, at }: Pick<SavedPage, "html" | "at">,
  { language, messages }: Pick<SiteWorkerConfig, "language" | "messages">,
): string {
  const dateAndTime = { dateStyle: "long", timeStyle: "short" } as const;
  const time = new Intl.DateTimeFormat(localeOf(language), dateAndTime).format(at);
  const notice = `${messages.kept.replace("#", time)} <a href="">${messages.anew}</a>`;
  return html.replace(
    "<body>",
    () => `<body><aside class="kept" lang="${language}"><p>${notice}</p></aside>`,
  );
}

/** The offline page with a list of the saved posts. */
export function listSaved(
  html: string,
  pages: readonly SavedPage[],
  { language }: Pick<SiteWorkerConfig, "language">,
): string {
  const day = new Intl.DateTimeFormat(localeOf(language), { dateStyle: "long" });
  const posts = pages.flatMap(({ path, html: page, at }): SavedPost[] => {
    const title = / property="og:title" content="([^"]*)"/.exec(page)?.[1];
    return title && /^\/(?:slug|publications)\/[^?]+$/.test(path)
      ? [{ path, title, day: day.format(at), at: new Date(at).toISOString() }]
      : [];
  });
  // Not `escapeHtml`: the worker has to be one file, so it can't share modules with other programs.
  const json = JSON.stringify(posts.reverse()).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return html.replace('data-saved="[]"', () => `data-saved="${json}"`);
}

/** The locale in which the pages of a language write dates (`messages/site/dates.ts`). @param language BCP 47 */
const localeOf = (language: string): string => (language === "en" ? "en-GB" : language);
