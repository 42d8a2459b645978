import { expect, test } from "vitest";
import { renderComment } from "../render-comment.ts";
import { renderMarkdown } from "../render-markdown.ts";
import { directionOf } from "./direction.ts";

const html = (source: string) => renderMarkdown(source).html.replaceAll("\n", "");

test.each([
  ["שלום, עולם?", "rtl"],
  ["«مرحبا»", "rtl"],
  ["1. ދިވެހި", "rtl"],
  ["Freehold הוא", "ltr"],
  ["你好", "ltr"],
  ["123 …", null],
])("%s is written %s", (text, direction) => {
  expect(directionOf(text)).toBe(direction);
});

test.each([
  ["# כותרת\n\nמה זה?\n\nEnglish.", '<h1 dir="rtl">כותרת</h1><p dir="rtl">מה זה?</p><p>English.</p>'],
  ["- אחת\n- two", '<ul dir="rtl"><li>אחת</li><li dir="ltr">two</li></ul>'],
  ["- one\n- שתיים", '<ul><li>one</li><li dir="rtl">שתיים</li></ul>'],
  ["> ציטוט\n>\n> words", '<blockquote dir="rtl"><p>ציטוט</p><p dir="ltr">words</p></blockquote>'],
  ["`code` הוא", '<p dir="rtl"><code>code</code> הוא</p>'],
  [
    "[קישור](https://a.example) כאן",
    '<p dir="rtl"><a href="https://a.example" rel="noopener noreferrer">קישור</a> כאן</p>',
  ],
  ["Only words.", "<p>Only words.</p>"],
])("the blocks of %j", (source, expected) => {
  expect(html(source)).toBe(expected);
});

test("a table has the direction of its first words, and its cells their own", () => {
  const table = html("| שם | value |\n|---|--:|\n| א | b |");
  expect(table).toContain('<div class="wide" tabindex="0" dir="rtl"><table>');
  expect(table).toContain('<th>שם</th><th class="right" dir="ltr">value</th>');
});

test("captions, and notes below a text, have the direction of their words", () => {
  const { html: page } = renderMarkdown('![ים](/ewp/contents/0x1 "הים")\n\nText[^1].\n\n[^1]: הערה');
  expect(page).toContain('<figcaption dir="rtl">הים</figcaption>');
  expect(page).toContain('<li id="note-text-1" dir="rtl">');
});

test("comments have directions, too, and none that their author writes", () => {
  expect(renderComment("כן!")).toBe('<p dir="rtl">כן!</p>\n');
  expect(renderMarkdown('<p dir="rtl">x</p>').html).not.toContain("<p dir");
});
