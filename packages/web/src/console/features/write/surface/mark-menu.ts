import type { Completion, CompletionSource } from "@codemirror/autocomplete";
import { escapeLabel } from "../../../publications/referenced-files.ts";
import { isLiteral } from "./slash-menu.ts";

/** The beginning of a name or of a tag, without its sign. */
export interface Mark {
  readonly sign: "@" | "#";
  readonly word: string;
}

/** Somebody whom the owner can name in a text. */
export interface KnownPerson {
  readonly title: string | null;
  readonly url: string;
}

/** Names that begin with a mark. */
export interface MarkServices {
  /** People for a word, those whom the owner follows first; for no word, some of these. */
  readonly findPeople: (word: string) => Promise<readonly KnownPerson[]>;
  /** Tags that posts have, without their sign. */
  readonly findTags: (word: string) => Promise<readonly string[]>;
}

/**
 * The end of a line before the cursor that begins a name or a tag. A tag begins where the node finds tags: not inside a word. A name
 * may also follow a character of a script that is written without spaces. A `#` alone begins a heading.
 */
export function readMark(line: string): Mark | null {
  const name =
    /(?<![\p{M}\p{N}_&/#@.\\]|(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])\p{L})@([\p{L}\p{M}\p{N}_.-]{0,40})$/u.exec(
      line,
    );
  if (name) return { sign: "@", word: name[1] ?? "" };
  const tag = /(?<![\p{L}\p{M}\p{N}_&/#@.\\])#([\p{L}\p{M}\p{N}_]{1,64})$/u.exec(line);
  return tag && { sign: "#", word: tag[1] ?? "" };
}

/** Whether a word is the beginning of a word of the name, or of the site's host. */
export function isNamed({ title, url }: KnownPerson, word: string): boolean {
  const wanted = word.toLowerCase();
  const words = [title?.toLowerCase() ?? "", ...(title?.toLowerCase().split(/\s+/) ?? []), hostOf(url)];
  return words.some((each) => each.startsWith(wanted));
}

/** A person as a text names them: a link to their site. */
export function writePerson({ title, url }: KnownPerson): string {
  return `[@${escapeLabel(title || hostOf(url))}](${url.replace(/\/?$/, "/")})`;
}

/** People after an `@`, tags after a `#`. */
export function markSource({ findPeople, findTags }: MarkServices): CompletionSource {
  const find = async ({ sign, word }: Mark): Promise<readonly Completion[]> => {
    if (sign === "#") return (await findTags(word)).map((tag) => ({ label: `#${tag}` }));
    return (await findPeople(word)).map((person) => ({
      label: person.title || hostOf(person.url),
      detail: hostOf(person.url),
      apply: writePerson(person),
    }));
  };
  return (context) => {
    const { state, pos } = context;
    const mark = readMark(state.sliceDoc(state.doc.lineAt(pos).from, pos));
    if (!mark || isLiteral(context)) return null;
    const from = pos - mark.word.length - 1;
    return find(mark).then(
      (options) => (options.length > 0 ? { from, options, filter: false } : null),
      // Without an answer of the node, one goes on writing.
      () => null,
    );
  };
}

const hostOf = (url: string): string => new URL(url).host;
