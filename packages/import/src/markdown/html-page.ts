import { readPlainText } from "../formats/read-text.ts";
import type { MarkdownFile } from "./front-matter.ts";

const titleOfPage = /<title(?:\s[^<>]{0,200})?>([^<]{0,1000})<\/title>/i;
const heading = /<h1(?:\s[^<>]{0,300})?>/i;
const language = /<html\s[^<>]{0,300}?\blang=["']?([\w-]{2,20})/i;
const boxOfNotion = /<div class="checkbox checkbox-(on|off)"><\/div>/g;

/**
 * Takes the title, the language and the body out of a page of HTML. The heading that is the title is left out of the body. A part
 * of a page is all body.
 */
export function readHtmlPage(source: string): MarkdownFile {
  const from = /<body(?:\s[^<>]{0,1000})?>/i.exec(source);
  const head = from ? source.slice(0, from.index) : "";
  const inside = from ? source.slice(from.index + from[0].length) : source;
  const end = inside.search(/<\/body\s*>/i);
  const body = (end < 0 ? inside : inside.slice(0, end)).replace(
    boxOfNotion,
    (_, state: string) => `<input type="checkbox"${state === "on" ? " checked" : ""}>`,
  );
  const named = readPlainText(titleOfPage.exec(head)?.[1] ?? "");
  const { whole, words } = findHeading(body);
  const isTitle = from !== null && whole !== "" && (named === "" || readPlainText(words) === named);
  const title = isTitle ? readPlainText(words) : named;
  const fields = [
    ["title", title],
    ["lang", language.exec(head)?.[1] ?? ""],
  ] as const;
  return {
    fields: new Map(fields.filter(([, value]) => value !== "")),
    body: isTitle ? body.replace(whole, "") : body,
  };
}

/** The first heading, with its tags and without; empty where there is none. */
function findHeading(body: string): { readonly whole: string; readonly words: string } {
  const opening = heading.exec(body);
  const from = opening ? opening.index + opening[0].length : 0;
  const end = opening ? body.slice(from).search(/<\/h1>/i) : -1;
  if (!opening || end < 0) return { whole: "", words: "" };
  return {
    whole: body.slice(opening.index, from + end + "</h1>".length),
    words: body.slice(from, from + end),
  };
}
