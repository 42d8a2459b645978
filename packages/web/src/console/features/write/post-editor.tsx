import { type ReactElement, type RefObject, useDeferredValue, useEffect, useRef, useState } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Button, FileButton } from "../../components/controls.tsx";
import { Trouble } from "../../errors.tsx";
import { TextView } from "../../publications/text-view.tsx";
import { goTo } from "../../shell/routes.tsx";
import { EditorStatus } from "./editor-status.tsx";
import { FileDialog } from "./file-dialog.tsx";
import type { MarkdownEditor } from "./markdown-editor.ts";
import { PublishBar } from "./publish-bar.tsx";
import { type EditorStart, useDraft } from "./use-draft.ts";

/** The editor of a post: Markdown, its preview, its properties and the buttons that save and publish it. */
export function PostEditor({
  onCreated,
  ...start
}: EditorStart & { onCreated: (id: string) => void }): ReactElement {
  const messages = useMessages();
  const markdown = useRef<MarkdownEditor | null>(null);
  const [side, show] = useState<"write" | "read">("write");
  const [files, setFiles] = useState<readonly File[]>([]);
  const editor = useDraft(start, (id) => {
    onCreated(id);
    goTo(`/write/${id}`, { replace: true });
  });
  const seen = useDeferredValue(editor.text.body);
  const [file] = files;
  const hadFile = useRef(false);
  useEffect(() => {
    // While a dialog is open, nothing behind it can take the focus.
    if (hadFile.current && !file) markdown.current?.focus();
    hadFile.current = file !== undefined;
  }, [file]);
  const addFiles = (more: readonly File[]) => setFiles([...files, ...more]);
  return (
    <div className="post-editor" data-side={side}>
      <header className="editor-head">
        <h1 className="unseen">{messages.views.write}</h1>
        <EditorStatus editor={editor} />
        <div className="segments sides">
          {(["write", "read"] as const).map((name) => (
            <Button
              key={name}
              aria-pressed={side === name}
              onClick={() => show(name)}
              text={messages.write.sides[name]}
            />
          ))}
        </div>
        <FileButton look="quiet small" multiple onFiles={addFiles} text={messages.files.choose} />
        <PublishBar editor={editor} />
      </header>
      <div className="editor-sides">
        <MarkdownField
          key={editor.loads}
          text={editor.text.body}
          editor={markdown}
          onChange={(body) => editor.change({ ...editor.text, body })}
          onFiles={addFiles}
        />
        <section className="editor-preview" aria-label={messages.write.sides.read}>
          {seen.trim() === "" ? (
            <p className="hint">{messages.write.previewEmpty}</p>
          ) : (
            <TextView markdown={seen} />
          )}
        </section>
      </div>
      {file && (
        <FileDialog
          key={`${file.name}-${file.lastModified}-${files.length}`}
          file={file}
          onDone={(reference) => {
            if (reference !== null) markdown.current?.insert(reference);
            setFiles(files.slice(1));
          }}
        />
      )}
    </div>
  );
}

/** The Markdown editor, loaded on demand. It takes `text` once. */
function MarkdownField({
  text,
  editor,
  onChange,
  onFiles,
}: {
  text: string;
  editor: RefObject<MarkdownEditor | null>;
  onChange: (text: string) => void;
  onFiles: (files: readonly File[]) => void;
}): ReactElement {
  const messages = useMessages();
  const element = useRef<HTMLDivElement>(null);
  const latest = useRef({ onChange, onFiles });
  latest.current = { onChange, onFiles };
  const first = useRef({ text, label: messages.write.label, placeholder: messages.write.placeholder });
  const [isFailed, fail] = useState(false);
  useEffect(() => {
    let isGone = false;
    const styleNonce = document.getElementById("app")?.dataset.styleNonce ?? "";
    import("./markdown-editor.ts")
      .then(({ openMarkdownEditor }) => {
        if (isGone || !element.current) return;
        editor.current = openMarkdownEditor(element.current, {
          ...first.current,
          styleNonce,
          onChange: (next) => latest.current.onChange(next),
          onFiles: (files) => latest.current.onFiles(files),
        });
        editor.current.focus();
      })
      .catch(() => fail(true));
    return () => {
      isGone = true;
      editor.current?.close();
      editor.current = null;
    };
  }, [editor]);
  return (
    <div className="editor-text" ref={element}>
      <Trouble text={isFailed && messages.write.noEditor} />
    </div>
  );
}
