import fc from "fast-check";

const surrogates = { first: 0xd800, count: 0x800 };

/**
 * Any character of Unicode, as the unit `binary` of `fc.string`. That one lists all of them first, which takes two
 * seconds.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat({ max: 0x10ffff - surrogates.count }).map(
  (index) => String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count),
  (character) => {
    const [point = Number.NaN, ...more] = [...String(character)].map((one) => one.codePointAt(0) ?? 0);
    if (more.length > 0 || !(point >= 0)) throw new Error("It is not one character.");
    return point < surrogates.first ? point : point - surrogates.count;
  },
);
