import { undo } from "@codemirror/commands";
import { openSearchPanel } from "@codemirror/search";
import type { Command } from "@codemirror/view";
import type { ConsoleMessages } from "../../../../messages/console/en.ts";
import { goToFootnote } from "./footnotes.ts";
import { insertBlock, toggleLines, toggleLink, toggleWrap } from "./formatting.ts";

export type ActionName = keyof ConsoleMessages["editor"]["actions"];

/** An action of a writer besides typing. */
export interface Action {
  readonly name: ActionName;
  /** As CodeMirror writes it: `Mod` is Ctrl, or Cmd on a Mac. */
  readonly key?: string;
  /** Search words in the slash menu beside the name; without them, the action is not in the menu. */
  readonly slash?: string;
  /** Whether it is in the toolbar of a selection. */
  readonly isInToolbar?: boolean;
  /** Whether it is about words, not lines. */
  readonly isOfWords?: boolean;
  readonly run: Command;
}

const table = ["| ‸    |     |", "| --- | --- |", "|     |     |"].join("\n");
const diagram = "```mermaid\nflowchart LR\n  A --> B‸\n```";

const ofWords = { isInToolbar: true, isOfWords: true } as const;

/**
 * Every action, in the order in which it is shown: one list for the keys, the toolbar of a selection, the slash menu and the help.
 *
 * @param chooseFiles asks for pictures and files
 * @param openMenu opens the slash menu
 */
export function listActions(chooseFiles: () => void, openMenu: Command): readonly Action[] {
  return [
    { name: "bold", key: "Mod-b", ...ofWords, run: toggleWrap("StrongEmphasis") },
    { name: "italic", key: "Mod-i", ...ofWords, run: toggleWrap("Emphasis") },
    { name: "strike", key: "Mod-Shift-x", ...ofWords, run: toggleWrap("Strikethrough") },
    { name: "code", key: "Mod-e", ...ofWords, run: toggleWrap("InlineCode") },
    { name: "link", key: "Mod-k", ...ofWords, slash: "link url address", run: toggleLink },
    {
      name: "heading2",
      key: "Mod-Alt-2",
      isInToolbar: true,
      slash: "heading h2 title",
      run: toggleLines("heading2"),
    },
    { name: "heading3", key: "Mod-Alt-3", slash: "heading h3 title", run: toggleLines("heading3") },
    {
      name: "quote",
      key: "Mod-Shift-9",
      isInToolbar: true,
      slash: "quote blockquote",
      run: toggleLines("quote"),
    },
    { name: "bullets", key: "Mod-Shift-8", slash: "bullets list ul", run: toggleLines("bullets") },
    { name: "numbers", key: "Mod-Shift-7", slash: "numbers ordered list ol", run: toggleLines("numbers") },
    { name: "tasks", slash: "tasks todo list checkbox", run: toggleLines("tasks") },
    {
      name: "file",
      slash: "picture image photo file upload",
      run() {
        chooseFiles();
        return true;
      },
    },
    { name: "table", slash: "table grid", run: insertBlock(table) },
    { name: "codeBlock", slash: "code block pre", run: insertBlock("```\n‸\n```") },
    { name: "formula", slash: "formula math tex latex", run: insertBlock("$$\n‸\n$$") },
    { name: "diagram", slash: "diagram mermaid chart", run: insertBlock(diagram) },
    { name: "divider", slash: "divider rule line hr", run: insertBlock("---") },
    { name: "footnote", key: "Mod-Alt-f", ...ofWords, slash: "footnote note", run: goToFootnote },
    { name: "insert", run: openMenu },
    { name: "undo", key: "Mod-z", run: undo },
    { name: "find", key: "Mod-f", run: openSearchPanel },
  ];
}

/** A shortcut as the keyboard at hand has it: Ctrl, or ⌘ on a Mac. */
export function formatKey(key: string, isMac: boolean = /Mac|iP(hone|ad)/.test(navigator.platform)): string {
  const parts = key.split("-").map((part) => {
    if (isMac) return { Mod: "⌘", Alt: "⌥", Shift: "⇧" }[part] ?? part.toUpperCase();
    return part === "Mod" ? "Ctrl" : part.length === 1 ? part.toUpperCase() : part;
  });
  return parts.join(isMac ? "" : "+");
}
