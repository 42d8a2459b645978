import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isChecksumAddress, parseAddress, toChecksumAddress } from "./address.ts";
import { fromHex, type Hex } from "./hex.ts";

const golden = JSON.parse(
  readFileSync(new URL("../../../../vectors/addresses.json", import.meta.url), "utf8"),
) as {
  good: { text: Hex; address: Hex }[];
  bad: unknown[];
};

describe("addresses (decisions 1)", () => {
  it.each(golden.good)("accepts $text", ({ text, address }) => {
    expect(parseAddress(text)).toBe(address);
    expect(toChecksumAddress(text)).toBe(address);
    expect(toChecksumAddress(fromHex(text))).toBe(address);
    expect(isChecksumAddress(address)).toBe(true);
    expect(isChecksumAddress(text)).toBe(text === address);
  });

  it.each(golden.bad.map((value) => ({ value })))("refuses $value", ({ value }) => {
    expect(parseAddress(value)).toBeNull();
    expect(isChecksumAddress(value)).toBe(false);
  });

  it("makes no address of other lengths", () => {
    expect(() => toChecksumAddress(new Uint8Array(19))).toThrow(RangeError);
    expect(() => toChecksumAddress("0x00")).toThrow(RangeError);
  });
});
