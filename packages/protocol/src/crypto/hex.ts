/** Hexadecimal text with the prefix `0x`. */
export type Hex = `0x${string}`;

const digits = "0123456789abcdef";
const byteTexts = Array.from({ length: 256 }, (_, byte) => `${digits[byte >> 4]}${digits[byte & 15]}`);
const nibbles = makeNibbles();

function makeNibbles(): Int8Array {
  const table = new Int8Array(128).fill(-1);
  for (let value = 0; value < 16; value++) {
    const digit = digits.charAt(value);
    table[digit.charCodeAt(0)] = value;
    table[digit.toUpperCase().charCodeAt(0)] = value;
  }
  return table;
}

/** Bytes as lower-case hexadecimal text. */
export function toHex(bytes: Uint8Array): Hex {
  let text = "";
  for (const byte of bytes) text += byteTexts[byte];
  return `0x${text}`;
}

/**
 * Hexadecimal text, of either case, as bytes.
 *
 * @throws RangeError when the text is not `0x` and an even number of hexadecimal digits
 */
export function fromHex(hex: Hex): Uint8Array<ArrayBuffer> {
  if (!hex.startsWith("0x") || hex.length % 2 !== 0) throw new RangeError("This is not hexadecimal text.");
  const bytes = new Uint8Array((hex.length - 2) >> 1);
  writeHex(hex, bytes, bytes.length);
  return bytes;
}

/**
 * Writes the bytes of hexadecimal text, so that they end before a position.
 *
 * @throws RangeError when there is another character than `0x` and digits
 */
export function writeHex(hex: Hex, bytes: Uint8Array, end: number): void {
  let at = hex.length;
  for (let index = end - 1; at > 2; index--) {
    const low = nibbles[hex.charCodeAt(--at)] ?? -1;
    const high = nibbles[hex.charCodeAt(--at)] ?? -1;
    if (high < 0 || low < 0) throw new RangeError("This is not hexadecimal text.");
    bytes[index] = (high << 4) | low;
  }
}
