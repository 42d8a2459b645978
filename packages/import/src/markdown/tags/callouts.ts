const callout = /^((?:[ \t]{0,3}>[ \t]?){1,9})\[!([a-z][\w-]{0,40})(?:\|[^\]\n]{0,80})?\][+-]?[ \t]*(.*)$/gim;
const container =
  /^[ \t]{0,3}(:{3,9})[ \t]*(?:([a-z][\w-]{0,40})(?:\[([^\]\n]{0,300})\])?([^\n]{0,300}))?$/gim;
/** Containers that only arrange their content. */
const plain = /^(?:code-group|raw|v-pre|tabs?|tab-item|columns?|cards?|center|right|left|div|row)$/i;

/**
 * Callouts of Obsidian and alerts of GitHub (`> [!tip] Title`) become quotes with a title; containers of VitePress, VuePress and
 * Docusaurus (`::: tip Title`) become their title and their content.
 */
export function convertCallouts(prose: string): string {
  return prose
    .replace(callout, (_, quote: string, type: string, title: string) => {
      const mark = quote.trimEnd();
      return `${mark} **${title.trim() || toCalloutTitle(type)}**\n${mark}`;
    })
    .replace(container, (_, __, type = "", label = "", title = "") => {
      const words = label.trim() || title.replace(/\{[^{}]*\}/g, "").trim();
      if (type === "" || (words === "" && plain.test(type))) return "";
      return `\n**${words || toCalloutTitle(type)}**\n`;
    });
}

/** The title of a callout that has none: its type. */
export function toCalloutTitle(type: string): string {
  const words = type.replaceAll("-", " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
