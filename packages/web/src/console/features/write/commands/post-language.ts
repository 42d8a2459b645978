import { markdownLanguage, pasteURLAsLink } from "@codemirror/lang-markdown";
import { Language, LanguageSupport } from "@codemirror/language";
import type { MarkdownParser } from "@lezer/markdown";
import { postSyntax } from "./syntax.ts";

const parser = (markdownLanguage.parser as MarkdownParser).configure(postSyntax);

/**
 * The Markdown of posts for the editor: GFM, formulas and footnotes. A pasted address becomes the link of the selected words.
 * It does without `markdown()`, which brings the languages HTML, CSS and JavaScript.
 */
export const postLanguage = new LanguageSupport(
  new Language(markdownLanguage.data, parser, [], "markdown"),
  pasteURLAsLink,
);
