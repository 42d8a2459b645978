import { escapeText, linesToHtml, mendReferences } from "./feed-text.ts";
import { plainText, plainTextOfHtml } from "./plain-text.ts";
import { childOf, htmlOf, textOf, type XmlElement } from "./xml-elements.ts";

/** The texts that podcasts and films have beside those of a feed: mostly plain, with line breaks and addresses. */
const mostlyPlain = /^(?:media|itunes|googleplay):/;

/** The content of an element as HTML, untrusted: of Atom by its type, of RSS as it is, since its descriptions are HTML. "" for none. */
export function contentOf(element: XmlElement): string {
  const type = typeOf(element);
  if (type === "xhtml" || hasMarkup(element)) return htmlOf(element).trim();
  const text = mendReferences(decoded(element, type));
  if (mostlyPlain.test(element.name))
    return type === "html" || /<[a-z/]/i.test(text) ? text : linesToHtml(text);
  return element.name.startsWith("atom:") && type === "text" ? escapeText(text) : text;
}

/** The title of a feed or an entry as one line of plain text. */
export function titleOf(element: XmlElement): string {
  const title = childOf(element, "title", "atom:title", "dc:title", "media:title", "itunes:title");
  if (title === null) return "";
  const type = typeOf(title);
  if (hasMarkup(title)) return type === "xhtml" ? plainTextOfHtml(htmlOf(title)) : plainText(markupOf(title));
  const text = decoded(title, type) || textOf(title).trim();
  if (!title.name.startsWith("atom:")) return plainText(text);
  // In Atom, the type of a text is declared; in RSS it is unknown.
  return type === "html" ? plainTextOfHtml(text) : plainText(escapeText(text));
}

type TextType = "text" | "html" | "xhtml" | "bytes" | "other";

/** The type of a text: one of Atom's names, or a media type, as Atom 0.3 has them. */
function typeOf({ attributes }: XmlElement): TextType {
  const written = (attributes.get("type") ?? "").trim().toLowerCase();
  if (written === "" || written === "text" || written === "plain" || written === "text/plain") return "text";
  if (/xhtml/.test(written)) return "xhtml";
  if (written === "html" || written === "text/html") return "html";
  return /^(?!text\/)[\w.+-]+\/[\w.+-]+$/.test(written) && !/xml$/.test(written) ? "bytes" : "other";
}

/** The text of an element, out of base64 if it is written in that: Atom says so for bytes. */
function decoded(element: XmlElement, type: TextType): string {
  const text = textOf(element).trim();
  const mode = element.attributes.get("mode") ?? element.attributes.get("encoding") ?? "";
  const isOfBytes = mode.toLowerCase() === "base64" || (type === "bytes" && element.name.startsWith("atom:"));
  if (!isOfBytes || !/^[\w+/\s-]+={0,2}$/.test(text)) return text;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(text, "base64")).trim();
  } catch {
    // A picture, or text that only looks like it.
    return mode === "" ? "" : text;
  }
}

const hasMarkup = (element: XmlElement) => element.children.some((child) => typeof child !== "string");

/** Elements within a title: those that HTML does not have were words in angle brackets, and have no end. */
function markupOf(element: XmlElement): string {
  return element.children
    .map((child) => {
      if (typeof child === "string") return escapeText(child);
      const name = child.name.slice(child.name.indexOf(":") + 1);
      const isWord = plainTextOfHtml(`<${name}>`) !== "";
      return isWord
        ? `${escapeText(`<${name}>`)}${markupOf(child)}`
        : `<${name}>${markupOf(child)}</${name}>`;
    })
    .join("");
}
