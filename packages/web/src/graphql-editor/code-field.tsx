import type { Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { type ReactElement, type RefObject, useEffect, useRef } from "react";
import { useEditorMessages } from "../messages/graphql-editor/use-editor-messages.ts";
import { openCodeEditor } from "./code-editor.ts";

/** An editor for code, below its name. @param props.view receives the open editor */
export function CodeField({
  name,
  label,
  text,
  language,
  view,
  onChange,
  onRun,
}: {
  name: string;
  label: string;
  /** The text at the start. */
  text: string;
  language: Extension;
  view: RefObject<EditorView | null>;
  onChange?: (text: string) => void;
  onRun?: () => void;
}): ReactElement {
  const { phrases } = useEditorMessages();
  const place = useRef<HTMLDivElement>(null);
  const newest = useRef({ text, onChange, onRun });
  newest.current = { text, onChange, onRun };
  useEffect(() => {
    if (!place.current) return;
    const { text } = newest.current;
    const editor = openCodeEditor(place.current, {
      text,
      label,
      phrases,
      language,
      ...(newest.current.onChange && { onChange: (changed) => newest.current.onChange?.(changed) }),
      onRun: () => newest.current.onRun?.(),
    });
    view.current = editor;
    return () => {
      view.current = null;
      editor.destroy();
    };
  }, [label, phrases, language, view]);
  return (
    <section className={`code-field code-${name}`}>
      <h2>{label}</h2>
      <div ref={place} className="code" />
    </section>
  );
}
