import type { MarkdownIt, StateInline, Token } from "markdown-it";

/** Elements within a line that Markdown has no signs for (decision 0047). Their attributes are left out. */
const tag = /<(\/?)(br|del|ins|kbd|mark|small|sub|sup|u)((?:\s[^<>]{0,200})?\/?)>/iy;

const mostNested = 20;

/** A tag in the text, until it is known whether its element is whole. */
const asTag = "element_tag";
const asStart = "element_open";

/**
 * Elements of HTML within a line: `H<sub>2</sub>O`, `<kbd>Ctrl</kbd>`, `<br>`. As code spans do, they bind tighter than emphasis. A tag
 * without its other one, and every other tag, is shown as it was typed.
 */
export function elementsInLines(md: MarkdownIt): void {
  md.inline.ruler.at("html_inline", readTag);
  md.inline.ruler2.before("balance_pairs", "elements", pairTags);
}

function readTag(state: StateInline, silent: boolean): boolean {
  tag.lastIndex = state.pos;
  const [whole, slash = "", name = "", rest = ""] = tag.exec(state.src) ?? [];
  const isBreak = name.toLowerCase() === "br";
  const endsItself = rest.endsWith("/") && !isBreak;
  if (whole === undefined || endsItself || tag.lastIndex > state.posMax) return false;
  if (!silent && isBreak) state.push("hardbreak", "br", 0);
  else if (!silent)
    Object.assign(state.push(asTag, name.toLowerCase(), 0), { content: whole, markup: slash });
  state.pos += whole.length;
  return true;
}

/** Makes elements of the tags that belong together: both in the same link, or both outside of links. */
function pairTags(state: StateInline): void {
  const { tokens } = state;
  const open: Token[][] = [[]];
  for (const token of tokens) {
    if (token.nesting > 0) open.push([]);
    if (token.nesting < 0) open.pop();
    const around = open.at(-1);
    if (token.type !== asTag || around === undefined) continue;
    if (token.markup === "") around.push(token);
    if (around.length > mostNested) around.shift();
    const index = token.markup === "" ? -1 : around.findLastIndex((each) => each.tag === token.tag);
    const start = around[index];
    if (start === undefined) continue;
    around.length = index;
    Object.assign(start, { type: asStart, nesting: 1, content: "", markup: "" });
    Object.assign(token, { type: "element_close", nesting: -1, content: "", markup: "" });
  }
  for (const token of tokens)
    if (token.type === asTag) Object.assign(token, { type: "text", tag: "", markup: "" });
  if (tokens.some(({ type }) => type === asStart)) keepMarksInside(state);
}

/** Marks of emphasis in an element and outside of it don't belong together. */
function keepMarksInside(state: StateInline): void {
  const around: number[] = [];
  const containers = state.tokens.map(({ nesting }, index) => {
    if (nesting < 0) around.pop();
    const container = around.at(-1);
    if (nesting > 0) around.push(index);
    return container;
  });
  const inside = new Map<number, StateInline["delimiters"]>();
  const outside = (marks: StateInline["delimiters"]) =>
    marks.filter((mark) => {
      const container = containers[mark.token];
      if (container === undefined || state.tokens[container]?.type !== asStart) return true;
      const own = inside.get(container) ?? [];
      own.push(mark);
      inside.set(container, own);
      return false;
    });
  state.delimiters = outside(state.delimiters);
  for (const meta of state.tokens_meta) if (meta?.delimiters) meta.delimiters = outside(meta.delimiters);
  for (const [container, delimiters] of inside) state.tokens_meta[container] = { delimiters };
}
