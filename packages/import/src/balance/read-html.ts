import MarkdownIt from "markdown-it";
import { asciiLower } from "../ascii-lower.ts";
import type { VisibleText } from "./source-text.ts";

const { utils } = new MarkdownIt();

/** Entities that HTML also reads without a semicolon (html.spec.whatwg.org/multipage/named-characters.html). */
const bare =
  /^&(?:amp|copy|gt|laquo|lt|middot|nbsp|not|para|quot|raquo|reg|sect|shy|szlig|[aeiouAEIOU](?:acute|circ|grave|uml)|[anoANO]tilde|[cC]cedil)/;

/** Text without its entities. */
const decode = (text: string): string =>
  text.replace(/&(?:#\w{1,8}|[a-z]\w{0,40});?/gi, (entity) => {
    const decoded = utils.unescapeAll(entity);
    return decoded !== entity ? decoded : entity.replace(bare, (name) => utils.unescapeAll(`${name};`));
  });

/**
 * The text that a visitor could read of HTML. It is no parser of HTML but a scan of its tags, and knows nothing of the converter: what a
 * parser drops by a mistake of the author (`<?php` in a block of code, an unclosed `<script>`) is counted here.
 */
export function readHtml(html: string): VisibleText {
  const reader = new HtmlReader();
  const lower = asciiLower(html);
  const without = new Set<string>();
  /** The next position of a mark; -1 without one. Each is looked for in vain once, so that the time is linear. */
  const find = (mark: string, from: number): number => {
    const found = without.has(mark) ? -1 : lower.indexOf(mark, from);
    if (found === -1) without.add(mark);
    return found;
  };
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    if (open === -1) break;
    reader.addText(html.slice(at, open));
    const mark = readMark(html, open, { isInCode: reader.isInCode, find });
    if (mark === null) {
      reader.addText("<");
      at = open + 1;
      continue;
    }
    at = mark.end;
    if (!("name" in mark)) continue;
    const isWhole = !mark.isEnd && (unread.has(mark.name) || mark.name === "xmp");
    const end = isWhole ? find(`</${mark.name}`, at) : -1;
    if (end === -1) reader.addTag(mark);
    else {
      if (mark.name === "xmp") reader.addCode(html.slice(at, end));
      at = end;
    }
  }
  reader.addText(html.slice(at));
  return reader.finish();
}

interface Tag {
  readonly name: string;
  readonly isEnd: boolean;
  readonly attributes: string;
  readonly end: number;
}

/** Elements whose content nobody reads on the page: programs, and what stands in where a browser lacks something. */
const unread = new Set(
  "script style template noscript svg canvas iframe object video audio select option button title head".split(
    " ",
  ),
);

/** Elements within a line. Any other separates words. */
const inline = new Set(
  "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q ruby s samp small span strike strong sub sup time tt u var wbr mn mi mo mrow math semantics annotation".split(
    " ",
  ),
);

/** In code, a word in angle brackets is a tag only where HTML has it: `List<String>` has none. */
const known = new Set(
  "address article aside blockquote body br center col colgroup dd details dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr html img input legend li link main map menu meta nav ol p param picture pre rb rp rt rtc section source summary table tbody td textarea tfoot th thead tr ul iframe object video audio embed".split(
    " ",
  ),
);

/** A tag, or something else in angle brackets; null for a `<` that is text. */
function readMark(
  html: string,
  open: number,
  { isInCode, find }: { isInCode: boolean; find: (mark: string, from: number) => number },
): Tag | { readonly end: number } | null {
  const next = html[open + 1] ?? "";
  if (next === "!") {
    const isComment = html.startsWith("<!--", open);
    const end = find(isComment ? "-->" : ">", open);
    return end === -1 ? null : { end: end + (isComment ? 3 : 1) };
  }
  if (next === "?") {
    if (isInCode) return null;
    const end = find(">", open);
    return end === -1 ? null : { end: end + 1 };
  }
  const isEnd = next === "/";
  const from = open + (isEnd ? 2 : 1);
  tagName.lastIndex = from;
  const name = tagName.exec(html)?.[0].toLowerCase();
  if (name === undefined) return null;
  if (isInCode && !inline.has(name) && !known.has(name)) return null;
  const end = endOfTag(html, from + name.length);
  return end === -1 ? null : { name, isEnd, attributes: html.slice(from + name.length, end - 1), end };
}

const tagName = /[a-z][a-z\d:-]{0,60}/iy;
const sign = /[<>"']/g;

const longestRest = 300; // of a tag that another one follows

/** The position behind the `>` of a tag, which may stand in quotes, too; -1 where it does not end. */
function endOfTag(html: string, from: number): number {
  let at = from;
  let isQuoted = false;
  let last = html.length;
  for (;;) {
    sign.lastIndex = at;
    const found = sign.exec(html);
    if (!found) return -1;
    if (found[0] === "<") {
      // Behind a value in quotes it is a part of the tag, which was never closed.
      if (!isQuoted || found.index > last) return -1;
      last = Math.min(last, found.index + longestRest);
      at = found.index + 1;
      continue;
    }
    if (found[0] === ">") return found.index > last ? -1 : found.index + 1;
    if (found.index > last) return -1;
    // A quote that begins no value is a part of a name.
    const isValue = /=\s?$/.test(html.slice(Math.max(from, found.index - 2), found.index));
    const close = isValue ? html.indexOf(found[0], found.index + 1) : -1;
    isQuoted ||= close !== -1;
    at = (close === -1 ? found.index : close) + 1;
  }
}

/** The buttons and times of Ghost's players, the fields and messages of its forms, and the name and size of a file below its title. */
const controls =
  /\sclass\s?=\s?["'](?:[\w-]{1,80}\s){0,10}kg-(?:audio-player|audio-thumbnail|video-overlay|video-player-container|signup-card-(?:fields|success|error)|file-card-metadata)(?=["'\s])/i;
const hides = /\shidden(?=[\s=/]|$)|aria-hidden\s?=\s?["']?true|display:\s?none/i;
const isHidden = (attributes: string) => hides.test(attributes) || controls.test(attributes);
const alt = /\salt\s?=\s?(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const toPart = /\shref\s?=\s?["']?#/i;

class HtmlReader {
  readonly #parts: string[] = [];
  readonly #code: string[] = [];
  /** The position at which a block of code began among the parts; null outside of one. */
  #codeFrom: number | null = null;
  #tables = 0;
  /** An element that is not shown: where it began among the parts, and how many of its name are open. */
  #hidden: { readonly name: string; readonly from: number; depth: number } | null = null;
  #linkFrom: number | null = null;
  #linkEnd: number | null = null;
  #formula: { readonly from: number; source: string | null; sourceFrom: number } | null = null;

  get isInCode(): boolean {
    return this.#codeFrom !== null;
  }

  addText(text: string): void {
    if (text !== "") this.#parts.push(decode(text));
  }

  addCode(code: string): void {
    this.#parts.push("\n", code, "\n");
    this.#code.push(code);
  }

  addTag({ name, isEnd, attributes }: Tag): void {
    if (name === "img") this.#parts.push(" ", this.#altOf(attributes), " ");
    else if (name === "br") this.#parts.push("\n");
    else if (!inline.has(name) || attributes.includes("kg-bookmark-")) this.#parts.push("\n");
    // Links side by side are apart on a page.
    if (name === "a" && !isEnd && this.#linkEnd === this.#parts.length) this.#parts.push(" ");
    if (isEnd) this.#close(name);
    else this.#open(name, attributes);
    if (name === "a" && isEnd) this.#linkEnd = this.#parts.length;
  }

  #altOf(attributes: string): string {
    const [, ...values] = alt.exec(attributes) ?? [];
    return decode(values.find((value) => value !== undefined) ?? "");
  }

  #open(name: string, attributes: string): void {
    const at = this.#parts.length;
    if (this.#hidden?.name === name) this.#hidden.depth += 1;
    else if (this.#hidden === null && name !== "img" && name !== "br" && isHidden(attributes))
      this.#hidden = { name, from: at, depth: 1 };
    if (name === "pre" || name === "listing") this.#codeFrom ??= at;
    else if (name === "table") this.#tables += 1;
    else if (name === "a") this.#linkFrom = toPart.test(attributes) ? at : null;
    else if (name === "math") this.#formula ??= { from: at, source: null, sourceFrom: at };
    else if (name === "annotation" && this.#formula) this.#formula.sourceFrom = at;
  }

  #close(name: string): void {
    if (this.#hidden?.name === name) {
      this.#hidden.depth -= 1;
      if (this.#hidden.depth === 0) {
        this.#take(this.#hidden.from);
        this.#hidden = null;
      }
    }
    if (name === "pre" || name === "listing") {
      const code = this.#codeFrom === null ? "" : this.#parts.slice(this.#codeFrom).join("");
      // A cell of a table has one line.
      if (code.trim() !== "" && this.#tables === 0 && this.#hidden === null) this.#code.push(code);
      this.#codeFrom = null;
    } else if (name === "table") this.#tables = Math.max(0, this.#tables - 1);
    else if (name === "a" && this.#linkFrom !== null) {
      // The number of a note, and the way back from it.
      const text = this.#parts.slice(this.#linkFrom).join("");
      if (/^(?:[\P{L}]{0,8}|back|return)$/iu.test(text.trim())) this.#take(this.#linkFrom);
      this.#linkFrom = null;
    } else if (name === "annotation" && this.#formula)
      this.#formula.source = this.#parts.slice(this.#formula.sourceFrom).join("");
    else if (name === "math" && this.#formula) {
      const { from, source } = this.#formula;
      if (source !== null) {
        this.#take(from);
        this.#parts.push(" ", source, " ");
      }
      this.#formula = null;
    }
  }

  /** Removes the parts from a position on. */
  #take(from: number): void {
    this.#parts.splice(from);
  }

  finish(): VisibleText {
    return { text: this.#parts.join(""), code: this.#code };
  }
}
