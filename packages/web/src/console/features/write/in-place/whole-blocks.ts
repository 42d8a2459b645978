import { syntaxTree } from "@codemirror/language";
import {
  type EditorState,
  type Extension,
  type Range,
  RangeSet,
  StateEffect,
  StateField,
} from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import { containersOf, marksOf, textStart } from "../commands/containers.ts";
import { picturesOf } from "../commands/pictures.ts";
import { barFocus, TableBar, type TableTexts } from "./table-bar.ts";
import { TableWidget } from "./table-widget.ts";

/** The end of a line within a paragraph: a space, as on the page. */
class SoftBreakWidget extends WidgetType {
  override eq(): boolean {
    return true;
  }

  override toDOM(): HTMLElement {
    const space = document.createElement("span");
    space.className = "cm-soft-break";
    space.textContent = " ";
    return space;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

const softBreak = Decoration.replace({ widget: new SoftBreakWidget() });

const focus = StateEffect.define<boolean>();

interface Drawn {
  readonly shown: DecorationSet;
  readonly joined: DecorationSet;
  readonly isFocused: boolean;
  /** Whether the buttons of a table have the focus. */
  readonly isInBar: boolean;
}

/**
 * The decorations that span lines: lines of one paragraph stand in one, and a table without the cursor is drawn; one with the cursor
 * has buttons above it.
 */
export function wholeBlocks(texts: TableTexts): Extension {
  const bar = new TableBar(texts);
  const drawn = StateField.define<Drawn>({
    create: (state) => draw(state, { isFocused: false, isInBar: false, bar }),
    update(value, { startState, state, docChanged, selection, effects }) {
      const isFocused = effects.findLast((effect) => effect.is(focus))?.value ?? value.isFocused;
      const isInBar = effects.findLast((effect) => effect.is(barFocus))?.value ?? value.isInBar;
      const hasNewTree = syntaxTree(startState) !== syntaxTree(state);
      const hasSameFocus = isFocused === value.isFocused && isInBar === value.isInBar;
      if (!docChanged && !selection && !hasNewTree && hasSameFocus) return value;
      return draw(state, { isFocused, isInBar, bar });
    },
    provide: (field) => [
      EditorView.decorations.from(field, ({ shown }) => shown),
      EditorView.atomicRanges.of((view) => view.state.field(field).joined),
    ],
  });
  return [drawn, EditorView.focusChangeEffect.of((_, isFocused) => focus.of(isFocused))];
}

function draw(
  state: EditorState,
  { isFocused, isInBar, bar }: { isFocused: boolean; isInBar: boolean; bar: TableBar },
): Drawn {
  const joined: Range<Decoration>[] = [];
  const tables: Range<Decoration>[] = [];
  const { doc } = state;
  syntaxTree(state).iterate({
    enter({ name, from, to, node }) {
      if (name === "Paragraph" || name === "Task") {
        if (doc.lineAt(from).to < to) {
          // A gallery has rows of its own.
          const isGallery = name === "Paragraph" && picturesOf(state, node).length > 1;
          joined.push(...joinLines(state, from, to, isGallery ? [] : node.getChildren("HardBreak")));
        }
        return false;
      }
      if (name === "Table") {
        const isTouched =
          (isFocused || isInBar) &&
          state.selection.ranges.some((range) => range.from <= to && range.to >= from);
        const { from: start } = doc.lineAt(from);
        const above = Decoration.widget({ widget: bar, block: true, side: -1 });
        tables.push(isTouched ? above.range(start) : drawTable(state, from, to));
        return false;
      }
      return !/^(?:ATXHeading|Setext|FencedCode|CodeBlock|Formula|LinkReference)/.test(name);
    },
  });
  return {
    shown: Decoration.set([...joined, ...tables], true),
    isFocused,
    isInBar,
    joined: joined.length > 0 ? Decoration.set(joined, true) : RangeSet.empty,
  };
}

function joinLines(
  state: EditorState,
  from: number,
  to: number,
  breaks: readonly { readonly from: number; readonly to: number }[],
): Range<Decoration>[] {
  const joined: Range<Decoration>[] = [];
  for (let line = state.doc.lineAt(from); line.to < to; ) {
    const next = state.doc.line(line.number + 1);
    const isHard = breaks.some((each) => each.from <= line.to && each.to > line.to);
    const end = line.from + line.text.trimEnd().length;
    if (!isHard) joined.push(softBreak.range(end, textStart(next, containersOf(state, next))));
    line = next;
  }
  return joined;
}

function drawTable(state: EditorState, from: number, to: number): Range<Decoration> {
  const [first, last] = [state.doc.lineAt(from), state.doc.lineAt(to)];
  const containers = containersOf(state, first);
  const rows = Array.from({ length: last.number - first.number + 1 }, (_, index) => {
    const { text, from: at } = state.doc.line(first.number + index);
    return text.slice(marksOf(containers, text, at).at(-1)?.to ?? 0);
  });
  const isInItem = containers.some(({ node }) => node.from >= first.from);
  const start = isInItem ? textStart(first, containers) : first.from;
  const widget = new TableWidget(rows.join("\n"), containers.length);
  return Decoration.replace({ widget, block: !isInItem }).range(start, last.to);
}
