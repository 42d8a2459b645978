import { expect, test } from "vitest";
import { readPostInput } from "./read-post-input.ts";

const now = Date.UTC(2026, 0, 1);
async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
const read = async (text: string, isDraft = false, timeZone = "UTC") => {
  const { source, ...labels } = await readPostInput(bytesOf(text), { isDraft, now, timeZone });
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

// The import knows many more forms (test/import-visibility).
test.each([
  '{"password": "x"}\nx',
  "Status: draft\nSlug: a\n\nx",
  "---\ndate: 2014-01-02\nexpiryDate: 2015-01-01\n---\nx",
])("front matter that hides a post refuses it, unless it stays a draft: %j", async (text) => {
  await expect(read(text)).rejects.toThrow("--draft keeps it as a draft");
  expect(await read(text, true)).toMatchObject({ text: "x\n" });
});

test.each([
  ["2014-01-02 00:08:00", "Asia/Shanghai", "2014-01-01T16:08:00.000Z"],
  // Less than a day from now: past in one zone, to come in the other one.
  ["2026-01-01 07:30", "Asia/Shanghai", "2025-12-31T23:30:00.000Z"],
  ["2014-01-02T00:08:00+08:00", "Asia/Shanghai", "2014-01-01T16:08:00.000Z"],
  ["1969-07-20T20:17:00Z", "UTC", "1969-07-20T20:17:00.000Z"],
])("a date of %s is in the zone of the site, %s", async (date, zone, moment) => {
  const { writtenAt } = await read(`---\ndate: ${date}\n---\nx`, false, zone);
  expect(new Date(writtenAt ?? Number.NaN).toISOString()).toBe(moment);
});

test("a date that is to come in the zone of the site alone refuses a post", async () => {
  const text = "---\ndate: 2025-12-31 20:00\n---\nx";
  await expect(read(text, false, "America/New_York")).rejects.toThrow("2026-01-01T01:00:00.000Z");
  expect((await read(text)).writtenAt).toBe(Date.UTC(2025, 11, 31, 20));
});

test("front matter that can't be read is refused", async () => {
  await expect(read("---\ntitle: [\n---\nx")).rejects.toMatchObject({ code: "IMPORT_INVALID" });
});

test("front matter in a language that is not known is refused", async () => {
  await expect(read("---js\n{ draft: true }\n---\nx")).rejects.toMatchObject({ code: "IMPORT_INVALID" });
});

test("a header of lines gives a post its title", async () => {
  expect(await read("Title: A word\nTags: trains\n\nText.\n")).toMatchObject({
    text: "# A word\n\nText.\n\n#trains\n",
  });
});

test.each([
  "Title: one line, then text.\n",
  "Note: a\nb: c\n\nText.\n",
  "Title: a\nb\n\nText.\n",
  "# Words\n",
  "---\n\nA line above.\n",
  "{{ x }}\n",
  " \n",
  "x".repeat(3_000_000),
])("a post without front matter keeps its bytes %#", async (text) =>
  expect(await read(text)).toEqual({ text, pictures: [] }),
);
