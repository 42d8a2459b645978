import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { json, jsonLanguage, jsonParseLinter } from "@codemirror/lang-json";
import { syntaxTree } from "@codemirror/language";
import { type Diagnostic, linter } from "@codemirror/lint";
import { type Extension, StateEffect } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { GraphqlEditorMessages } from "../messages/graphql-editor/en.ts";
import { type DeclaredVariable, readVariables } from "./operations.ts";

/** Says that the operations declare other variables now. */
export const checkAgain = StateEffect.define<null>();

type Texts = Pick<GraphqlEditorMessages, "unknownVariable" | "missingVariable">;

/**
 * JSON with the variables that the operations declare: their names are completed, and one that is unknown or missing is marked.
 *
 * @param declared is called with each completion and check
 */
export function variablesLanguage(declared: () => readonly DeclaredVariable[], texts: Texts): Extension {
  const checkJson = jsonParseLinter();
  return [
    json(),
    jsonLanguage.data.of({ autocomplete: (at: CompletionContext) => completeName(at, declared()) }),
    linter(
      (view) =>
        "value" in readVariables(view.state.doc.toString())
          ? checkNames(view, declared(), texts)
          : view.state.doc.length > 0
            ? checkJson(view)
            : [],
      {
        needsRefresh: ({ transactions }) =>
          transactions.some(({ effects }) => effects.some((effect) => effect.is(checkAgain))),
      },
    ),
  ];
}

function completeName(at: CompletionContext, declared: readonly DeclaredVariable[]): CompletionResult | null {
  const word = at.matchBefore(/"?\w*/);
  const node = syntaxTree(at.state).resolveInner(at.pos, -1);
  const property = node.name === "PropertyName" ? node.parent : null;
  const holder = property
    ? property.parent
    : node.name === "Object"
      ? node
      : node.type.isError
        ? node.parent
        : null;
  const isName = holder?.name === "Object" && holder.parent?.name === "JsonText";
  if (!word || !isName || (word.from === word.to && !at.explicit)) return null;
  return {
    from: word.from,
    to: at.state.sliceDoc(at.pos, at.pos + 1) === '"' ? at.pos + 1 : at.pos,
    options: declared.map(({ name, type }) => ({
      label: `"${name}"`,
      detail: type,
      apply: `"${name}": `,
      type: "property",
    })),
  };
}

function checkNames(view: EditorView, declared: readonly DeclaredVariable[], texts: Texts): Diagnostic[] {
  const names = new Map<string, { from: number; to: number }>();
  const top = syntaxTree(view.state).topNode.getChild("Object");
  for (const property of top?.getChildren("Property") ?? []) {
    const name = property.getChild("PropertyName");
    if (name) names.set(view.state.sliceDoc(name.from + 1, name.to - 1), { from: name.from, to: name.to });
  }
  const unknown = [...names]
    .filter(([name]) => !declared.some((one) => one.name === name))
    .map(([name, place]) => ({
      ...place,
      severity: "warning" as const,
      message: texts.unknownVariable(name),
    }));
  const place = { from: top?.from ?? 0, to: top ? top.from + 1 : view.state.doc.length };
  const missing = declared
    .filter(({ name, isRequired }) => isRequired && !names.has(name))
    .map(({ name, type }) => ({
      ...place,
      severity: "error" as const,
      message: texts.missingVariable(name, type),
    }));
  return [...unknown, ...missing];
}
