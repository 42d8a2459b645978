import { type ReactElement, useEffect, useRef, useState } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { goTo } from "../../shell/routes.tsx";
import { type EditorStart, useDraft } from "./drafts/use-draft.ts";
import { EditorHead } from "./editor-head.tsx";
import { TemplateChoice } from "./editor-menu.tsx";
import { useOutline } from "./outline.tsx";
import { PagePreview } from "./page-preview.tsx";
import { ProposalNote } from "./proposal-note.tsx";
import { TitleField } from "./surface/title-field.tsx";
import { useTitledText } from "./surface/use-titled-text.ts";
import { WritingField, type WritingSurface } from "./surface/writing-field.tsx";
import "./surface/surface.css";
import "./in-place/in-place.css";
import "./in-place/pictures.css";
import "./in-place/table-bar.css";
import "./surface/controls.css";

/** The editor of a post: its title and text in one column, its preview, its properties, and the buttons that publish it. */
export function PostEditor({
  onCreated,
  ...start
}: EditorStart & { onCreated: (id: string) => void }): ReactElement {
  const messages = useMessages();
  const surface = useRef<WritingSurface>(null);
  const titleField = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const [isPreview, setPreview] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const editor = useDraft(start, (id) => {
    onCreated(id);
    goTo(`/write/${id}`, { replace: true });
  });
  const { title, rest, version, change } = useTitledText(editor.text.body, (body) =>
    editor.change({ ...editor.text, body }),
  );
  const [begin] = useState(() => {
    if (editor.text.body === "") return () => titleField.current?.focus();
    return () => surface.current?.focus(start.beginning ? "start" : "end");
  });
  useEffect(() => begin(), [begin]);
  const wasPreview = useRef(false);
  useEffect(() => {
    if (wasPreview.current && !isPreview) surface.current?.focus();
    wasPreview.current = isPreview;
  }, [isPreview]);
  useFileDrop((files) => surface.current?.addFiles(files));
  const outline = useOutline(surface, { showText: () => setPreview(false) });
  const chooseFiles = () => chooser.current?.click();
  return (
    <div className={isFocused ? "post-editor is-focused" : "post-editor"}>
      <EditorHead
        editor={editor}
        title={title}
        titleField={titleField}
        isPreview={isPreview}
        onPreview={setPreview}
        isFocused={isFocused}
        onFocusMode={setFocused}
        onFind={() => surface.current?.act("find")}
        onOutline={outline.open}
        chooseFiles={chooseFiles}
      />
      {outline.dialog}
      {start.post?.state === "DRAFT" && <ProposalNote id={start.post.id} />}
      <div className="editor-column" hidden={isPreview}>
        <TitleField
          title={title}
          field={titleField}
          onChange={(next) => change({ title: next })}
          onLeaveDown={() => surface.current?.focus("start")}
        />
        <WritingField
          text={rest}
          version={version}
          surface={surface}
          isFocused={isFocused}
          draftId={editor.status.draft?.id ?? start.post?.id ?? null}
          onChange={(next) => change({ rest: next })}
          chooseFiles={chooseFiles}
          onLeaveUp={() => titleField.current?.focus()}
        />
      </div>
      {editor.text.body === "" && (
        <TemplateChoice onChoose={(body) => editor.change({ ...editor.text, body })} />
      )}
      {isPreview && (
        <PagePreview markdown={editor.text.body} id={editor.status.draft?.id ?? start.post?.id ?? null} />
      )}
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label={messages.files.choose}
        onChange={({ target }) => {
          surface.current?.addFiles([...(target.files ?? [])]);
          target.value = "";
        }}
      />
    </div>
  );
}

/** Takes files that are dropped anywhere on the page: the browser would leave the page to show them. */
function useFileDrop(onFiles: (files: readonly File[]) => void): void {
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    const over = (event: DragEvent) => event.dataTransfer?.types.includes("Files") && event.preventDefault();
    const drop = (event: DragEvent) => {
      const files = [...(event.dataTransfer?.files ?? [])];
      // The text itself handles files that are dropped on it.
      if (event.defaultPrevented || files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    };
    addEventListener("dragover", over);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("drop", drop);
    };
  }, []);
}
