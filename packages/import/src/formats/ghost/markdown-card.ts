import MarkdownIt from "markdown-it";
import { invalidImport } from "../../errors.ts";

/**
 * The HTML of a card in Markdown, with its footnotes as Ghost renders them: links to a list at the end.
 *
 * @throws ImportError IMPORT_INVALID for one that repeats long addresses
 */
export function markdownCardToHtml(markdown: string): string {
  const { text, notes } = takeNotes(markdown);
  const parser: Parser = new MarkdownIt({ html: true, linkify: true });
  if (notes.size > 0) addReferences(parser, notes);
  const html = render(parser, text);
  if (notes.size === 0) return html;
  const items = [...notes.values()].map((note, at) => `<li id="fn${at + 1}">${render(parser, note)}</li>`);
  return `${html}<hr><ol>${items.join("")}</ol>`;
}

/** Many short references can name one long address. */
function render(parser: Parser, text: string): string {
  const tokens = parser.parse(text, {});
  const attributes = tokens.flatMap(({ children }) => children ?? []).flatMap(({ attrs }) => attrs ?? []);
  const length = attributes.reduce((sum, [, value]) => sum + String(value).length, 0);
  if (length > text.length * repeated.times + repeated.anyway)
    throw invalidImport("The URLs of its links are too long.");
  return parser.renderer.render(tokens, parser.options, {});
}

/** The length of all addresses of a text, and of any text. */
const repeated = { times: 10, anyway: 10_000 };

type Parser = InstanceType<typeof MarkdownIt>;

const notesOfCard = 1_000; // footnotes of a card in Markdown

/** Takes the notes (`[^1]: …`, and indented lines below) out of a text; code keeps its own. */
function takeNotes(markdown: string): { text: string; notes: ReadonlyMap<string, string> } {
  const notes = new Map<string, string>();
  const kept: string[] = [];
  let fence: string | null = null;
  let open: string | null = null;
  for (const line of markdown.split(/\r?\n/)) {
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (mark) fence = fence === null ? mark : line.trim().startsWith(fence) ? null : fence;
    const [, name, first = ""] = (fence === null && /^\[\^([^\]\s]{1,80})\]:(.*)$/.exec(line)) || [];
    if (name !== undefined && !notes.has(name) && notes.size < notesOfCard) {
      open = name;
      notes.set(name, first.trim());
    } else if (open !== null && /^(?: {2,}|\t)\S/.test(line))
      notes.set(open, `${notes.get(open)}\n${line.trim()}`);
    else {
      if (line.trim() !== "") open = null;
      kept.push(line);
    }
  }
  return { text: kept.join("\n"), notes };
}

/** Lets the parser read `[^1]` as a link to its note, where there is one; in code it stays as it is. */
function addReferences(parser: Parser, notes: ReadonlyMap<string, string>): void {
  const numbers = new Map([...notes.keys()].map((name, at) => [name, at + 1]));
  parser.inline.ruler.before("link", "note", (state, silent) => {
    const [all, name = ""] = /^\[\^([^\]\s]{1,80})\]/.exec(state.src.slice(state.pos, state.pos + 84)) ?? [];
    const number = numbers.get(name);
    if (all === undefined || number === undefined) return false;
    if (!silent) {
      const token = state.push("html_inline", "", 0);
      token.content = `<sup><a href="#fn${number}">[${number}]</a></sup>`;
    }
    state.pos += all.length;
    return true;
  });
}
