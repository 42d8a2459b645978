import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { checkText, dropMarks } from "./content-bytes.ts";

const mark = [0xef, 0xbb, 0xbf];
const read = async (source: AsyncIterable<Uint8Array>) => [...(await buffer(source))];
const inChunks = (bytes: readonly number[], size: number) => {
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    Buffer.from(bytes.slice(at * size, (at + 1) * size)),
  );
  return Readable.from(chunks, { objectMode: true });
};

describe("the byte-order marks at the beginning of a post (decisions 9)", () => {
  test.each([1, 2, 3, 4, 100])("are left out in chunks of %i bytes, also two of them", async (size) => {
    for (const text of [[], [0x61], [0x61, ...mark], [0xef, 0xbb, 0xbe], [0xef, 0xbb], [0xef]]) {
      expect(await read(dropMarks(inChunks(text, size)))).toEqual(text);
      expect(await read(dropMarks(inChunks([...mark, ...text], size)))).toEqual(text);
      expect(await read(dropMarks(inChunks([...mark, ...mark, ...text], size)))).toEqual(text);
    }
  });

  test("are no text by themselves", async () => {
    const nothing = checkText(dropMarks(inChunks(mark, 3)));
    await expect(read(nothing)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  });
});
