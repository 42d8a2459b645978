import { QuoteType, Tokenizer } from "htmlparser2";

/** The events of a page, in their order. Names are in lower case. */
export interface TagHandler {
  /** @param attributes those that are asked for; the first of a name */
  onOpen(name: string, attributes: Attributes, isSelfClosed: boolean): void;
  onClose(name: string): void;
  onText(text: string): void;
  /** Whether the rest of the page is of no use. */
  isOver(): boolean;
  /** Whether an element is inside of SVG or MathML, which have other rules. */
  isForeign(): boolean;
}

export type Attributes = ReadonlyMap<string, string>;

// No element of HTML has a longer name, and a longer address is ignored.
const nameLength = 64;
const valueLength = 2_048;

/**
 * Reads the tags and texts of HTML, one after the other: no tree is built and no element is kept after it was read, so that
 * time and memory depend on the length of the text only.
 *
 * @param wanted the attributes that are read, each up to 2,048 characters; a longer one is left out, but for `class`, which
 *   is cut
 */
export function readTags(html: string, wanted: ReadonlySet<string>, handler: TagHandler): void {
  let tag = "";
  let attributes = new Map<string, string>();
  /** The attribute that is read now; "" for one that is not wanted. */
  let attribute = "";
  let value = "";
  const nameAt = (start: number, end: number) =>
    html.slice(start, Math.min(end, start + nameLength)).toLowerCase();
  const addToValue = (text: string) => {
    if (attribute !== "" && value.length <= valueLength) value += text;
  };
  const open = (isSelfClosed: boolean) => {
    handler.onOpen(tag, attributes, isSelfClosed);
    attributes = new Map();
    if (handler.isOver()) tokenizer.pause();
  };
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname(start, end) {
        tag = nameAt(start, end);
        if (attributes.size > 0) attributes = new Map();
      },
      onattribname(start, end) {
        const name = nameAt(start, end);
        attribute = wanted.has(name) && !attributes.has(name) ? name : "";
        value = "";
      },
      onattribdata(start, end) {
        addToValue(html.slice(start, Math.min(end, start + valueLength + 1)));
      },
      onattribentity(codePoint) {
        addToValue(String.fromCodePoint(codePoint));
      },
      onattribend(quote) {
        if (attribute === "") return;
        if (value.length <= valueLength) attributes.set(attribute, quote === QuoteType.NoValue ? "" : value);
        else if (attribute === "class") attributes.set(attribute, value.slice(0, valueLength));
      },
      onopentagend: () => open(false),
      onselfclosingtag: () => open(true),
      onclosetag: (start, end) => handler.onClose(nameAt(start, end)),
      ontext: (start, end) => handler.onText(html.slice(start, end)),
      ontextentity: (codePoint) => handler.onText(String.fromCodePoint(codePoint)),
      oncdata() {},
      oncomment() {},
      ondeclaration() {},
      onprocessinginstruction() {},
      onend() {},
      isInForeignContext: () => handler.isForeign(),
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}
