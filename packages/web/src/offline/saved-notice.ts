import type { SavedPage } from "./saved-pages.ts";
import type { SiteWorkerConfig } from "./worker-types.ts";

/** A post that can be read without a line. */
export interface SavedPost {
  readonly path: string;
  /** As HTML has it: escaped. */
  readonly title: string;
  /** When it was kept: the day in the reader's language, and in ISO 8601. */
  readonly day: string;
  readonly at: string;
}

/** A kept page that says, above everything else, that it is one and of when. */
export function markSaved(
  { html, at }: Pick<SavedPage, "html" | "at">,
  { language, words }: Pick<SiteWorkerConfig, "language" | "words">,
): string {
  const moment = new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: "long",
    timeStyle: "short",
  }).format(at);
  const said = `${words.kept.replace("#", moment)} <a href="">${words.anew}</a>`;
  return html.replace("<body>", () => `<body><aside class="kept" lang="${language}"><p>${said}</p></aside>`);
}

/** The offline page, told which posts are kept. */
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
  const json = JSON.stringify(posts.reverse()).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return html.replace('data-saved="[]"', () => `data-saved="${json}"`);
}

/** The locale in which this reader writes dates in a language. @param language BCP 47 */
function localeOf(language: string): string {
  const [base] = language.split("-");
  return navigator.languages.find((one) => one.split("-")[0] === base) ?? language;
}
