import { describe, expect, test } from "vitest";
import { renderComment } from "../render-comment.ts";
import { renderMarkdown } from "../render-markdown.ts";
import { readEmphasis } from "./emphasis.ts";

const html = (source: string) => renderMarkdown(source).html.trim();

describe("emphasis between characters that have no spaces", () => {
  test.each([
    ["**注意：**请看", "<strong>注意：</strong>请看"],
    ["他说**“你好”**吗", "他说<strong>“你好”</strong>吗"],
    ["看**《红楼梦》**吧", "看<strong>《红楼梦》</strong>吧"],
    ["这是**！？**的", "这是<strong>！？</strong>的"],
    ["**重点**和*次要，*后面", "<strong>重点</strong>和<em>次要，</em>后面"],
    ["版本**（v2）**已发布", "版本<strong>（v2）</strong>已发布"],
    ["用**`code`**写", "用<strong><code>code</code></strong>写"],
    ["これは**「重要」**です", "これは<strong>「重要」</strong>です"],
    ["**ﾃｽﾄ。**です", "<strong>ﾃｽﾄ。</strong>です"],
    ["**이것(this)**은", "<strong>이것(this)</strong>은"],
    ["**หมายเหตุ:**โปรดดู", "<strong>หมายเหตุ:</strong>โปรดดู"],
    ["ដូច**«នេះ»**ទេ", "ដូច<strong>«នេះ»</strong>ទេ"],
    ["字**😀**字", "字<strong>😀</strong>字"],
    ["他说：**“你好”**——然后", "他说：<strong>“你好”</strong>——然后"],
    ["~~删除。~~保留", "<s>删除。</s>保留"],
    ["𠮷**野家（よしのや）**𠮷", "𠮷<strong>野家（よしのや）</strong>𠮷"],
  ])("%s", (source, expected) => {
    expect(html(source)).toBe(`<p>${expected}</p>`);
    expect(renderComment(source).trim()).toBe(`<p>${expected}</p>`);
  });
});

// CommonMark 0.31.2, sections 6.2: examples 351 to 480 whose marks are no emphasis, and some that are.
test.each([
  ["a * foo bar*", "a * foo bar*"],
  ['a*"foo"*', 'a*"foo"*'],
  ["**foo bar **", "**foo bar **"],
  ['a**"foo"**', 'a**"foo"**'],
  ["foo_bar_", "foo_bar_"],
  ["5*6*78", "5<em>6</em>78"],
  ["пристаням_стремятся_", "пристаням_стремятся_"],
  ["_(_foo)", "_(_foo)"],
  ["foo-_(bar)_", "foo-<em>(bar)</em>"],
  ["*(**foo**)*", "<em>(<strong>foo</strong>)</em>"],
])("other scripts keep the rule of CommonMark: %s", (source, expected) => {
  expect(html(source)).toBe(`<p>${expected}</p>`);
});

test("marks of a word that is joined by _ stay", () => {
  expect(readEmphasis("词", "词", false)).toEqual({ opens: false, closes: false });
  expect(readEmphasis("词", "词", true)).toEqual({ opens: true, closes: true });
});
