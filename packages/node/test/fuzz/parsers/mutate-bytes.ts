/** Bytes that mean something to some parser. */
const words = [
  "\0",
  "\r\n",
  "\\",
  '"',
  "'",
  "{",
  "}",
  "[",
  "]",
  "<",
  ">",
  "(",
  ")",
  "`",
  "```",
  "|",
  "#",
  "@",
  "&",
  "%",
  "%00",
  ":",
  "://",
  "//",
  "0x",
  "-",
  "--",
  "+",
  "=",
  ",",
  ";",
  "*",
  "_",
  "~~",
  "![",
  "](",
  "&#0;",
  "0",
  "9007199254740993",
  "1e999",
  "null",
  "true",
  "__proto__",
  "é",
  "\u202e",
  "🙂",
  "Z",
  "T",
].map((word) => Buffer.from(word));

/** What is nearly an input: a few changes, among them pieces of other inputs. */
export function mutateBytes(input: Buffer, corpus: readonly Buffer[], random: () => number): Buffer {
  let bytes = input;
  const changes = 1 + Math.floor(random() ** 2 * 6);
  for (let change = 0; change < changes; change += 1) bytes = changeOnce(bytes, corpus, random);
  return bytes.subarray(0, 4_096);
}

function changeOnce(bytes: Buffer, corpus: readonly Buffer[], random: () => number): Buffer {
  const below = (most: number) => Math.floor(random() * most);
  const offset = below(bytes.length + 1);
  const end = Math.min(bytes.length, offset + 1 + below(12));
  const put = (piece: Uint8Array, until = offset) =>
    Buffer.concat([bytes.subarray(0, offset), piece, bytes.subarray(until)]);
  const other = corpus[below(corpus.length)] ?? bytes;
  switch (below(6)) {
    case 0:
      return put(words[below(words.length)] ?? bytes);
    case 1:
      return put(words[below(words.length)] ?? bytes, end);
    case 2:
      return put(Buffer.alloc(0), end);
    case 3:
      return put(Buffer.concat([bytes.subarray(offset, end), bytes.subarray(offset, end)]), end);
    case 4:
      return put(Buffer.from([below(256)]), offset + 1);
    default:
      return put(other.subarray(below(other.length + 1)).subarray(0, 1 + below(40)));
  }
}
