import { type DefaultTreeAdapterMap, parse, parseFragment } from "parse5";

type Node = DefaultTreeAdapterMap["childNode"];

/** An element of a page, as a browser's parser has it. */
export interface HtmlElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** With the text of what is inside it. */
  readonly text: string;
}

/** Every element of a page or a part of one, in the order of its markup. */
export function readHtml(html: string): HtmlElement[] {
  const { childNodes } = /^<!doctype/i.test(html) ? parse(html) : parseFragment(html);
  return childNodes.flatMap(elementsIn);
}

function elementsIn(node: Node): HtmlElement[] {
  if (!("tagName" in node)) return [];
  const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
  return [
    { tag: node.tagName, attributes, text: textIn(node) },
    ...node.childNodes.flatMap((child) => elementsIn(child)),
  ];
}

function textIn(node: Node): string {
  if ("childNodes" in node) return node.childNodes.map(textIn).join("");
  return "value" in node ? node.value : "";
}
