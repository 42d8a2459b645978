/** The signature that has the other `s`: as good to the curve as the one that was made. */
export function flipSignature(signature: string): string {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const [r, s, v] = [signature.slice(2, 66), BigInt(`0x${signature.slice(66, 130)}`), signature.slice(130)];
  return `0x${r}${(order - s).toString(16).padStart(64, "0")}${v === "1b" ? "1c" : "1b"}`;
}
