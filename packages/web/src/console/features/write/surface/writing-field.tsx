import { type ReactElement, type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { formatError, Trouble } from "../../../errors.tsx";
import { readMediaType } from "../../../publications/use-played-files.ts";
import { askToSignIn, isSignedOut } from "../../../signing/fresh-session.ts";
import { describePicture, uploadAsMarkdown } from "../in-place/post-files.ts";
import { placeFiles, takeFiles } from "../in-place/waiting-files.ts";
import { knownMarks } from "./known-marks.ts";
import type { MarkdownEditor, MarkdownEditorOptions } from "./markdown-editor.ts";

/** The functions of the text that the rest of the page calls; a call waits for the editor if it needs it. */
export type WritingSurface = Pick<MarkdownEditor, "addFiles" | "act" | "focus" | "outline" | "goTo">;

/**
 * The text of a post: a plain text field that takes keys at once, and the Markdown editor in its place when that is loaded.
 * Without the editor, the owner continues in the field.
 *
 * @param props.version grows when the text was changed elsewhere; `text` then replaces the shown text
 */
export function WritingField({
  text,
  version,
  surface,
  isFocused,
  draftId,
  ...handlers
}: Pick<MarkdownEditorOptions, "onChange" | "chooseFiles" | "onLeaveUp"> & {
  /** The stored draft; null before the first save. */
  draftId: string | null;
  text: string;
  version: number;
  surface: RefObject<WritingSurface | null>;
  /** Whether focus mode is on. */
  isFocused: boolean;
}): ReactElement {
  const messages = useMessages();
  const place = useRef<HTMLDivElement>(null);
  const plain = useRef<HTMLTextAreaElement>(null);
  const isComposing = useRef(false);
  const waiting = useRef<File[]>([]);
  const [editor, setEditor] = useState<MarkdownEditor | null>(null);
  const [isFailed, fail] = useState(false);
  const latest = useRef({ ...handlers, messages, text, draftId });
  latest.current = { ...handlers, messages, text, draftId };

  useEffect(() => {
    let opened: MarkdownEditor | null = null;
    let isGone = false;
    const open = ({ openMarkdownEditor }: typeof import("./markdown-editor.ts")) => {
      const { current: field } = plain;
      if (isGone || !place.current || !field) return;
      if (isComposing.current) {
        // A word that an input method is composing would be lost.
        field.addEventListener("compositionend", () => setTimeout(open, 0, { openMarkdownEditor }), {
          once: true,
        });
        return;
      }
      const hadFocus = document.activeElement === field;
      const { selectionStart: anchor, selectionEnd: head, value } = field;
      const { messages: texts } = latest.current;
      opened = openMarkdownEditor(place.current, {
        text: field.readOnly ? latest.current.text : value,
        selection: { anchor, head },
        styleNonce: document.getElementById("app")?.dataset.styleNonce ?? "",
        texts: texts.editor,
        messages: { ...texts.editor, ...texts.pictures },
        upload: uploadAsMarkdown,
        describe: describePicture,
        readMediaType,
        marks: knownMarks(),
        formatError: (error) => formatError(texts, error),
        remedyOf: (error) => (isSignedOut(error) ? { text: texts.signInAgain, act: askToSignIn } : null),
        onChange: (next) => latest.current.onChange(next),
        draftId: () => latest.current.draftId,
        chooseFiles: () => latest.current.chooseFiles(),
        onLeaveUp: () => latest.current.onLeaveUp(),
      });
      if (hadFocus) opened.focus();
      const own = opened;
      // In the same frame: for one with both of them, the text would be below the field.
      flushSync(() => setEditor(own));
      void takeFiles(latest.current.draftId).then((files) => !isGone && own.goOnWith(files));
    };
    import("./markdown-editor.ts").then(open, () => fail(true));
    return () => {
      isGone = true;
      opened?.close();
      setEditor(null);
    };
  }, []);

  useEffect(() => {
    surface.current = editor ?? {
      addFiles: (files) => waiting.current.push(...files),
      act() {},
      outline: () => ({ headings: [], current: null }),
      goTo() {},
      focus: (at) => focusPlain(plain.current, at),
    };
    if (editor && waiting.current.length > 0) editor.addFiles(waiting.current.splice(0));
  }, [editor, surface]);
  const shown = useRef(version);
  useEffect(() => {
    if (shown.current === version) return;
    shown.current = version;
    if (editor) editor.replace(text);
    else if (plain.current) plain.current.value = text;
  }, [editor, text, version]);
  useEffect(() => editor?.setFocusMode(isFocused), [editor, isFocused]);
  useEffect(() => {
    if (draftId !== null) void placeFiles(draftId);
  }, [draftId]);

  return (
    <div className="editor-text" ref={place}>
      {!editor && (
        <textarea
          ref={plain}
          className="plain-text"
          dir="auto"
          defaultValue={text}
          // The field would make other line ends its own.
          readOnly={text.includes("\r")}
          aria-label={messages.editor.label}
          placeholder={messages.editor.placeholder}
          onChange={({ target }) => handlers.onChange(target.value)}
          onCompositionStart={() => {
            isComposing.current = true;
          }}
          onCompositionEnd={() => {
            isComposing.current = false;
          }}
        />
      )}
      <Trouble text={isFailed && messages.editor.failed} />
    </div>
  );
}

function focusPlain(field: HTMLTextAreaElement | null, at?: "start" | "end"): void {
  const position = at === "end" ? (field?.value.length ?? 0) : 0;
  if (at) field?.setSelectionRange(position, position);
  field?.focus();
}
