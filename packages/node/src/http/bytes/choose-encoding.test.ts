import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseEncoding, encodings } from "./choose-encoding.ts";

test.each([
  [undefined, null],
  ["", null],
  ["identity", null],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, deflate", "gzip"],
  ["zstd, gzip", "zstd"],
  ["GZIP", "gzip"],
  ["x-gzip", "gzip"],
  ["*", "br"],
  ["br;q=0, *", "zstd"],
  ["br;q=0.5, gzip", "gzip"],
  ["br; q=0.5 , gzip;q=0.5", "br"],
  ["gzip;q=0", null],
  ["*;q=0", null],
  ["gzip;q=0.1, identity", null],
  ["gzip;q=0.1, identity;q=0.1", "gzip"],
  ["identity;q=0", null],
  ["gzip;q=2, br;q=-1, zstd;q=x, deflate", null],
  [`${"x,".repeat(300)}br`, null],
])("%j: %s", (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});

test("what is not named is never chosen, whatever else is sent", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const chosen = chooseEncoding(text);
      if (chosen !== null) expect(text.toLowerCase()).toMatch(new RegExp(`${chosen}|\\*`));
      expect([null, ...encodings]).toContain(chosen);
    }),
  );
});
