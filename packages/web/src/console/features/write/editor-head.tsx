import { type ReactElement, type RefObject, useEffect, useState } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { inlineDrawing } from "../../elements.ts";
import { usePageTitle } from "../../shell/shell-context.ts";
import type { EditorState } from "./drafts/use-draft.ts";
import { editorIcons } from "./editor-icons.ts";
import { EditorMenu } from "./editor-menu.tsx";
import { EditorStatus } from "./editor-status.tsx";
import { PublishBar } from "./publish/publish-bar.tsx";

/**
 * The row above the text, which stays at the top of the window and never changes its height: the post, whether it is saved, the
 * tools, and Publish.
 *
 * @param props.titleField the title is in the row while this field is out of sight
 */
export function EditorHead({
  editor,
  title,
  titleField,
  isPreview,
  onPreview,
  isFocused,
  onFocusMode,
  onFind,
  onOutline,
  chooseFiles,
}: {
  editor: EditorState;
  title: string;
  titleField: RefObject<HTMLElement | null>;
  isPreview: boolean;
  onPreview: (isOn: boolean) => void;
  isFocused: boolean;
  onFocusMode: (isOn: boolean) => void;
  onFind: () => void;
  onOutline: () => void;
  chooseFiles: () => void;
}): ReactElement {
  const messages = useMessages();
  usePageTitle(title || messages.views.write);
  const isTitleSeen = useSeen(titleField);
  return (
    <header className="editor-head">
      <h1 className="unseen">{messages.views.write}</h1>
      <div className="editor-where">
        {!isTitleSeen && <p className="editor-name">{title || messages.signing.untitled}</p>}
        <EditorStatus editor={editor} />
      </div>
      {isFocused && (
        <Button look="plain small" onClick={() => onFocusMode(false)} text={messages.editor.endFocusMode} />
      )}
      <div className="editor-tools">
        <button type="button" className="quiet small tool" onClick={chooseFiles}>
          {inlineDrawing(editorIcons.picture, "icon", null)}
          <span>{messages.files.choose}</span>
        </button>
        <button
          type="button"
          className="quiet small tool"
          aria-pressed={isPreview}
          onClick={() => onPreview(!isPreview)}
        >
          {inlineDrawing(editorIcons.preview, "icon", null)}
          <span>{messages.write.preview}</span>
        </button>
        <EditorMenu
          editor={editor}
          isFocused={isFocused}
          onFocusMode={onFocusMode}
          onFind={onFind}
          onOutline={onOutline}
        />
      </div>
      <PublishBar editor={editor} />
    </header>
  );
}

/** Whether an element is in the window, below the row. */
function useSeen(of: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(true);
  useEffect(() => {
    if (!of.current) return;
    const watch = (entries: readonly IntersectionObserverEntry[]) =>
      setSeen(entries.at(-1)?.isIntersecting !== false);
    const observer = new IntersectionObserver(watch, { rootMargin: "-56px 0px 0px" });
    observer.observe(of.current);
    return () => observer.disconnect();
  }, [of]);
  return isSeen;
}
