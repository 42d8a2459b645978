import MarkdownIt from "markdown-it";
import { hashtags } from "./hashtags.ts";
import { mathematics } from "./mathematics.ts";
import { notes } from "./notes.ts";
import { origins } from "./origins.ts";
import { pictures } from "./pictures.ts";
import { quotes } from "./quotes.ts";
import { renderFigures } from "./render-figures.ts";
import { tables } from "./tables.ts";
import { taskLists } from "./task-lists.ts";

/**
 * The Markdown parser of posts: CommonMark and GFM (tables, task lists, strike-through, bare links), footnotes, formulas
 * and hashtags, and no HTML.
 */
export const parser = new MarkdownIt({ html: false, linkify: true, typographer: false })
  .use(mathematics)
  .use(notes)
  .use(taskLists)
  .use(hashtags)
  .use(tables)
  .use(pictures)
  .use(origins)
  .use(quotes)
  .use(renderFigures);
