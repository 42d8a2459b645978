import { type ReactElement, type RefObject, useEffect, useRef, useState } from "react";
import { useWords } from "../../words/use-words.ts";
import type { Editor } from "./editor.ts";

export interface SheetEditorProps {
  readonly text: string;
  readonly editor: RefObject<Editor | null>;
  readonly onChange: (text: string) => void;
  readonly onFiles: (files: readonly File[]) => void;
}

/** The editor, fetched when it is needed; it gets its text once and keeps it from there. */
export function SheetEditor({ text, editor, onChange, onFiles }: SheetEditorProps): ReactElement {
  const words = useWords();
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef({ onChange, onFiles });
  latest.current = { onChange, onFiles };
  const first = useRef({ text, label: words.write.label, placeholder: words.write.placeholder });
  const [isFailed, fail] = useState(false);
  useEffect(() => {
    let isGone = false;
    const styleNonce = document.getElementById("app")?.dataset.styleNonce ?? "";
    import("./editor.ts")
      .then(({ openEditor }) => {
        if (isGone || !place.current) return;
        editor.current = openEditor(place.current, {
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
    <div className="sheet-editor" ref={place}>
      {isFailed && (
        <p role="alert" className="trouble">
          {words.write.noEditor}
        </p>
      )}
    </div>
  );
}
