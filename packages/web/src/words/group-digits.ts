/** Hexadecimal digits in groups of four, after the `0x`. */
export function groupDigits(hex: string): string[] {
  return [hex.slice(0, 2), ...(hex.slice(2).match(/.{1,4}/g) ?? [])];
}
