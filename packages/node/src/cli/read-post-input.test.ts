import { expect, test } from "vitest";
import { readPostInput } from "./read-post-input.ts";

const now = Date.UTC(2026, 0, 1);
async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
const read = async (text: string, isDraft = false) => {
  const { source, ...labels } = await readPostInput(bytesOf(text), { isDraft, now });
  return { ...labels, text: Buffer.concat(await Array.fromAsync(source)).toString() };
};

test("front matter gives a post its title, slug, tags, date and excerpt, and is no part of its text", async () => {
  const text = await read(
    "---\ntitle: From Hugo\nslug: from-hugo\ntags: [trains]\ndate: 2014-01-02\ndescription: In short\n---\nWords ![a](a.png).\n",
  );
  expect(text).toEqual({
    text: "# From Hugo\n\nWords ![a](a.png).\n\n#trains\n",
    slug: "from-hugo",
    writtenAt: Date.UTC(2014, 0, 2),
    presentation: { excerpt: "In short", coverHash: null, isPage: 0 },
    pictures: ["a.png"],
  });
});

test.each([
  "---\ndraft: true\n---\nx",
  "---\npublished: no\n---\nx",
  "+++\nprivate = true\n+++\nx",
  '{"password": "x"}\nx',
  "---\ndate: 2999-01-01\n---\nx",
])("front matter that hides a post refuses it, unless it stays a draft: %j", async (text) => {
  await expect(read(text)).rejects.toThrow("--draft keeps it as a draft");
  expect(await read(text, true)).toMatchObject({ text: "x\n" });
});

test("front matter that can't be read is refused", async () => {
  await expect(read("---\ntitle: [\n---\nx")).rejects.toMatchObject({ code: "IMPORT_INVALID" });
});

test.each(["# Words\n", "---\n\nA line above.\n", "{{ x }}\n", " \n", "x".repeat(3_000_000)])(
  "a post without front matter keeps its bytes %#",
  async (text) => expect(await read(text)).toEqual({ text, pictures: [] }),
);
