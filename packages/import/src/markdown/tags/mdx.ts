/** A line of MDX that is no text: it brings components, or is a comment. */
const moduleLine =
  /^import\s(?:[\w\s{},*]{1,500}\sfrom\s)?["'][^"'\n]{1,500}["'];?[ \t]*\n?|^\{\/\*[^*]{0,5000}\*\/\}[ \t]*$/gm;
const componentTag = /<[A-Z][\w.]{0,60}\s[^<>]{0,1000}>/g;
const expression = /\s(?:[\w-]{1,60}=)?\{[^{}]{0,1000}(?:\{[^{}]{0,1000}\}[^{}]{0,1000}){0,9}\}/g;

/**
 * A text without the programs of MDX: lines that bring components, comments, and attributes of components that are programs, for which a
 * parser of Markdown takes a component for text.
 */
export const withoutPrograms = (prose: string): string =>
  prose
    .replace(moduleLine, "")
    .replace(componentTag, (tag) => tag.replace(expression, "").replace(/\s+/g, " "));
