import type { MarkdownIt, StateCore, Token } from "markdown-it";
import { partsOf } from "./text-parts.ts";

/** Links each hashtag in prose to the posts with it. The index (`TextParts.findTags`) decides which words are hashtags. */
export function hashtags(md: MarkdownIt): void {
  // Before escaped signs are joined to the text around them, for `\#` begins no tag.
  md.core.ruler.before("text_join", "hashtags", (state) => {
    for (const token of state.tokens) {
      if (token.type === "inline" && token.children) token.children = linkTags(state, token.children);
    }
  });
}

function linkTags(state: StateCore, children: readonly Token[]): Token[] {
  const linked: Token[] = [];
  let links = 0;
  let run: Token[] = [];
  let before = "";
  const flush = () => {
    linked.push(...linkRun(state, run, before));
    run = [];
  };
  for (const child of children) {
    if (child.type === "link_open") links += 1;
    if (child.type === "link_close") links -= 1;
    if (child.type === "text" && links === 0) {
      run.push(child);
      continue;
    }
    flush();
    linked.push(child);
    before = child.type === "text_special" ? "\\" : "";
  }
  flush();
  return linked;
}

function linkRun({ env, Token }: StateCore, run: readonly Token[], before: string): readonly Token[] {
  const text = before + run.map(({ content }) => content).join("");
  const found = run.length === 0 ? [] : partsOf(env).findTags(text);
  if (found.length === 0) return run;
  const level = run[0]?.level ?? 0;
  const make = (type: string, tag: string, nesting: -1 | 0 | 1, about: Partial<Token>) =>
    Object.assign(new Token(type, tag, nesting), { level, ...about });
  const linked: Token[] = [];
  let at = before.length;
  const say = (content: string) => content !== "" && linked.push(make("text", "", 0, { content }));
  for (const { start, end, tag } of found) {
    say(text.slice(at, start));
    linked.push(
      make("link_open", "a", 1, { attrs: [["href", `/tags/${encodeURIComponent(tag)}`]], info: "auto" }),
    );
    linked.push(make("text", "", 0, { content: text.slice(start, end), level: level + 1 }));
    linked.push(make("link_close", "a", -1, { info: "auto" }));
    at = end;
  }
  say(text.slice(at));
  return linked;
}
