import { attributesOf, linkTo, pictureOf } from "../written-links.ts";
import { replaceBetween } from "./replace-between.ts";

type Attributes = ReadonlyMap<string, string>;
type Kind = "note" | "folded" | "code" | "formula" | "tab" | "button" | "quote";

const kinds: Readonly<Record<Kind, readonly string[]>> = {
  note: [
    "admonition",
    "alert",
    "attention",
    "callout",
    "caution",
    "danger",
    "hint",
    "important",
    "info",
    "note",
    "notice",
    "pageinfo",
    "tip",
    "warning",
  ],
  folded: ["details", "expand", "collapse", "spoiler", "fold", "accordion-item", "accordionitem"],
  code: [
    "code-toggle",
    "code",
    "codeblock",
    "code-block",
    "console",
    "command",
    "terminal",
    "mermaid",
    "chart",
    "echarts",
    "plantuml",
    "graphviz",
  ],
  formula: ["katex", "math", "mathjax", "latex"],
  tab: ["tab", "tab-item", "tabitem"],
  button: ["button"],
  quote: ["quote", "blockquote"],
};

const kindOf: ReadonlyMap<string, Kind> = new Map(
  Object.entries(kinds).flatMap(([kind, names]) => names.map((name) => [name, kind as Kind])),
);

const open = /\{\{[<%][ \t]{0,9}(?<name>[a-z][\w-]{0,40})(?:[ \t]([^{}\n]{0,500}?))?(?<!\/)[>%]\}\}/gi;
const close = /\{\{[<%][ \t]{0,9}\/[ \t]{0,9}(?<name>[a-z][\w-]{0,40})[ \t]{0,9}[>%]\}\}/gi;

/** Pairs of shortcodes of Hugo and of its themes: notes, folded texts, tabs, code, formulas, buttons, quotes. */
export function convertHugoBlocks(text: string): string {
  if (!text.includes("{{")) return text;
  return replaceBetween(text, open, close, convertPair, kindOf);
}

function convertPair(inside: string, [, name = "", options = ""]: RegExpExecArray, next: string): string {
  const kind = kindOf.get(name.toLowerCase());
  const attributes = attributesOf(options);
  if (kind === "code") return toFence(inside, languageOf(name, attributes, inside), next);
  if (kind === "formula") return toFormula(inside, next);
  // A pair of the same name does not stand inside, so that this comes to an end after as many steps as there are names.
  const words = convertHugoBlocks(inside).trim();
  if (kind === "note") return toQuote([`**${headOf(name, attributes)}**`, words], next);
  if (kind === "quote") return toQuote([words, sourceOf(attributes)], next);
  const address = addressOf(attributes);
  if (kind === "button") return words === "" || address === "" ? words : linkTo(address, words);
  const language = attributes.get("lang") ?? attributes.get("language") ?? "";
  const isCode = kind === "tab" && language !== "" && !/^[ \t]*(?:```|~~~)/m.test(inside);
  const title = titleOf(attributes);
  const head = title === "" ? "" : `**${escaped(title)}**\n${next.trimEnd()}\n${next}`;
  return `${head}${isCode ? toFence(inside, language, next) : `${words}\n`}`;
}

const escaped = (words: string) => words.replaceAll("*", "\\*");

/** The title of a folded text or of a tab. */
function titleOf(attributes: Attributes): string {
  const named = ["summary", "title", "name", "header", "label", "0"];
  return named.map((name) => attributes.get(name)?.trim() ?? "").find((one) => one !== "") ?? "";
}

const addressOf = (attributes: Attributes): string =>
  ["href", "link", "url", "relref", "ref", "0"]
    .map((name) => attributes.get(name) ?? "")
    .find((one) => /^[^\s"'<>]+$/.test(one)) ?? "";

const isKind =
  /^(?:abstract|bug|caution|danger|error|example|failure|important|info|note|question|success|summary|tip|todo|warning)$/i;

/** The words above a note: its title, or its kind. */
function headOf(name: string, attributes: Attributes): string {
  const words = (one: string) => attributes.get(one)?.trim() ?? "";
  const numbered = [words("0"), words("1")];
  const kind =
    [words("type"), words("style"), numbered[0] ?? "", name].find((one) => isKind.test(one)) ?? "note";
  const title = words("title") || words("heading") || numbered.find((one) => /\s/.test(one));
  return title ? escaped(title) : `${kind.charAt(0).toUpperCase()}${kind.slice(1).toLowerCase()}`;
}

/** Lines as a quote; in an item of a list they begin where its text does. */
function toQuote(parts: readonly string[], next: string): string {
  const lines = parts
    .filter((part) => part !== "")
    .join("\n\n")
    .split("\n");
  return `${lines.map((line) => `> ${line}`.trimEnd()).join(`\n${next}`)}\n`;
}

function sourceOf(attributes: Attributes): string {
  const words = ["author", "source", "cite"].flatMap((name) => attributes.get(name) ?? []).join(", ");
  const address = attributes.get("url") ?? attributes.get("link") ?? "";
  const shown = address === "" ? words : linkTo(address, words || address);
  return shown === "" ? "" : `— ${shown}`;
}

/** The language of code, as its shortcode says; that of a configuration is seen. */
function languageOf(name: string, attributes: Attributes, code: string): string {
  if (/^(?:mermaid|plantuml|graphviz)$/i.test(name)) return name.toLowerCase();
  const said = attributes.get("lang") ?? attributes.get("language") ?? attributes.get("0") ?? "";
  const [, extension = ""] =
    /\.(\w{1,10})$/.exec(attributes.get("file") ?? attributes.get("filename") ?? "") ?? [];
  const language = said || extension;
  if (/^[\w+#-]{1,30}$/.test(language)) return language;
  if (!/^code-toggle$/i.test(name)) return "";
  const text = code.trimStart();
  return text.startsWith("{") ? "json" : /^[^\n]{0,200}=|^\[/.test(text) ? "toml" : "yaml";
}

/** A block of code, whose bytes stay. */
export function toFence(code: string, language: string, next: string): string {
  const longest = Math.max(2, ...(code.match(/^ *`{3,}/gm) ?? []).map((run) => run.trim().length));
  const mark = "`".repeat(longest + 1);
  return `${mark}${language}\n${linesOf(code)}\n${next}${mark}`;
}

/** The lines of code between two marks, without the rest of the lines of these. */
const linesOf = (code: string): string => code.replace(/^[ \t]*\n|\n[ \t>]*$/g, "");

function toFormula(tex: string, next: string): string {
  return tex.trim().includes("\n") ? `$$\n${linesOf(tex)}\n${next}$$` : `$${tex.trim()}$`;
}

/** Marks that only arrange what stands between them, and pictures without words. */
const arranging =
  /\{\{[<%][ \t]{0,9}\/?[ \t]{0,9}(?:tabs|tabpane|tab-group|steps|columns?|col|row|cards|gallery|grid|lead|center|left|right|accordion|expand-group|rawhtml|html|section|wrapper|timeline|icon|fa|filetree\/container)(?:[ \t][^{}\n]{0,500}?)?\/?[>%]\}\}/gi;

/** Marks of words in a frame, and marks without words. */
const framing = /\{\{[<%][ \t]{0,9}\/?[ \t]{0,9}(?:badge|term|kbd|katex|math)[ \t]{0,9}[>%]\}\}/gi;

const single =
  /\{\{[<%][ \t]{0,9}(card|badge|term|kbd|filetree\/folder|filetree\/file|bilibili|tencent)[ \t]([^{}\n]{1,500}?)\/?[>%]\}\}/gi;

/** Shortcodes of Hugo's themes that stand alone: cards, words in a frame, files of a tree, films. */
export function convertHugoWords(prose: string): string {
  if (!prose.includes("{{")) return prose;
  return prose
    .replace(/\{\{[<%][ \t]{0,9}\/[ \t]{0,9}(?:card|filetree\/folder)[ \t]{0,9}[>%]\}\}/gi, "")
    .replace(arranging, "")
    .replace(framing, "")
    .replace(single, (whole, name: string, options: string) => {
      const attributes = attributesOf(options);
      const first = attributes.get("0") ?? "";
      switch (name.toLowerCase()) {
        case "card":
          return toCard(attributes) || whole;
        case "filetree/folder":
        case "filetree/file":
          return `- ${attributes.get("name") ?? first}`;
        case "bilibili":
          return /^\w+$/.test(first) ? `<https://www.bilibili.com/video/${first}/>` : whole;
        case "tencent":
          return /^\w+$/.test(first) ? `<https://v.qq.com/x/page/${first}.html>` : whole;
        default:
          return attributes.get("content") ?? (first || whole);
      }
    });
}

function toCard(attributes: Attributes): string {
  const of = (name: string) => attributes.get(name)?.trim() ?? "";
  const [title, address] = [of("title"), of("link") || of("href")];
  const head = address === "" ? title : linkTo(address, title || address);
  const picture = pictureOf({ address: of("image"), alt: title, caption: "" });
  const words = [head, of("subtitle")].filter((one) => one !== "").join(" – ");
  return words === "" ? "" : `${picture}- ${words}`;
}
