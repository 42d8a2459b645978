import { expect, test } from "vitest";
import { CommentList, readComments, type SourceComment } from "./comments.ts";
import { importFormatLimits as limits } from "./limits.ts";

const comment = (number: number, fields: Partial<SourceComment> = {}): SourceComment => ({
  id: String(number),
  parent: "",
  author: "Grace",
  url: "",
  date: "2014-05-06 07:08:09",
  html: "I agree.",
  ...fields,
});

async function read(comments: readonly SourceComment[]) {
  const list = new CommentList();
  for (const one of comments) list.add(one);
  return await readComments(list, { keyOf: (id) => `site#${id}`, base: null });
}

test("a comment is as long as comments are here, and no longer", async () => {
  const longest = "字".repeat(limits.commentLength);
  const { comments, notes } = await read([
    comment(1, { html: longest }),
    comment(2, { html: `${longest}字` }),
  ]);
  expect(comments.map(({ key, markdown }) => [key, markdown === longest])).toEqual([["site#1", true]]);
  expect(notes).toEqual(["Comments not imported because they are empty or too long: 1."]);
});

test("a post brings a bounded number of comments, and says how many stay behind", async () => {
  const all = Array.from({ length: limits.comments + 3 }, (_, index) => comment(index, { html: "a" }));
  const { comments, notes } = await read(all);
  expect(comments.length).toBe(limits.comments);
  expect(notes).toEqual([`A post brings up to ${limits.comments} comments. Not imported: 3.`]);
}, 60_000);

test("names and addresses of sites have a longest length", async () => {
  const site = (length: number) => `https://grace.example/${"a".repeat(length - 22)}`;
  const { comments } = await read([
    comment(1, { author: "g".repeat(limits.commenterLength + 1), url: site(limits.commenterUrlLength) }),
    comment(2, { url: site(limits.commenterUrlLength + 1) }),
  ]);
  expect(comments.map(({ author, url }) => [author.length, url?.length ?? null])).toEqual([
    [limits.commenterLength, limits.commenterUrlLength],
    [5, null],
  ]);
});

test("answers to answers stay in order, however many there are, and in a circle", async () => {
  const line = Array.from({ length: 500 }, (_, index) =>
    comment(index, { parent: String(index - 1), date: `2014-05-06 07:0${9 - (index % 10)}:00`, html: "a" }),
  );
  const { comments } = await read([...line.toReversed(), comment(-1, { parent: "499" })]);
  const keys = comments.map(({ key }) => Number(key.slice(5)));
  expect(keys.length).toBe(501);
  const inLine = keys.filter((key) => key > 0);
  expect(inLine).toEqual(inLine.toSorted((one, other) => one - other));
});

test("an answer names the first comment of its conversation that came along", async () => {
  const { comments } = await read([
    comment(1),
    comment(2, { parent: "1" }),
    comment(3, { parent: "2" }),
    comment(4, { html: "" }),
    comment(5, { parent: "4" }),
    comment(6, { parent: "5" }),
    comment(7, { parent: "gone" }),
  ]);
  expect(comments.map(({ key, answers }) => [key, answers])).toEqual([
    ["site#1", null],
    ["site#7", null],
    ["site#2", "site#1"],
    ["site#5", null],
    ["site#3", "site#1"],
    ["site#6", "site#5"],
  ]);
});
