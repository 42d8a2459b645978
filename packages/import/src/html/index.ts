/** The reader of HTML, which runs in a browser as well. */
export { type ConvertedHtml, type HtmlOptions, htmlToMarkdown } from "./html-to-markdown.ts";
