import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { drawSeal, sealOfNobody } from "../../../drawings/seal.ts";
import { readTitle } from "../../../markdown/opening.ts";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { inlineDrawing } from "../../elements.ts";
import { formatError } from "../../errors.tsx";
import { goTo } from "../../shell/routes.tsx";
import { SignDialog, type ToSign } from "../../signing/sign-dialog.tsx";
import { publishLocally } from "./publish-post.ts";
import type { EditorState } from "./use-draft.ts";

/** Saves a draft, publishes it on this site, or signs it and sends it to followers. */
export function PublishBar({ editor }: { editor: EditorState }): ReactElement {
  const messages = useMessages();
  const client = useQueryClient();
  const [toSign, setToSign] = useState<ToSign | null>(null);
  const [status, setStatus] = useState("");
  const { text, isPublished, isChanged } = editor;
  const latest = useRef(editor);
  latest.current = editor;

  const save = async () => {
    if (isPublished) return;
    if (await editor.save()) setStatus(messages.write.savedNow);
  };
  /** The saved draft, once the node stores all of the text. */
  const requireSaved = async () => {
    if (!latest.current.isPublished && !(await editor.save())) throw new Error(messages.write.saveFirst);
    await new Promise((resolve) => setTimeout(resolve));
    const { draft } = latest.current.status;
    if (!draft) throw new Error(messages.write.saveFirst);
    return draft;
  };
  const publish = useMutation({
    networkMode: "always",
    mutationFn: async () => {
      const { id, revision } = await requireSaved();
      return publishLocally({ id, revision, ...latest.current.text });
    },
    onSuccess: (published) => {
      editor.adopt(published);
      setStatus(messages.write.publishedNow);
      return client.invalidateQueries({ queryKey: ["posts"] });
    },
  });
  const sign = useMutation({
    networkMode: "always",
    mutationFn: async () => {
      if (latest.current.isPublished && latest.current.isChanged) await publish.mutateAsync();
      const { id } = await requireSaved();
      return id;
    },
    onSuccess: (id) => {
      const { body } = latest.current.text;
      setToSign({ id, title: readTitle(body), text: body });
    },
  });
  const isBusy = publish.isPending || sign.isPending;
  const isEmpty = text.body.trim() === "";
  usePublishKeys({
    save,
    publish: () => !isEmpty && publish.mutate(),
    sign: () => !isEmpty && sign.mutate(),
  });
  const error = sign.error ?? publish.error;
  return (
    <footer className="publish-bar">
      <p role="status">{error ? formatError(messages, error) : status}</p>
      {!isPublished && (
        <button type="button" className="quiet" disabled={isEmpty} onClick={save}>
          {messages.write.save}
          <small>{messages.write.saveHint}</small>
        </button>
      )}
      <button
        type="button"
        className="plain"
        disabled={isEmpty || isBusy || (isPublished && !isChanged)}
        onClick={() => publish.mutate()}
      >
        {isPublished ? messages.write.publishChanges : messages.write.publishLocally}
        <small>{messages.write.publishLocallyHint}</small>
      </button>
      <button type="button" disabled={isEmpty || isBusy} onClick={() => sign.mutate()}>
        <span className="with-seal">
          {inlineDrawing(drawSeal(sealOfNobody), "seal", null)}
          {messages.write.publish}
        </span>
        <small>{messages.write.publishHint}</small>
      </button>
      {toSign && (
        <SignDialog
          posts={[toSign]}
          onClose={(isSigned) => {
            setToSign(null);
            if (isSigned) goTo("/posts/signed");
          }}
        />
      )}
    </footer>
  );
}

/** Ctrl+S, Ctrl+Shift+Enter and Ctrl+Enter, also inside the editor; Cmd on a Mac. */
function usePublishKeys(actions: Readonly<Record<"save" | "publish" | "sign", () => unknown>>): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || document.querySelector("dialog[open]")) return;
      const isEnter = event.key === "Enter";
      if (!isEnter && event.key.toLowerCase() !== "s") return;
      event.preventDefault();
      latest.current[isEnter ? (event.shiftKey ? "publish" : "sign") : "save"]();
    };
    addEventListener("keydown", press, { capture: true });
    return () => removeEventListener("keydown", press, { capture: true });
  }, []);
}
