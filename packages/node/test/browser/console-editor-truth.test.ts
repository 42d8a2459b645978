import { renderMarkdown } from "@freehold/web";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { readDrawn, readPage, readText } from "../support/drawn-structure.ts";
import { everyNth } from "../support/full.ts";
import { type OwnerConsole, openOwnerConsole } from "../support/owner-console.ts";
import { clipboards } from "./clipboards.ts";

const fixture = useBrowserFixture();
let ownerConsole: OwnerConsole;
let page: Page;
beforeAll(async () => {
  const ada = await fixture.network.start({ title: "Ada", privateKey: "07".repeat(32) });
  ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, { path: "/write" });
  page = ownerConsole.page;
  await page.locator(".cm-content").waitFor();
  await page.locator(".title-field").fill("True");
});
afterAll(() => ownerConsole?.[Symbol.asyncDispose]());

/** Types into an empty text: words, and names of keys between braces. */
async function type(gesture: string): Promise<void> {
  const { keyboard } = page;
  await page.locator(".cm-content").focus();
  await keyboard.press("Control+a");
  await keyboard.press("Delete");
  for (const part of gesture.split(/(\{[A-Z][\w+]*\})/).filter((each) => each !== "")) {
    if (/^\{[A-Z]/.test(part)) await keyboard.press(part.slice(1, -1));
    else await keyboard.type(part);
  }
}

/** Compares what the editor draws, without the cursor in it, with what the page makes of the same text. */
async function expectTrue(): Promise<string[]> {
  const markdown = await page.evaluate(readText);
  await page.locator(".title-field").focus();
  const { html } = renderMarkdown(markdown);
  const onPage = await page.evaluate(readPage, html);
  await expect
    .poll(() => page.evaluate(readDrawn), { message: JSON.stringify(markdown), timeout: 3_000 })
    .toEqual(onPage);
  return onPage;
}

/** Keys that are typed, and the structure that the page shows. */
const gestures: readonly (readonly [string, readonly string[]])[] = [
  ["one", ["p one"]],
  ["one{Enter}two", ["p one", "p two"]],
  ["one{Enter}{Enter}two", ["p one", "p two"]],
  ["one{Shift+Enter}two", ["p one↵two"]],
  ["one{Enter}two{Home}{Backspace}", ["p onetwo"]],
  ["onetwo{ArrowLeft}{ArrowLeft}{ArrowLeft}{Enter}", ["p one", "p two"]],
  ["one{Enter}two{ArrowUp}{End}{Delete}", ["p onetwo"]],
  ["one{Enter}two{ArrowUp}{End} more", ["p one more", "p two"]],
  ["one{Enter}two{Enter}three{ArrowUp}x", ["p one", "p twox", "p three"]],
  ["one{Enter}two{Home}{ArrowLeft}!", ["p one!", "p two"]],
  ["# Head{Enter}after", ["h1 Head", "p after"]],
  ["## Head{Enter}after", ["h2 Head", "p after"]],
  ["### Head{Enter}after", ["h3 Head", "p after"]],
  ["#### Head", ["h4 Head"]],
  ["## Head ##{Enter}after", ["h2 Head", "p after"]],
  ["## Head{Shift+Enter}after", ["h2 Head", "p after"]],
  ["## Head{Home}{Backspace}", ["p Head"]],
  ["## Head{Home}{Enter}", ["h2 Head"]],
  ["one{Enter}## {Enter}two", ["p one", "p two"]],
  ["## **Bold** head", ["h2 **Bold** head"]],
  ["a **bold** b", ["p a **bold** b"]],
  ["a *slanted* b", ["p a *slanted* b"]],
  ["a ***both*** b", ["p a ***both*** b"]],
  ["a ~~gone~~ b", ["p a ~~gone~~ b"]],
  ["**注意：**请看", ["p **注意：**请看"]],
  ["a `code` b", ["p a `code` b"]],
  ["a ``co`de`` b", ["p a `co`de` b"]],
  ["a **bold with *slant* in** b", ["p a **bold with *slant* in** b"]],
  ["a {Control+b}bold{Control+b} b", ["p a **bold** b"]],
  ["a {Control+i}slanted{Control+i} b", ["p a *slanted* b"]],
  ["a {Control+e}code{Control+e} b", ["p a `code` b"]],
  ["2 * 3 * 4 and snake_case_name", ["p 2 * 3 * 4 and snake_case_name"]],
  ["\\*stars\\* and \\# and a \\", ["p *stars* and # and a \\"]],
  ["H<sub>2</sub>O <kbd>*</kbd> a<br>b <b>c</b>", ["p H2O * a↵b <b>c</b>"]],
  ["a [link](https://a.example) b", ["p a [link] b"]],
  ["a <https://a.example/x> b", ["p a [https://a.example/x] b"]],
  ["a https://a.example/x b", ["p a [https://a.example/x] b"]],
  ["a ![far](https://a.example/x.png) b", ["p a [far] b"]],
  ["a [**bold** link](https://a.example)", ["p a [**bold** link]"]],
  ["[word]{Enter}(not a link)", ["p [word]", "p (not a link)"]],
  ["- one{Enter}two", ["U one", "U two"]],
  ["* one{Enter}two", ["U one", "U two"]],
  ["- one{Enter}two{Enter}{Enter}after list", ["U one", "U two", "p after list"]],
  ["- one{Enter}{Enter}after", ["U one", "p after"]],
  ["1. one{Enter}two{Enter}{Enter}after", ["O1 one", "O2 two", "p after"]],
  ["1. one{Enter}{Enter}after", ["O1 one", "p after"]],
  ["1. one{Enter}two{Enter}three{Alt+ArrowUp}", ["O1 one", "O2 three", "O3 two"]],
  ["3. one{Enter}two", ["O3 one", "O4 two"]],
  ["1) one{Enter}two", ["O1 one", "O2 two"]],
  ["- one{Enter}two{Tab}{Enter}three", ["U one", "uU two", "uU three"]],
  ["- one{Enter}two{Tab}{Enter}three{Shift+Tab}", ["U one", "uU two", "U three"]],
  ["- one{Enter}two{Tab}{Enter}{Enter}three", ["U one", "uU two", "U three"]],
  ["- one{Enter}two{Tab}{Enter}{Enter}{Enter}after", ["U one", "uU two", "p after"]],
  ["- one{Enter}two{Tab}{Enter}three{Tab}", ["U one", "uU two", "uuU three"]],
  ["1. one{Enter}two{Tab}{Enter}three", ["O1 one", "oO1 two", "oO2 three"]],
  ["1. one{Enter}two{Enter}three{ArrowUp}{Tab}", ["O1 one", "oO1 two", "O2 three"]],
  ["1. one{Enter}- two", ["O1 one", "O2U two"]],
  ["- one{Enter}1. two", ["U one", "UO1 two"]],
  ["- one{Shift+Enter}two{Enter}three", ["U one↵two", "U three"]],
  ["- one{Enter}two{Home}{Backspace}", ["U one", "p two"]],
  ["- one{Enter}two{Enter}three{ArrowUp}{Home}{Backspace}", ["U one", "p two", "U three"]],
  ["- one{Enter}two{Home}{Backspace}{Backspace}", ["U onetwo"]],
  ["- [ ] do{Enter}more", ["U [ ] do", "U [ ] more"]],
  ["- [x] done{Enter}{Enter}after", ["U [x] done", "p after"]],
  ["- **bold** one{Enter}`code` two", ["U **bold** one", "U `code` two"]],
  ["- one{Enter}- two{Home}{ArrowUp}{End}!", ["U one!", "UU two"]],
  ["> said", ["q said"]],
  ["> said{Enter}more", ["q said", "q more"]],
  ["> said{Enter}{Enter}after", ["q said", "p after"]],
  ["> said{Shift+Enter}line{Enter}{Enter}after", ["q said↵line", "p after"]],
  ["> said{Home}{Backspace}", ["p said"]],
  ["> - one{Enter}two", ["qU one", "qU two"]],
  ["> - one{Enter}{Enter}more{Enter}{Enter}after", ["qU one", "q more", "p after"]],
  ["> > deep{Enter}{Enter}less{Enter}{Enter}out", ["qq deep", "q less", "p out"]],
  ["- > said{Enter}more{Enter}{Enter}par", ["Uq said", "uq more", "u par"]],
  ["1. > said{Enter}{Enter}{Enter}next", ["O1q said", "O2 next"]],
  ["> ## Head{Enter}text", ["qh2 Head", "q text"]],
  ["```js{Enter}let a;{Enter}let b;{ArrowDown}{Enter}after", ["code let a;⏎let b;", "p after"]],
  ["```{Enter}  deep{Enter}more", ["code   deep⏎  more"]],
  ["~~~{Enter}**no bold**", ["code **no bold**"]],
  ["    four spaces{Enter}more", ["code four spaces⏎more"]],
  ["- one{Enter}```{Enter}x = 1", ["U one", "Ucode x = 1"]],
  ["> ```{Enter}x = 1{Enter}y", ["qcode x = 1⏎y"]],
  ["---{Enter}after", ["hr", "p after"]],
  ["one{Enter}---{Enter}after", ["p one", "hr", "p after"]],
  ["***{Enter}after", ["hr", "p after"]],
  ["| a | b |{Enter}1{Tab}2", ["table a|b/1|2"]],
  ["| a | b |{Enter}1{Tab}2{Tab}{Enter}after", ["table a|b/1|2", "p after"]],
  ["| a | b |{Enter}1{Tab}2{Alt+F10}{Enter}{Escape}3", ["table a|b/1|2/|3"]],
  ["| a | b |{Enter}1{Tab}2{Tab}3{Alt+ArrowUp}", ["table a|b/3|/1|2"]],
  [
    "| a | b |{Enter}1{Tab}x\\\\|y{Alt+F10}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}{Enter}{Escape}",
    ["table b|a/x|y|1"],
  ],
  [
    "> | a | b |{Enter}1{Tab}2{Alt+F10}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{Enter}{Escape}3",
    ["qtable a|b|/1|2|3"],
  ],
  ["| **a** | b |{Enter}`1`{Tab}2", ["table **a**|b/`1`|2"]],
  ["word{Control+Alt+f}note", ["p word^1", "note 1 note"]],
  ["a[^x] b[^y]{Enter}[^y]: Why.{Enter}[^x]: Ex.", ["p a^1 b^2", "note 1 Ex.", "note 2 Why."]],
  ["a[^1]{Enter}[^1]: word", ["p a^1", "note 1 word"]],
  ["Title{Shift+Enter}==={Enter}after", ["h1 Title\\", "p after"]],
  ["$e = mc^2$ is", ["p ∑ is"]],
  ["$${Enter}x^2{ArrowDown}{Enter}after", ["∑", "p after"]],
  ["![A](/a.png){Enter}after", ["p {A}", "p after"]],
  ['![A](/a.png "A cap"){Enter}after', ['figure {A "A cap"}', "p after"]],
  ["![A](/a.png#wide)", ["figure-wide {A}"]],
  ["![A](/a.png){Shift+Enter}![B](/b.png#wide 'C')", ['gallery-wide {A} {B "C"}']],
  ["![A](/a.png) ![B](/b.png)", ["gallery {A} {B}"]],
  ["![A](/a.png){Enter}![B](/b.png){Home}{Backspace}{Shift+Enter}", ["gallery {A} {B}"]],
  ['a ![A](/a.png#wide "C") b', ["p a {A} b"]],
  ['- ![A](/a.png "C"){Enter}two', ["U {A}", "U two"]],
  ['> ![A](/a.png#full "C"){Enter}more', ['qfigure-full {A "C"}', "q more"]],
  ['[![A](/a.png "C")](https://a.example)', ['figure {A "C"}']],
  ["一个**词**。{Enter}二", ["p 一个**词**。", "p 二"]],
  ["<b>no tag</b> & <br>", ["p <b>no tag</b> & ↵"]],
  ["one{Enter}/head", ["p one", "p /head"]],
  ["a {Control+Shift+8}", ["U a"]],
  ["a{Control+Shift+9}", ["q a"]],
  ["a{Control+Alt+2}{Enter}b", ["h2 a", "p b"]],
];

describe("what is typed is drawn as the page shows it", () => {
  test.each(everyNth(gestures, 3))("%j", async (gesture, expected) => {
    await type(gesture);
    expect(await expectTrue()).toEqual(expected);
  });
});

describe("texts of others are drawn as the page shows them", () => {
  test.each([
    ["one\ntwo\nthree", ["p one two three"]],
    ["one  \ntwo", ["p one↵two"]],
    ["- one\n  goes on\nlazily", ["U one goes on lazily"]],
    ["> one\ngoes on", ["q one goes on"]],
    ["Head\n====\n\nSmall\n---\ntext", ["h1 Head", "h2 Small", "p text"]],
    ["one\n\n\n\n\ntwo\n", ["p one", "p two"]],
    ["1. one\n\n   more\n2. two", ["O1 one", "o more", "O2 two"]],
    ["+ one\n+ two\n\n* three", ["U one", "U two", "U three"]],
    ["para\n- one\n- two\npara?", ["p para", "U one", "U two para?"]],
    ["# h\npara\n> q\n\n***", ["h1 h", "p para", "q q", "hr"]],
    ["a[^1]\n\n[^1]: One.\n\n    Two.\n\nb", ["p a^1", "p b", "note 1 One.", "note 1 Two."]],
    ["1. one\n1. two\n1. three", ["O1 one", "O2 two", "O3 three"]],
    ["3. one\n9. two\n   1. in\n   7. in", ["O3 one", "O4 two", "oO1 in", "oO2 in"]],
    ["- one\n\t- two\n\t\t- three\n\t- four", ["U one", "uU two", "uuU three", "uU four"]],
    [
      "[a][1], [b][], [C] and [d]\n\n[1]: https://a.example\n[b]: <https://b.example> 'B'\n[c]: /c",
      ["p [a], [b], [C] and [d]"],
    ],
    ["a &amp; b &copy; &nosuch;", ["p a & b © &nosuch;"]],
    ["![](https://a.example/x.png)", ["p [https://a.example/x.png]"]],
  ])("%j", async (text, expected) => {
    await type("");
    await page.keyboard.insertText(text);
    expect(await expectTrue()).toEqual(expected);
  });
});

describe("what is pasted is drawn as the page shows it", () => {
  test.each(everyNth(clipboards, 3))("$name", async ({ html, plain, expected }) => {
    await type("Before{Enter}");
    await page.evaluate(paste, { html, plain });
    await expect.poll(() => page.evaluate(readText)).not.toBe(`Before\n\n${plain}`);
    expect((await expectTrue()).slice(1)).toEqual(expected);
  });

  test.each([
    ["> said ", ["q said", "q **Bold**", "qO1 one", "qO2 two"]],
    ["- item ", ["U item", "u **Bold**", "uO1 one", "uO2 two"]],
    ["- item{Enter}", ["U item", "U **Bold**", "uO1 one", "uO2 two"]],
    ["said", ["p said", "p **Bold**", "O1 one", "O2 two"]],
    ["end{Home}", ["p **Bold**", "O1 one", "O2 two", "p end"]],
    ["| a | b |{Enter}", ["table a|b/**Bold**↵1. one↵2. two|"]],
  ])("blocks stay in the list or quotation of the cursor: %j", async (gesture, expected) => {
    await type(gesture);
    const html = "<p><b>Bold</b></p><ol><li>one</li><li>two</li></ol>";
    await page.evaluate(paste, { html, plain: "Bold\none\ntwo" });
    await expect.poll(() => page.evaluate(readText)).toContain("**Bold**");
    expect(await expectTrue()).toEqual(expected);
  });

  test("a list in an empty item continues it, and a cell takes many lines as one", async () => {
    await type("- one{Enter}two{Tab}{Enter}");
    await page.evaluate(paste, { html: "<ul><li>x<ul><li>y</li></ul></li></ul>", plain: "x\ny" });
    await expect.poll(() => page.evaluate(readText)).toBe("- one\n  - two\n  - x\n    - y");
    await type("| a | b |{Enter}");
    await page.evaluate(paste, { html: "", plain: "x | y\nz" });
    expect(await expectTrue()).toEqual(["table a|b/x | y↵z|"]);
  });

  test("undo gives the plain text, and then nothing", async () => {
    await type("");
    await page.evaluate(paste, { html: "<p>A <b>bold</b> word</p>", plain: "A bold word" });
    await expect.poll(() => page.evaluate(readText)).toBe("A **bold** word");
    await page.keyboard.press("Control+z");
    expect(await page.evaluate(readText)).toBe("A bold word");
    await page.keyboard.press("Control+z");
    expect(await page.evaluate(readText)).toBe("");
  });

  test("a heading at the beginning of an empty post is its title, pasted with form or as Markdown", async () => {
    const title = page.locator(".title-field");
    for (const [html, plain] of [
      ["<h1>Looms</h1><p>They weave.</p>", "Looms\nThey weave."],
      ["", "# Looms\n\nThey weave."],
    ] as const) {
      await title.fill("");
      await type("");
      await page.evaluate(paste, { html, plain });
      await expect.poll(() => title.inputValue()).toBe("Looms");
      expect(await page.evaluate(readText)).toBe("They weave.");
    }
    await title.fill("True");
  });

  test("code takes plain text, and an address becomes the link of the selected words", async () => {
    await type("```{Enter}");
    await page.evaluate(paste, { html: "<b>x</b>", plain: "x" });
    expect(await page.evaluate(readText)).toBe("```\nx\n```");
    await type("word{Shift+Home}");
    await page.evaluate(paste, { html: '<a href="https://a.example">a</a>', plain: "https://a.example" });
    expect(await page.evaluate(readText)).toBe("[word](https://a.example)");
  });
});

function paste({ html, plain }: { html: string; plain: string }): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/html", html);
  clipboardData.setData("text/plain", plain);
  document
    .querySelector(".cm-content")
    ?.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}
