import { attributesOf } from "../written-links.ts";
import { pageOf } from "./hexo-tags.ts";

/** A line of MDX that is no text: it brings components, or is a comment. */
const moduleLine =
  /^import\s(?:[\w\s{},*]{1,500}\sfrom\s)?["'][^"'\n]{1,500}["'];?[ \t]*\n?|^\{\/\*[^*]{0,5000}\*\/\}[ \t]*$/gm;
const componentTag = /<[A-Z][\w.]{0,60}\s[^<>]{0,1000}>/g;
/** A component for a film or a post elsewhere, as many sites have one. */
const shown =
  /<(?:lite-)?(youtube|vimeo|tweet|twitter|gist|spotify)(?:-?(?:embed|video|player))?\s([^<>]{1,500}?)\/?>(?:\s{0,9}<\/[\w-]{1,40}>)?/gi;
const namesOfId = ["url", "link", "src", "id", "videoid", "video", "youtubeid", "tweetid", "tweetlink"];
const expression = /\s(?:[\w-]{1,60}=)?\{[^{}]{0,1000}(?:\{[^{}]{0,1000}\}[^{}]{0,1000}){0,9}\}/g;

/**
 * A text without the programs of MDX: lines that bring components, comments, and attributes of components that are programs, for which a
 * parser of Markdown takes a component for text.
 */
export const withoutPrograms = (prose: string): string =>
  prose
    .replace(moduleLine, "")
    .replace(shown, toPage)
    .replace(componentTag, (tag) => tag.replace(expression, "").replace(/\s+/g, " "));

function toPage(whole: string, name: string, text: string): string {
  const attributes = new Map([...attributesOf(text)].map(([one, value]) => [one.toLowerCase(), value]));
  const id = namesOfId.map((one) => attributes.get(one) ?? "").find((one) => one !== "") ?? "";
  return pageOf(name.toLowerCase(), [id]) ?? whole;
}
