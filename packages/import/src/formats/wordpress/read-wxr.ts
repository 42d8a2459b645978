import { SaxesParser, type SaxesTagPlain } from "saxes";
import { invalidImport } from "../../errors.ts";
import { XmlMender } from "../../feeds/mend-xml.ts";
import { importFormatLimits as limits } from "../../limits.ts";
import { WxrComments } from "./wxr-comments.ts";

/** A category, a tag or another term of an item. */
export interface WxrTerm {
  readonly domain: string;
  readonly name: string;
}

/** An item of a WXR file: texts by the names of their elements, each once. */
export interface WxrItem {
  readonly texts: ReadonlyMap<string, string>;
  readonly terms: readonly WxrTerm[];
  readonly meta: ReadonlyMap<string, string>;
  readonly oldSlugs: readonly string[];
  readonly comments: WxrComments;
}

export type WxrPart =
  | { readonly kind: "channel"; readonly name: string; readonly text: string }
  | { readonly kind: "item"; readonly item: WxrItem };

/**
 * Reads a WXR file, WordPress's form of RSS (its exporter is `wp-admin/includes/export.php`), item by item. Entities of a
 * document type are not expanded, and nothing is fetched.
 *
 * @param encoding the result of `detectEncoding`
 * @throws ImportError IMPORT_INVALID for a file that is cut off or not XML, and for an item that is too long
 */
export async function* readWxr(bytes: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<WxrPart> {
  const parser = new SaxesParser({ position: false });
  const reader = new WxrReader();
  let problem: Error | null = null;
  parser.on("opentag", (tag) => reader.open(tag as SaxesTagPlain));
  parser.on("closetag", () => reader.close());
  parser.on("text", (text) => reader.text(text));
  parser.on("cdata", (text) => reader.text(text));
  // Exports contain entities that XML does not define; saxes continues after them.
  parser.on("error", (error) => {
    // A page may end with a warning of its server, behind the export.
    if (!reader.isComplete && /unclosed|unexpected end|document must contain/i.test(error.message))
      problem = error;
  });
  const decoder = new TextDecoder(encoding);
  const mender = new XmlMender();
  const feed = (text: string) => {
    reader.fed += text.length;
    // saxes makes an error of each, which takes long for millions.
    parser.write(text.replace(notXml, ""));
    if (reader.fed > limits.rowLength) throw invalidImport("An entry of the file is too long.");
  };
  for await (const chunk of bytes) {
    feed(mender.add(decoder.decode(chunk, { stream: true })));
    yield* reader.take();
  }
  feed(mender.add(decoder.decode()) + mender.finish());
  parser.close();
  yield* reader.take();
  if (problem !== null || !reader.isComplete)
    throw invalidImport("The file is cut off or not XML.", problem ?? undefined);
}

/** Characters that XML 1.0 does not allow; exports contain some. */
const notXml = /[^\t\n\r -\ufffd]+/g;

interface ItemInProgress extends WxrItem {
  readonly texts: Map<string, string>;
  readonly terms: WxrTerm[];
  readonly meta: Map<string, string>;
  readonly oldSlugs: string[];
}

class WxrReader {
  /** Characters since the last item or text of the channel. */
  fed = 0;
  isComplete = false;
  readonly #path: string[] = [];
  #parts: WxrPart[] = [];
  #text = "";
  #item: ItemInProgress | null = null;
  #term: WxrTerm | null = null;
  #meta = { key: "", value: "" };

  *take(): Generator<WxrPart> {
    const parts = this.#parts;
    this.#parts = [];
    yield* parts;
  }

  open({ name, attributes }: SaxesTagPlain): void {
    if (this.#path.length > 64) throw invalidImport("The file is nested too deeply.");
    this.#path.push(name);
    this.#text = "";
    if (name === "item" && this.#path.length === 3)
      this.#item = {
        texts: new Map(),
        terms: [],
        meta: new Map(),
        oldSlugs: [],
        comments: new WxrComments(),
      };
    if (name === "category") this.#term = { domain: attributes.domain ?? "category", name: "" };
    if (name === "wp:postmeta") this.#meta = { key: "", value: "" };
    if (name === "wp:comment") this.#item?.comments.begin();
  }

  text(text: string): void {
    this.#text += text;
  }

  close(): void {
    const name = this.#path.pop() ?? "";
    const text = this.#text;
    this.#text = "";
    const depth = this.#path.length;
    const item = this.#item;
    if (depth === 0) this.isComplete = true;
    if (item === null) {
      if (depth === 2) this.#give({ kind: "channel", name, text: text.trim() });
    } else if (depth === 2) {
      this.#item = null;
      this.#give({ kind: "item", item });
    } else if (depth === 3) this.#endOfField(item, name, text);
    else if (this.#path[3] === "wp:postmeta") this.#endOfMeta(name, text);
    else if (depth === 4 && this.#path[3] === "wp:comment") item.comments.field(name, text);
  }

  #endOfField(item: ItemInProgress, name: string, text: string): void {
    if (name === "category") {
      if (this.#term) item.terms.push({ ...this.#term, name: text.trim() });
    } else if (name === "wp:postmeta") {
      const { key, value } = this.#meta;
      if (key === "_wp_old_slug") item.oldSlugs.push(value);
      else if (item.meta.size < 200) item.meta.set(key, value);
    } else if (name === "wp:comment") item.comments.end();
    else if (!item.texts.has(name)) item.texts.set(name, text);
  }

  #endOfMeta(name: string, text: string): void {
    if (name === "wp:meta_key") this.#meta.key = text;
    if (name === "wp:meta_value") this.#meta.value = text;
  }

  #give(part: WxrPart): void {
    this.#parts.push(part);
    this.fed = 0;
  }
}
