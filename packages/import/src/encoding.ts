import { KiB } from "@freehold/protocol/internal";
import { guessEncoding } from "./guess-encoding.ts";

const sampleBytes = 256 * KiB; // of a text that names no encoding, the part by which one is found
const sevenBit = /^(iso-2022-\w+|hz-gb-2312)$/i;
// A share of damaged characters with which a text is still UTF-8: one of a plugin, or of a cut text.
const damaged = 0.1;

/** An encoding of a text, and whether only its bytes tell it. */
export interface FoundEncoding {
  /** As `TextDecoder` takes it. */
  readonly name: string;
  readonly isGuessed: boolean;
}

/** The encoding of a file by its first bytes: a byte order mark, or the zeros of UTF-16 in its first two letters. */
function encodingOfMark([first, second, third, fourth = 0]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  // One zero is a damaged letter.
  if (first !== undefined && first !== 0 && second === 0 && fourth === 0) return "utf-16le";
  return first === 0 && second !== undefined && second !== 0 && (third ?? 0) === 0 ? "utf-16be" : null;
}

/** The encoding that an XML declaration or a `<meta>` of HTML names in the first 1,024 bytes; null for none. */
function declaredEncoding(beginning: Uint8Array): string | null {
  const head = Buffer.from(beginning.subarray(0, 1_024)).toString("latin1");
  return (
    /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w:.-]+)/i.exec(head)?.[1] ??
    /<meta\s[^>]{0,400}?charset\s*=\s*["']?([\w:.-]+)/i.exec(head)?.[1] ??
    null
  );
}

/** Counts what bytes would be as UTF-8, piece by piece. */
class Utf8Count {
  readonly #decoder = new TextDecoder("utf-8");
  damaged = 0;
  others = 0;

  add(bytes?: Uint8Array): void {
    const text = bytes ? this.#decoder.decode(bytes, { stream: true }) : this.#decoder.decode();
    for (const [sign] of text.matchAll(/[^\0-\x7f]/g)) {
      if (sign === "\ufffd") this.damaged += 1;
      else this.others += 1;
    }
  }
}

/**
 * The encoding of a text: by its byte order mark, then UTF-8 where its bytes are that, whatever else is said of them, then as it is
 * declared, then as it seems by its bytes, then windows-1252. A few damaged characters make no other encoding of a text in UTF-8.
 *
 * @param text.declared the names that are given to it, the most important one first
 * @param text.sample a part of it
 */
function chooseEncoding(
  beginning: Uint8Array,
  { damaged: bad, others }: Pick<Utf8Count, "damaged" | "others">,
  { declared, sample }: { readonly declared: readonly string[]; readonly sample: Uint8Array },
): FoundEncoding {
  const said = (name: string): FoundEncoding => ({ name, isGuessed: false });
  const known = declared.flatMap((name) => knownEncoding(name) ?? []);
  const marked = encodingOfMark(beginning);
  if (marked !== null) return said(marked);
  const escaped = declared.find((name) => sevenBit.test(name));
  if (escaped !== undefined) return said(knownEncoding(escaped) ?? "utf-8");
  if (bad === 0) return said("utf-8");
  const other = known.find((name) => !name.startsWith("utf-"));
  if (other !== undefined) return said(other);
  if (bad <= others * damaged) return said("utf-8");
  return { name: guessEncoding(sample) ?? "windows-1252", isGuessed: true };
}

function knownEncoding(name: string): string | null {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return null;
  }
}

/** A text, and the encoding in which it was. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: FoundEncoding;
}

/** The text of bytes, whatever their encoding. */
export const decodeText = (
  bytes: Uint8Array,
  declared: readonly (string | null | undefined)[] = [],
): string => decodeWithEncoding(bytes, declared).text;

/** The text of bytes, whatever their encoding, and that encoding. */
export function decodeWithEncoding(
  bytes: Uint8Array,
  declared: readonly (string | null | undefined)[] = [],
): DecodedText {
  const count = new Utf8Count();
  count.add(bytes);
  count.add();
  const named = [...declared, declaredEncoding(bytes)].filter((name) => name !== null && name !== undefined);
  const sample = bytes.subarray(0, sampleBytes);
  const encoding = chooseEncoding(bytes, count, { declared: named, sample });
  return { text: new TextDecoder(encoding.name).decode(bytes), encoding };
}

/** The note about a text whose encoding was guessed; none for any other. @param file its name */
export const noteEncoding = (file: string, { name, isGuessed }: FoundEncoding): readonly string[] =>
  isGuessed ? [`${file} is not in UTF-8 and names no other encoding. It was read as ${name}.`] : [];

/** Reads a file once to find its encoding. */
export async function detectEncoding(file: AsyncIterable<Uint8Array>): Promise<FoundEncoding> {
  const count = new Utf8Count();
  let beginning: Uint8Array | null = null;
  let sample = Buffer.alloc(0);
  for await (const chunk of file) {
    beginning ??= Buffer.from(chunk.subarray(0, 1_024));
    if (sample.length < sampleBytes)
      sample = Buffer.concat([sample, chunk.subarray(0, sampleBytes - sample.length)]);
    count.add(chunk);
    if (encodingOfMark(beginning) !== null) break;
  }
  count.add();
  const head = beginning ?? new Uint8Array();
  const declared = [declaredEncoding(head)].filter((name) => name !== null);
  return chooseEncoding(head, count, { declared, sample });
}
