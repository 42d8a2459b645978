import type { MarkdownIt } from "markdown-it";

/** Leaves control characters out of what a text becomes: nobody sees them, and feeds in XML must not have them. */
export function dropControlCharacters(md: MarkdownIt): void {
  md.core.ruler.after("normalize", "control-characters", (state) => {
    state.src = state.src.replace(/[\p{Cc}--[\t\n]]/gv, "");
  });
}
