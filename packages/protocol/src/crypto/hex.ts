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
  const bytes = new Uint8Array(Math.max(hex.length - 2, 0) >> 1);
  if (!hex.startsWith("0x") || hex.length % 2 !== 0) throw new RangeError("This is not hexadecimal text.");
  for (let index = 0; index < bytes.length; index++) {
    const high = nibbles[hex.charCodeAt(index * 2 + 2)] ?? -1;
    const low = nibbles[hex.charCodeAt(index * 2 + 3)] ?? -1;
    if (high < 0 || low < 0) throw new RangeError("This is not hexadecimal text.");
    bytes[index] = (high << 4) | low;
  }
  return bytes;
}
