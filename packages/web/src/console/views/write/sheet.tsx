import { type ReactElement, useDeferredValue, useRef, useState } from "react";
import { TextView } from "../../publications/text-view.tsx";
import { goTo } from "../../shell/route.ts";
import { useWords } from "../../words/use-words.ts";
import type { Editor } from "./editor.ts";
import { FileDialog } from "./file-dialog.tsx";
import { SheetEditor } from "./sheet-editor.tsx";
import { SheetFoot } from "./sheet-foot.tsx";
import { SheetStatus } from "./sheet-status.tsx";
import { useSheet } from "./use-sheet.ts";
import { Verbs } from "./verbs.tsx";
import type { OpenedPost } from "./write.tsx";

/** A text in writing: the sheet, what readers will see beside it, and what can be done with it below. */
export function Sheet({
  post,
  beginning = null,
  onBorn,
}: {
  post: OpenedPost | null;
  beginning?: string | null;
  onBorn: (id: string) => void;
}): ReactElement {
  const words = useWords();
  const editor = useRef<Editor | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const [side, show] = useState<"write" | "read">("write");
  const [files, setFiles] = useState<readonly File[]>([]);
  const sheet = useSheet({ post, beginning }, (id) => {
    onBorn(id);
    goTo(`/write/${id}`, { replace: true });
  });
  const seen = useDeferredValue(sheet.text.body);
  const [file] = files;
  return (
    <div className="sheet" data-side={side}>
      <header className="sheet-head">
        <h1 className="unseen">{words.places.write}</h1>
        <SheetStatus sheet={sheet} />
        <div className="segments sides">
          {(["write", "read"] as const).map((name) => (
            <button key={name} type="button" aria-pressed={side === name} onClick={() => show(name)}>
              {words.write.sides[name]}
            </button>
          ))}
        </div>
        <button type="button" className="quiet small" onClick={() => chooser.current?.click()}>
          {words.files.choose}
        </button>
        <input
          ref={chooser}
          type="file"
          hidden
          multiple
          aria-label={words.files.choose}
          onChange={({ target }) => {
            setFiles([...files, ...(target.files ?? [])]);
            target.value = "";
          }}
        />
      </header>
      <div className="sheet-sides">
        <SheetEditor
          text={sheet.text.body}
          editor={editor}
          onChange={(body) => sheet.change({ ...sheet.text, body })}
          onFiles={(more) => setFiles([...files, ...more])}
        />
        <section className="sheet-preview" aria-label={words.write.preview}>
          {seen.trim() === "" ? (
            <p className="hint">{words.write.previewEmpty}</p>
          ) : (
            <TextView markdown={seen} headingShift={1} />
          )}
        </section>
      </div>
      <SheetFoot sheet={sheet} />
      <Verbs sheet={sheet} />
      {file && (
        <FileDialog
          key={`${file.name}-${file.lastModified}-${files.length}`}
          file={file}
          onDone={(markdown) => {
            if (markdown !== null) editor.current?.insert(markdown);
            setFiles(files.slice(1));
          }}
        />
      )}
    </div>
  );
}
