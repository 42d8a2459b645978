import { useMutation } from "@tanstack/react-query";
import { lazy, type ReactElement, Suspense, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { Button } from "../../../components/controls.tsx";
import { inlineDrawing } from "../../../elements.ts";
import { Trouble } from "../../../errors.tsx";
import { goTo } from "../../../shell/routes.tsx";
import type { EditorState } from "../drafts/use-draft.ts";
import { editorIcons } from "../editor-icons.ts";
import { countWaiting, subscribeWaiting } from "../in-place/waiting-files.ts";
import { Notices } from "../notices.tsx";
import "../../../styles/publish.css";

const ConflictDialog = lazy(() => import("../drafts/conflict-dialog.tsx"));
const PostPanel = lazy(() => import("../post-panel.tsx"));
const PublishDialog = lazy(() => import("./publish-dialog.tsx"));

/** The button that opens the Publish dialog, and its shortcuts. */
export function PublishBar({ editor }: { editor: EditorState }): ReactElement {
  const messages = useMessages();
  const { publishing } = messages;
  const { text, isPublished, isChanged } = editor;
  const [isOpen, setOpen] = useState(false);
  const [compares, setCompares] = useState(false);
  const [isSavedNow, setSavedNow] = useState(false);
  const [showsPanel, showPanel] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const isEmpty = text.body.trim() === "";
  const save = async () => setSavedNow(await editor.save());
  const discard = useMutation({ networkMode: "always", mutationFn: editor.discard });
  const waiting = useSyncExternalStore(subscribeWaiting, countWaiting);
  const [isHeld, hold] = useState(false);
  const publish = () => {
    if (isEmpty) return;
    hold(waiting > 0);
    setOpen(waiting === 0);
  };
  usePublishKeys({ save, publish });
  const label = isPublished ? (isChanged ? "update" : "signAndSend") : "publish";
  return (
    <div className="publish-bar">
      <p role="status">
        {isSavedNow &&
          editor.status.state === "saved" &&
          messages.write.savedNow[isChanged ? "changed" : isPublished ? "same" : "draft"]}
      </p>
      <Notices>
        {isHeld && waiting > 0 && <p>{messages.files.stillWaiting(waiting)}</p>}
        {editor.wasChanged && isChanged && editor.status.state !== "conflict" && (
          <p>
            <span>{messages.write.changes.open}</span>
            <Button
              look="plain small"
              disabled={discard.isPending}
              onClick={() => discard.mutate()}
              text={messages.write.changes.discard}
            />
            <Button look="plain small" onClick={publish} text={publishing.act.update} />
          </p>
        )}
        <Trouble error={discard.error} />
      </Notices>
      <button
        type="button"
        ref={opener}
        className="quiet small tool"
        aria-expanded={showsPanel}
        onClick={() => showPanel(!showsPanel)}
      >
        {inlineDrawing(editorIcons.settings, "icon", null)}
        <span>{publishing.settings.title}</span>
      </button>
      <Button disabled={isEmpty} onClick={publish} text={publishing[label]} />
      <Suspense>
        {showsPanel && (
          <PostPanel
            editor={editor}
            onClose={() => {
              showPanel(false);
              opener.current?.focus();
            }}
          />
        )}
        {isOpen && (
          <PublishDialog
            editor={editor}
            onClose={(isSigned) => {
              setOpen(false);
              if (isSigned) goTo("/posts/signed");
            }}
            onCompare={() => {
              setOpen(false);
              setCompares(true);
            }}
          />
        )}
        {compares && <ConflictDialog editor={editor} onClose={() => setCompares(false)} />}
      </Suspense>
    </div>
  );
}

/** Ctrl+S and Ctrl+Enter, also inside the editor; Cmd on a Mac. */
function usePublishKeys(actions: Readonly<Record<"save" | "publish", () => unknown>>): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || document.querySelector("dialog[open]")) return;
      const isEnter = event.key === "Enter";
      if (!isEnter && event.key.toLowerCase() !== "s") return;
      event.preventDefault();
      latest.current[isEnter ? "publish" : "save"]();
    };
    addEventListener("keydown", press, { capture: true });
    return () => removeEventListener("keydown", press, { capture: true });
  }, []);
}
