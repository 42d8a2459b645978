import { expect, test } from "vitest";
import { boundName } from "./bound-name.ts";

test.each(["a", "照", "𝔸", "é", "a\u0301"])(
  "a long name of %s fits a file system, and keeps its ending",
  (letter) => {
    const [one, other] = [letter.repeat(255), `${letter.repeat(254)}b`];
    for (const name of [one, other, `${one}.jpg`]) {
      const bound = boundName(name);
      expect(Buffer.byteLength(bound)).toBeLessThanOrEqual(200);
      expect(bound).not.toContain("\ufffd");
      expect(bound.startsWith(letter)).toBe(true);
      expect(boundName(bound)).toBe(bound);
    }
    expect(boundName(`${one}.jpg`)).toMatch(/~[0-9a-f]{12}\.jpg$/);
    expect(boundName(one)).not.toBe(boundName(other));
  },
);

test("a name that fits stays as it is", () => {
  for (const name of ["", "a.b", "照片.png", "x".repeat(200)]) expect(boundName(name)).toBe(name);
});
