import type TurndownService from "turndown";
import { escapeStart, joinLines } from "./escape-text.ts";

/** Stands behind the blanks that end a line of code, so that they are not taken for those that end a line of text. */
export const lineEnd = "\uE001";

/** Rules for code, and for text whose lines and blanks count. */
export const codeRules: Readonly<Record<string, TurndownService.Rule>> = {
  inlineCode: {
    filter: (node) => /^(?:CODE|SAMP)$/.test(node.nodeName) && node.className !== "formula",
    replacement: (_content, node) => {
      const code = codeText(node);
      if (code.trim() === "") return code === "" ? "" : " ";
      if (node.nodeName === "CODE" && code.trim().includes("\n") && node.querySelector("br"))
        return fence(node);
      return node.querySelector("a[href]") ? linkedCode(node) : inlineCode(code);
    },
  },
  code: {
    filter: "pre",
    replacement: (content, node) => (isVerse(node) ? verse(content) : fence(node)),
  },
  formula: {
    filter: (node) => node.nodeName === "CODE" && /^formula(?: display)?$/.test(node.className),
    replacement: (_content, node) => formula(node.textContent, node.className === "formula display"),
  },
  // KaTeX and MathML write a formula in several forms, one of which is its source.
  mathematics: {
    filter: (node) => texOf(node) !== null,
    replacement: (_content, node) =>
      formula(texOf(node) ?? "", Boolean(node.closest(".katex-display")) || node.matches(".katex-display")),
  },
};

function formula(source: string, isDisplay: boolean): string {
  const tex = joinLines(source);
  if (tex === "") return "";
  return isDisplay ? `\n\n$$${tex}$$\n\n` : `$${tex}$`;
}

function texOf(node: HTMLElement): string | null {
  return node.nodeName === "X-FORMULA" ? (node.querySelector("code.tex")?.textContent ?? null) : null;
}

const blocks = /^(?:DIV|P|LI|TR|OL|UL|TABLE|PRE)$/;

/** The text of code, with a line for each of its blocks and breaks. */
function codeText(node: Node): string {
  let text = "";
  const add = (one: Node) => {
    if (one.nodeName === "X-NONE") return;
    if (one.nodeName === "BR") text += "\n";
    else if (one.nodeName === "IMG") text += (one as Element).getAttribute("alt") ?? "";
    else if (one.nodeType === 3) text += one.nodeValue ?? "";
    const isBlock = blocks.test(one.nodeName);
    if (isBlock && text !== "" && !text.endsWith("\n")) text += "\n";
    for (const child of Array.from(one.childNodes)) add(child);
    if (isBlock && !text.endsWith("\n") && one.nextSibling) text += "\n";
  };
  for (const child of Array.from(node.childNodes)) add(child);
  return text;
}

/** A poem, or a text that is only set as code is: it has links, which code can't have. */
function isVerse(node: HTMLElement): boolean {
  if (/(?:^|\s)wp-block-verse(?:\s|$)/.test(node.className)) return true;
  const isCode = Boolean(node.querySelector("code, table")) || languageOf(node) !== "";
  const leads = (link: Element) => !(link.getAttribute("href") ?? "#").startsWith("#");
  return (
    !isCode &&
    (Array.from(node.querySelectorAll("a[href]")).some(leads) || Boolean(node.querySelector("img")))
  );
}

function verse(content: string): string {
  const lines = content.replace(/^\n+/, "").trimEnd().split("\n");
  const shown = lines.map((line, at) => {
    const text = line.trim();
    if (text === "") return "";
    const indent = "\u00a0".repeat(/^[ \t\u00a0]*/.exec(line)?.[0].length ?? 0);
    const isLast = (lines[at + 1] ?? "").trim() === "";
    return `${indent}${at === 0 ? text : escapeStart(text)}${isLast ? "" : "  "}`;
  });
  return `\n\n${shown.join("\n").replace(/\n{3,}/g, "\n\n")}\n\n`;
}

/** A block of code with its language, by the classes that the highlighters of these years use. */
function fence(node: HTMLElement): string {
  const code = codeText(node)
    .replace(/\r\n?/g, "\n")
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => (line.trimEnd() === line ? line : `${line}${lineEnd}`))
    .join("\n");
  if (code.replaceAll(lineEnd, "").trim() === "") return "";
  const longest = Math.max(2, ...(code.match(/^ *`{3,}/gm) ?? []).map((run) => run.trim().length));
  const mark = "`".repeat(longest + 1);
  return `\n\n${mark}${languageOf(node)}\n${code}\n${mark}\n\n`;
}

const noLanguage = /^(?:none|plain|plaintext|text|generic|no-highlight|nohighlight)$/;
// Languages that highlighters name by a class of their own.
const bare =
  /(?:^|\s)(bash|c|clojure|cpp|csharp|css|diff|dockerfile|elixir|erlang|go|haskell|html|ini|java|javascript|js|json|jsx|kotlin|lisp|lua|makefile|markdown|nginx|perl|php|powershell|python|r|ruby|rust|scala|scss|sh|shell|sql|swift|toml|tsx|typescript|vim|xml|yaml)(?:\s|$)/;

function languageOf(node: HTMLElement): string {
  const inner = node.querySelector("code");
  const around = [node.parentElement, node.parentElement?.parentElement].filter((one) =>
    /^(?:DIV|FIGURE)$/.test(one?.nodeName ?? ""),
  );
  const hints = [node, inner, ...around].map((one) => one?.className ?? "").join(" ");
  const data = [inner, node].flatMap((one) =>
    ["data-lang", "data-language", "data-enlighter-language", "data-code-block-lang", "lang"].map((name) =>
      one?.getAttribute(name),
    ),
  );
  const [, named] = /(?:^|\s)(?:language-|lang[:-]|brush:\s*|highlight-source-)([\w+#-]+)/.exec(hints) ?? [];
  const alone = /(?:^|\s)(?:hljs|highlight|prettyprint|sourceCode|prism|codehilite)(?:\s|$)/.test(hints)
    ? bare.exec(hints)?.[1]
    : undefined;
  const language = named ?? data.find((one) => one && /^[\w+#-]+$/.test(one)) ?? alone ?? "";
  return noLanguage.test(language) ? "" : language;
}

function inlineCode(text: string): string {
  const line = text.replace(/\s+/g, " ");
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length));
  const mark = "`".repeat(longest + 1);
  const space =
    /^`|`$/.test(line) || (line.trim() !== "" && /^ /.test(line) && line.endsWith(" ")) ? " " : "";
  return `${mark}${space}${line}${space}${mark}`;
}

/** Code with links in it: the links stand around parts of it. */
function linkedCode(node: HTMLElement): string {
  const parts = Array.from(node.childNodes).map((child) => {
    const text = codeText({ childNodes: [child] } as unknown as Node);
    const href = child.nodeName === "A" ? (child as Element).getAttribute("href") : null;
    if (text.trim() === "") return text;
    return href && !href.startsWith("#") ? `[${inlineCode(text)}](${href})` : inlineCode(text);
  });
  return joinLines(parts.join(""));
}
