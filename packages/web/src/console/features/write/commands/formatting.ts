import { syntaxTree } from "@codemirror/language";
import {
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type SelectionRange,
  type StateCommand,
} from "@codemirror/state";

/** A node of the syntax tree. */
export type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>["resolveInner"]>;

/** The marks around words: the node of the syntax tree, and the characters. */
const wraps = {
  StrongEmphasis: "**",
  Emphasis: "*",
  Strikethrough: "~~",
  InlineCode: "`",
  Formula: "$",
} as const;

/**
 * Puts marks around the selection or the word at the cursor, or takes them away. Before the last mark, it moves behind it.
 */
export function toggleWrap(name: keyof typeof wraps): StateCommand {
  return ({ state, dispatch }) => {
    const mark = wraps[name];
    const changes = state.changeByRange(
      (range) => goBehind(state, range, mark) ?? unwrap(state, range, name) ?? wrap(state, range, mark),
    );
    dispatch(state.update(changes, { scrollIntoView: true, userEvent: "input" }));
    return true;
  };
}

/** Words have been typed between marks, or none yet. */
function goBehind({ doc }: EditorState, { from, to, empty }: SelectionRange, mark: string) {
  const width = mark.length;
  if (!empty || doc.sliceString(to, to + width) !== mark) return null;
  const isNothing = doc.sliceString(from - width, from) === mark;
  if (isNothing)
    return { changes: { from: from - width, to: to + width }, range: EditorSelection.cursor(from - width) };
  return { range: EditorSelection.cursor(to + width) };
}

function unwrap(state: EditorState, { from, to, anchor, head }: SelectionRange, name: string) {
  const node = enclosing(state, from, to, name);
  const [first, last] = [node?.firstChild, node?.lastChild];
  if (!first || !last) return null;
  const changes = state.changes([
    { from: first.from, to: first.to },
    { from: last.from, to: last.to },
  ]);
  return { changes, range: EditorSelection.range(changes.mapPos(anchor), changes.mapPos(head)) };
}

function wrap(state: EditorState, range: SelectionRange, mark: string) {
  const wanted = range.empty ? (state.wordAt(range.head) ?? range) : range;
  // A mark beside a space has no effect in Markdown.
  const text = state.sliceDoc(wanted.from, wanted.to);
  const from = wanted.from + (text.length - text.trimStart().length);
  const to = Math.max(from, wanted.to - (text.length - text.trimEnd().length));
  const width = mark.length;
  const moved = range.empty
    ? EditorSelection.cursor(Math.max(from, range.head) + width)
    : EditorSelection.range(from + width, to + width);
  return {
    changes: [
      { from, insert: mark },
      { from: to, insert: mark },
    ] as ChangeSpec[],
    range: moved,
  };
}

/** The innermost node with a name that encloses a range. */
export function enclosing(state: EditorState, from: number, to: number, name: string): SyntaxNode | null {
  for (const side of [1, -1] as const) {
    let node: SyntaxNode | null = syntaxTree(state).resolveInner(from, side);
    while (node && !(node.name === name && node.to >= to)) node = node.parent;
    if (node) return node;
  }
  return null;
}

/** Makes a link of the selection; of an address, or of nothing, the link's text comes first. In a link, goes to its address. */
export const toggleLink: StateCommand = ({ state, dispatch }) => {
  const { from, to } = state.selection.main;
  const link = enclosing(state, from, to, "Link");
  const last = link?.lastChild;
  if (link && last) {
    const { from: anchor, to: head } = link.getChild("URL") ?? { from: last.from, to: last.from };
    dispatch(state.update({ selection: EditorSelection.single(anchor, head), scrollIntoView: true }));
    return true;
  }
  const text = state.sliceDoc(from, to);
  const isAddress = /^(https?:\/\/|mailto:)\S+$/.test(text);
  const insert = isAddress ? `[](${text})` : `[${text}]()`;
  const cursor = isAddress || text === "" ? from + 1 : from + text.length + 3;
  dispatch(
    state.update({
      changes: { from, to, insert },
      selection: { anchor: cursor },
      scrollIntoView: true,
      userEvent: "input",
    }),
  );
  return true;
};

/** The prefixes that a line can begin with: one at a time, so that a new one replaces the old. */
const anyPrefix = /^(#{1,6} |> |[-*+] \[[ xX]\] |[-*+] |\d+[.)] )/;

/** The prefixes of lines, and the text that begins with each. */
const prefixes = {
  heading2: /^## $/,
  heading3: /^### $/,
  quote: /^> $/,
  bullets: /^[-*+] $/,
  numbers: /^\d+[.)] $/,
  tasks: /^[-*+] \[[ xX]\] $/,
} as const;

export type LinePrefix = keyof typeof prefixes;

/** The prefix of the n-th of some lines. */
function writePrefix(name: LinePrefix, index: number): string {
  if (name === "numbers") return `${index + 1}. `;
  return { heading2: "## ", heading3: "### ", quote: "> ", bullets: "- ", tasks: "- [ ] " }[name];
}

/** Makes headings, lists or a quotation of the selected lines; of those that are that already, plain text. */
export function toggleLines(name: LinePrefix): StateCommand {
  return ({ state, dispatch }) => {
    const { from, to } = state.selection.main;
    const [first, last] = [state.doc.lineAt(from).number, state.doc.lineAt(to).number];
    const lines = Array.from({ length: last - first + 1 }, (_, index) => state.doc.line(first + index));
    const filled = lines.length === 1 ? lines : lines.filter(({ text }) => text.trim() !== "");
    const prefixOf = (text: string) => anyPrefix.exec(text.trimStart())?.[0] ?? "";
    const isOn = filled.every(({ text }) => prefixes[name].test(prefixOf(text)));
    const changes = state.changes(
      filled.map(({ from: start, text }, index) => {
        const indent = text.length - text.trimStart().length;
        const at = start + indent;
        return { from: at, to: at + prefixOf(text).length, insert: isOn ? "" : writePrefix(name, index) };
      }),
    );
    const { anchor, head } = state.selection.main;
    const selection = EditorSelection.single(changes.mapPos(anchor, 1), changes.mapPos(head, 1));
    dispatch(state.update({ changes, selection, scrollIntoView: true, userEvent: "input" }));
    return true;
  };
}

const caret = "‸";

/**
 * Inserts a block on lines of its own at the cursor, with an empty line before it and after it.
 *
 * @param block where `‸` stands in it, the cursor stands afterwards; without one, behind it
 */
export function insertBlock(block: string): StateCommand {
  return ({ state, dispatch }) => {
    const { from, to } = state.selection.main;
    const { insert, at } = standAlone(state, from, block.replace(caret, ""));
    const cursor = block.includes(caret) ? at + block.indexOf(caret) : insert.length;
    dispatch(
      state.update({
        changes: { from, to, insert },
        selection: { anchor: from + cursor },
        scrollIntoView: true,
        userEvent: "input",
      }),
    );
    return true;
  };
}

/** A block with the line ends that set it apart from the text around a position, and where it begins in them. */
export function standAlone(state: EditorState, pos: number, block: string): { insert: string; at: number } {
  const { doc } = state;
  const line = doc.lineAt(pos);
  const before = doc.sliceString(Math.max(0, pos - 2), pos);
  const isFirst = doc.sliceString(0, pos).trim() === "" && line.from === pos;
  const head = isFirst || before === "\n\n" ? "" : line.from === pos ? "\n" : "\n\n";
  const after = doc.sliceString(pos, pos + 2);
  const tail = after === "\n\n" ? "" : after.startsWith("\n") ? "\n" : "\n\n";
  return { insert: `${head}${block}${tail}`, at: head.length };
}
