import { renderNotice } from "./render-notice.ts";
import type { View } from "./view.ts";

/** What stands where nothing is. */
export function renderNotFound(view: View): string {
  const { title, words, way } = view.words.notFound;
  return renderNotice(view, { title, words, way: { href: "/", words: way } });
}
