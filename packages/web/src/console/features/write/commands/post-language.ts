import { markdown, markdownLanguage } from "@codemirror/lang-markdown";
import { postSyntax } from "./syntax.ts";

/** The Markdown of posts for the editor: GFM, formulas and footnotes. A pasted address becomes the link of the selected words. */
export const postLanguage = markdown({
  base: markdownLanguage,
  extensions: postSyntax,
  completeHTMLTags: false,
  pasteURLAsLink: true,
});
