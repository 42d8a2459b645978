/** Markup that is safe to send: made by `html`, or marked by `raw` after it was sanitised. */
export class Html {
  readonly #markup: string;

  constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

/** Attributes for a tag, made by `attributes`. */
class Attributes extends Html {}

/** A value in a template. Text is escaped, lists are joined; null, undefined and false write nothing. */
export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

/** The place of a value: between tags, in quotes, at the start of an attribute that holds a URL, or bare in a tag. */
type Slot = "text" | "attribute" | "url" | "tag";

const templates = new WeakMap<TemplateStringsArray, { parts: string[]; slots: Slot[] }>();
const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};
const urlNames = /^(href|src|action|formaction)$/;

/** Text for HTML, between tags or in quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? "");
}

/** Text for a `pre` or `textarea`: a parser drops a line break right after the tag, so a first one is doubled. */
export function preformatted(text: string): string {
  return text.startsWith("\n") ? `\n${text}` : text;
}

/** Marks markup as safe. Only for the output of a sanitiser, or of this program. */
export function raw(markup: string): Html {
  return new Html(markup);
}

/**
 * HTML with every value escaped. Line breaks and indentation of the template are dropped between tags.
 *
 * @throws TypeError for a value in a tag that is neither in double quotes nor made by `attributes`
 */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  const { parts, slots } = templates.get(strings) ?? compile(strings);
  let markup = parts[0] ?? "";
  for (const [index, slot] of slots.entries())
    markup += write(values[index], slot) + (parts[index + 1] ?? "");
  return new Html(markup);
}

/** Attributes for `<tag ${attributes({…})}>`: true writes the bare name, null, undefined and false nothing. */
export function attributes(
  values: Readonly<Record<string, string | number | boolean | null | undefined>>,
): Html {
  const written = Object.entries(values).flatMap(([name, value]) => {
    if (value === null || value === undefined || value === false) return [];
    return `${name}="${value === true ? "" : write(value, urlNames.test(name) ? "url" : "attribute")}"`;
  });
  return new Attributes(written.join(" "));
}

function compile(strings: TemplateStringsArray): { parts: string[]; slots: Slot[] } {
  const source = strings.join("\0").trim();
  const parts = source
    .replace(/(?<!\s)\s*\n\s*/g, (_, at: number) => (tagAt(source.slice(0, at)) === null ? "" : " "))
    .split("\0");
  const slots = parts.slice(1).map((_, index) => slotAfter(parts.slice(0, index + 1).join("")));
  templates.set(strings, { parts, slots });
  return { parts, slots };
}

/** The unfinished tag at the end of some markup; null between tags. */
function tagAt(markup: string): string | null {
  const start = markup.lastIndexOf("<");
  return start > markup.lastIndexOf(">") ? markup.slice(start) : null;
}

function slotAfter(markup: string): Slot {
  const tag = tagAt(markup);
  if (tag === null) return "text";
  const [, name, before] = /\s([\w:-]+)="([^"]*)$/.exec(tag) ?? [];
  if (name === undefined) return "tag";
  return before === "" && urlNames.test(name) ? "url" : "attribute";
}

function write(value: HtmlValue, slot: Slot): string {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Attributes !== (slot === "tag"))
    throw new TypeError(`There is no place here for ${value}.`);
  if (slot === "tag") return String(value);
  if (slot === "text" && value instanceof Html) return String(value);
  if (slot === "text" && Array.isArray(value)) return value.map((one) => write(one, slot)).join("");
  if (typeof value === "object") throw new TypeError("An attribute holds text alone.");
  const isScript = slot === "url" && URL.parse(String(value))?.protocol === "javascript:";
  return isScript ? "about:blank" : escapeHtml(String(value));
}
