import MarkdownIt, { type MarkdownIt as Parser, type StateCore } from "markdown-it";
import { earlierAddresses, links, origins } from "./addresses.ts";
import { countOutput } from "./bound-output.ts";
import { elements } from "./elements/blocks.ts";
import { headings } from "./headings.ts";
import { mathematics } from "./mathematics.ts";
import { limitNesting } from "./nesting.ts";
import { notes } from "./notes.ts";
import { pictureBlocks } from "./pictures/blocks.ts";
import { pictures } from "./pictures/pictures.ts";
import { players } from "./players.ts";
import { quotes } from "./quotes.ts";
import { renderFigures } from "./render-figures.ts";
import { tables } from "./tables.ts";
import { dropControlCharacters } from "./text/control-characters.ts";
import { directions } from "./text/direction.ts";
import { emphasis } from "./text/emphasis.ts";
import { hashtags } from "./text/hashtags.ts";
import { typography } from "./text/typography.ts";

/**
 * The Markdown parser of posts: CommonMark and GFM (tables, task lists, strike-through, bare links), footnotes, formulas
 * and hashtags, and a few elements of HTML (decision 0047).
 */
export const parser = new MarkdownIt({ html: false, linkify: true, typographer: false })
  .use(dropControlCharacters)
  .use(emphasis)
  .use(elements)
  .use(mathematics)
  .use(notes)
  .use(taskLists)
  .use(hashtags)
  .use(headings)
  .use(tables)
  .use(earlierAddresses)
  .use(pictures)
  .use(pictureBlocks)
  .use(links)
  .use(origins)
  .use(quotes)
  .use(players)
  .use(renderFigures)
  .use(typography)
  .use(directions)
  .use(limitNesting)
  .use(countOutput);

/** Task lists, as GFM has them: `- [ ]` and `- [x]`. The words of a task are the label of its box. */
function taskLists(md: Parser): void {
  md.core.ruler.after("inline", "task-lists", findTasks);
  md.renderer.rules.task_open = (tokens, index) =>
    `<label><input type="checkbox" disabled${tokens[index]?.info === "done" ? " checked" : ""}>`;
  md.renderer.rules.task_close = () => "</label>";
}

function findTasks({ tokens, Token }: StateCore): void {
  for (const [index, token] of tokens.entries()) {
    const item = tokens[index - 2];
    const first = token.type === "inline" ? token.children?.[0] : undefined;
    if (item?.type !== "list_item_open" || first?.type !== "text") continue;
    const [mark, done] = /^\[([ xX])\](?=\s)\s+/.exec(first.content) ?? [];
    if (mark === undefined) continue;
    first.content = first.content.slice(mark.length);
    const open = Object.assign(new Token("task_open", "", 0), { info: done === " " ? "" : "done" });
    token.children = [open, ...(token.children ?? []), new Token("task_close", "", 0)];
    item.attrJoin("class", "task");
  }
}
