import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactElement, Suspense, useEffect, useRef, useState } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { inlineDrawing } from "../../elements.ts";
import { formatError, Trouble } from "../../errors.tsx";
import type { EditorState } from "./drafts/use-draft.ts";
import { editorIcons } from "./editor-icons.ts";
import { deleteTemplate, readTemplates, saveTemplate } from "./templates.ts";
import { WordCount } from "./word-count.tsx";

/** It lists the actions of the editor, and so comes with that. */
const EditorHelp = lazy(() => import("./surface/editor-help.tsx"));

/** The menu beside the text: find and replace, focus mode, templates, help. */
export function EditorMenu({
  editor,
  isFocused,
  onFocusMode,
  onFind,
  onOutline,
}: {
  editor: EditorState;
  isFocused: boolean;
  onFocusMode: (isOn: boolean) => void;
  onFind: () => void;
  onOutline: () => void;
}): ReactElement {
  const messages = useMessages();
  const text = editor.text.body;
  const { more, focusMode, outline, templates, help, actions } = messages.editor;
  const menu = useRef<HTMLDetailsElement>(null);
  const [showsHelp, showHelp] = useState(false);
  const [note, setNote] = useState("");
  useEditorKey("f", () => onFocusMode(!isFocused));
  useEditorKey("o", onOutline);
  const close = () => {
    if (menu.current) menu.current.open = false;
  };
  const act = (run: () => void) => () => {
    close();
    run();
  };
  const discard = () =>
    editor.discard().then(
      () => setNote(messages.write.changes.discarded),
      (error) => setNote(formatError(messages, error)),
    );
  const client = useQueryClient();
  const save = () =>
    saveTemplate(text).then(
      ({ name }) => {
        setNote(templates.saved(name));
        void client.invalidateQueries({ queryKey: templatesKey });
      },
      (error) => setNote(formatError(messages, error)),
    );
  return (
    <>
      <details
        className="editor-menu"
        ref={menu}
        onPointerDown={({ target, currentTarget }) => target === currentTarget && close()}
        onToggle={({ currentTarget }) => currentTarget.open && setNote("")}
        onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || close()}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          close();
          event.currentTarget.querySelector("summary")?.focus();
        }}
      >
        <summary className="small tool">
          {inlineDrawing(editorIcons.more, "icon", null)}
          <span>{more}</span>
        </summary>
        <div>
          <WordCount text={text} look="hint for-narrow" />
          <Button look="quiet" onClick={act(onFind)} text={actions.find} />
          <Button look="quiet" onClick={act(onOutline)} text={outline.title} />
          <Button
            look="quiet"
            aria-pressed={isFocused}
            onClick={act(() => onFocusMode(!isFocused))}
            text={focusMode}
          />
          <Button look="quiet" disabled={text.trim() === ""} onClick={save} text={templates.save} />
          <Button look="quiet" onClick={act(() => showHelp(true))} text={help} />
          {editor.isChanged && (
            <Button look="quiet" onClick={discard} text={messages.write.changes.discard} />
          )}
          <p role="status" className="hint">
            {note}
          </p>
        </div>
      </details>
      {showsHelp && (
        <Suspense>
          <EditorHelp onClose={() => showHelp(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Ctrl, or Cmd on a Mac, with Shift and a letter, anywhere in the editor. */
function useEditorKey(letter: string, run: () => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isIt = (event.ctrlKey || event.metaKey) && event.shiftKey && event.key.toLowerCase() === letter;
      if (!isIt || document.querySelector("dialog[open]")) return;
      // Before the text takes it for Ctrl+F.
      event.stopPropagation();
      event.preventDefault();
      latest.current();
    };
    addEventListener("keydown", press, { capture: true });
    return () => removeEventListener("keydown", press, { capture: true });
  }, [letter]);
}

const templatesKey = ["templates"];

/** The templates to start an empty post from; nothing without any. */
export function TemplateChoice({ onChoose }: { onChoose: (text: string) => void }): ReactElement | null {
  const messages = useMessages();
  const { templates } = messages.editor;
  const { data: all = [], refetch } = useQuery({ queryKey: templatesKey, queryFn: readTemplates });
  const [problem, setProblem] = useState<unknown>(null);
  const remove = (name: string) => deleteTemplate({ name }).then(() => refetch(), setProblem);
  if (all.length === 0) return null;
  return (
    <section className="template-choice" aria-label={templates.begin}>
      <p className="label">{templates.begin}</p>
      <ul>
        {all.map(({ name, body }) => (
          <li key={name}>
            <Button look="plain small" onClick={() => onChoose(body)} text={name} />
            <Button
              look="quiet small"
              aria-label={templates.remove(name)}
              onClick={() => void remove(name)}
              text="×"
            />
          </li>
        ))}
      </ul>
      <Trouble error={problem} />
    </section>
  );
}
