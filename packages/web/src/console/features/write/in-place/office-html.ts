/**
 * HTML as office programs and browsers copy it, with the elements that it only describes: bold, slanted and struck words by style, lists
 * of Word that are paragraphs, lists between the items of a list, tasks, panels and code of wikis, and tables whose first row is their
 * head. It runs no script and loads nothing.
 */
export function normaliseOffice(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  // Wikipedia has a link beside each heading.
  for (const control of body.querySelectorAll("button, .mw-editsection")) control.remove();
  for (const pause of body.querySelectorAll("[data-stringify-type=paragraph-break]"))
    pause.replaceWith(body.ownerDocument.createElement("br"), body.ownerDocument.createElement("br"));
  for (const element of body.querySelectorAll<HTMLElement>("[style]")) markByStyle(element);
  for (const code of body.querySelectorAll("span.code")) replaceBy(code, "code");
  body.querySelectorAll("code").forEach(makeCodeBlock);
  body.querySelectorAll("pre").forEach(keepCode);
  body.querySelectorAll("li[role=checkbox]").forEach(makeTask);
  body.querySelectorAll("[data-task-state], li[data-inline-task-id]").forEach(makeWikiTask);
  body.querySelectorAll(panels).forEach(quotePanel);
  makeWordLists(body);
  nestByLevel(body);
  for (const list of body.querySelectorAll(":is(ul, ol) > :is(ul, ol)"))
    list.previousElementSibling?.append(list);
  for (const box of body.querySelectorAll("li > div:empty")) box.remove();
  for (const table of body.querySelectorAll("table")) giveHead(table);
  return body.innerHTML;
}

/** The elements of styles, and what the style says. */
const marks = [
  ["strong", /font-weight:\s*(?:bold|[6-9]00)/i],
  ["em", /font-style:\s*(?:italic|oblique)/i],
  ["sub", /vertical-align:\s*sub/i],
  ["sup", /vertical-align:\s*super/i],
  ["del", /text-decoration[^;]{0,100}line-through/i],
] as const;

function markByStyle(element: HTMLElement): void {
  if (!/^(?:SPAN|FONT|A|B|STRONG)$/.test(element.nodeName)) return;
  const style = element.getAttribute("style") ?? "";
  const isBold = /^(?:B|STRONG)$/.test(element.nodeName);
  const inside = [...element.childNodes];
  let target: HTMLElement = element;
  for (const [name, described] of marks) {
    if (!described.test(style) || (name === "strong" && isBold)) continue;
    const mark = element.ownerDocument.createElement(name);
    target.append(mark);
    target = mark;
  }
  if (target !== element) target.append(...inside);
  // Google Docs puts everything into a bold element whose style makes it plain.
  if (isBold && /font-weight:\s*(?:normal|400)/i.test(style)) element.replaceWith(...element.childNodes);
}

function replaceBy(element: Element, name: string): HTMLElement {
  const other = element.ownerDocument.createElement(name);
  other.append(...element.childNodes);
  element.replaceWith(other);
  return other;
}

/** Jira copies a block of code as code of a line, with its language. */
function makeCodeBlock(code: HTMLElement): void {
  if (code.closest("pre") || !/(?:^|\s)language-/.test(code.className)) return;
  for (const end of code.querySelectorAll("br")) end.replaceWith("\n");
  const words = code.textContent ?? "";
  if (!words.trim().includes("\n")) return;
  let outer: Element = code;
  while (outer.parentElement?.matches("span, p") && outer.parentElement.textContent === words)
    outer = outer.parentElement;
  const block = code.ownerDocument.createElement("pre");
  outer.replaceWith(block);
  block.append(code);
}

/** Chats put the name of the language and buttons above their code, or in it. */
function keepCode(block: HTMLPreElement): void {
  const [code, ...others] = block.querySelectorAll("code");
  if (!code || others.length > 0) return;
  block.replaceChildren(code);
  const [, language] = /(?:^|\s)language-(\S+)/.exec(code.className) ?? [];
  if (language === undefined) return;
  let first: Element = block;
  while (!first.previousElementSibling && first.parentElement?.matches("div")) first = first.parentElement;
  const label = first.previousElementSibling;
  if (label?.textContent?.trim().toLowerCase() === language.toLowerCase()) label.remove();
}

/** Panels that stand out: of Confluence, GitHub and sites of documentation. */
const panels =
  "[data-panel-type], .markdown-alert, .admonition, .theme-admonition, .custom-block, .callout[data-callout]";
const panelTitles =
  ".markdown-alert-title, .admonition-title, [class*=admonitionHeading], .custom-block-title, .callout-title";

/** A panel is a quotation here, with a bold title. */
function quotePanel(panel: Element): void {
  const title = panel.querySelector(panelTitles);
  if (title) {
    const words = panel.ownerDocument.createElement("strong");
    words.textContent = title.textContent?.trim() ?? "";
    const line = panel.ownerDocument.createElement("p");
    line.append(words);
    title.replaceWith(line);
  }
  replaceBy(panel, "blockquote");
}

/** The task of Google Docs: its box is a picture, and its words are a paragraph. */
function makeTask(item: Element): void {
  item.querySelector(":scope > img")?.remove();
  addBox(item, item.getAttribute("aria-checked") === "true");
}

function addBox(item: Element, isDone: boolean): void {
  for (const paragraph of item.querySelectorAll(":scope > p")) paragraph.replaceWith(...paragraph.childNodes);
  const box = item.ownerDocument.createElement("input");
  box.type = "checkbox";
  box.toggleAttribute("checked", isDone);
  item.prepend(box, " ");
}

/** The task of Confluence: an item of a list in its pages, and a box of its own in its editor. */
function makeWikiTask(task: Element): void {
  const isDone = task.getAttribute("data-task-state") === "DONE" || task.classList.contains("checked");
  const isItem = task.nodeName === "LI";
  const before = task.previousElementSibling;
  const item = isItem ? task : replaceBy(task, "li");
  addBox(item, isDone);
  if (isItem) return;
  const list = before?.matches("ul.tasks") ? before : item.ownerDocument.createElement("ul");
  list.className = "tasks";
  if (list !== before) item.replaceWith(list);
  list.append(item);
}

/** The paragraphs of Word that are items: their level stands in the style, their number or point in a part that is to be ignored. */
function makeWordLists(body: HTMLElement): void {
  const open: { level: number; list: HTMLElement }[] = [];
  let last: Element | null = null;
  for (const paragraph of body.querySelectorAll<HTMLElement>(
    "[style*='mso-list:']:is(p, h1, h2, h3, h4, h5, h6)",
  )) {
    const level = Number(
      /mso-list:[^;"]{0,40}level(\d)/.exec(paragraph.getAttribute("style") ?? "")?.[1] ?? 0,
    );
    const sign = paragraph.querySelector("[style*='mso-list:Ignore' i]");
    if (level === 0 || !sign) continue;
    if (last === null || paragraph.previousElementSibling !== last) open.length = 0;
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) open.pop();
    const { ownerDocument } = body;
    if (open.at(-1)?.level !== level) {
      const [, number] = /^\s*([\w一-龥]{1,4})[.)、]/.exec(sign.textContent ?? "") ?? [];
      const list = ownerDocument.createElement(number ? "ol" : "ul");
      if (Number(number) > 1) list.setAttribute("start", String(number));
      const around = open.at(-1)?.list.lastElementChild;
      if (around) around.append(list);
      else paragraph.before(list);
      open.push({ level, list });
    }
    const item = ownerDocument.createElement("li");
    sign.remove();
    item.append(...paragraph.childNodes);
    open.at(-1)?.list.append(item);
    paragraph.remove();
    last = open[0]?.list ?? null;
  }
}

/** The level of a list: Slack writes it on the list, and Word in a browser on the items. */
const levelOf = (list: Element): number =>
  Number(
    list.getAttribute("data-indent") ??
      list.querySelector(":scope > li")?.getAttribute("data-aria-level") ??
      Number.NaN,
  );

/** Lists side by side, each with its level, become one: a deeper one belongs to the last item before it. */
function nestByLevel(body: HTMLElement): void {
  for (const box of body.querySelectorAll(".ListContainerWrapper")) box.replaceWith(...box.childNodes);
  let root: Element | null = null;
  for (const list of body.querySelectorAll(":is(ul, ol):is([data-indent], :has(> [data-aria-level]))")) {
    if (root !== null && list.previousElementSibling === root && addList(list, root)) continue;
    root = list;
  }
}

/** @returns whether a list could become part of another one: a list of points is none of numbers */
function addList(list: Element, into: Element): boolean {
  const item = into.lastElementChild;
  if (levelOf(list) > levelOf(into) && item) {
    const inner = item.lastElementChild;
    if (!inner?.matches("ul, ol") || !addList(list, inner)) item.append(list);
    return true;
  }
  if (into.nodeName !== list.nodeName) return false;
  into.append(...list.children);
  list.remove();
  return true;
}

function giveHead(table: HTMLTableElement): void {
  const [first] = table.rows;
  if (!first || table.rows.length < 2 || table.querySelector("th")) return;
  for (const cell of [...first.cells]) {
    const head = table.ownerDocument.createElement("th");
    head.append(...cell.childNodes);
    for (const { name, value } of cell.attributes) head.setAttribute(name, value);
    cell.replaceWith(head);
  }
}
