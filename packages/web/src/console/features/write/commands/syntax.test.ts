import { ensureSyntaxTree } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { postLanguage } from "./post-language.ts";

/** The parts of a text that some nodes cover, each as it was typed. */
function find(text: string, ...names: string[]): string[] {
  const state = EditorState.create({ doc: text, extensions: postLanguage });
  const found: string[] = [];
  ensureSyntaxTree(state, text.length, 10_000)?.iterate({
    enter: ({ name, from, to }) => {
      if (names.includes(name)) found.push(text.slice(from, to));
    },
  });
  return found;
}

test.each([
  ["so $e = mc^2$ and $$x$$.", ["$e = mc^2$", "$$x$$"]],
  ["$5 and $10, or \\$x, `$y$`", []],
  ["> *a $b*c$ d*", ["$b*c$"]],
])("formulas of %j", (text, formulas) => {
  expect(find(text, "Formula")).toEqual(formulas);
});

test.each([
  ["a\n$$\nx\n\ny\n$$\nb", ["$$\nx\n\ny\n$$"]],
  ["$$x$$\n\n$$ y $$ z", ["$$x$$"]],
  ["> $$\n> x\n> $$\n\nb", ["$$\n> x\n> $$"]],
  ["    $$x$$", []],
])("formulas on lines of their own of %j", (text, formulas) => {
  expect(find(text, "FormulaBlock")).toEqual(formulas);
});

test("tags that the page takes for elements, and comments", () => {
  const text =
    "H<sub>2</sub>O <b>x</b> `<kbd>` \\<kbd> a<br/>\n\n<details open>\n\nb\n\n</details>\n\nc <!-- d\ne --> <!-- f";
  expect(find(text, "ElementTag")).toEqual([
    "<sub>",
    "</sub>",
    "<br/>",
    "<details open>",
    "</details>",
    "<!-- d\ne -->",
  ]);
});

test("footnotes, tables and tasks are known, and HTML is text", () => {
  const text = "a[^1] [b](c)\n\n<b>x</b>\n\n- [x] d\n\n|a|\n|-|\n\n[^1]: e f\n";
  expect(
    find(text, "FootnoteReference", "FootnoteMark", "HTMLTag", "HTMLBlock", "TaskMarker", "Table"),
  ).toEqual(["[^1]", "[x]", "|a|\n|-|", "[^1]:"]);
});

test.each([
  ["**注意：**请看", ["**注意：**"]],
  ["他说**“你好”**吗", ["**“你好”**"]],
  ["**重点**和*次要，*后面", ["**重点**", "*次要，*"]],
  ["~~删除。~~保留，~不是~", ["~~删除。~~"]],
  ["[看**这里。**好](x)", ["**这里。**"]],
  ["𠮷**（あ）**𠮷", ["**（あ）**"]],
  ["a_b_ 词_组_ *a **b** c*", ["*a **b** c*", "**b**"]],
  ['a*"b"*', []],
])("emphasis of %j, as on the page", (text, found) => {
  expect(find(text, "Emphasis", "StrongEmphasis", "Strikethrough")).toEqual(found);
});
