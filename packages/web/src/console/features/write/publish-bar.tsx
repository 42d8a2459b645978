import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { drawSeal, sealOfNobody } from "../../../drawings/seal.ts";
import { readTitle } from "../../../markdown/opening.ts";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { inlineDrawing } from "../../elements.ts";
import { formatError } from "../../errors.tsx";
import { goTo } from "../../shell/routes.tsx";
import type { ToSign } from "../../signing/publication-signing.ts";
import { SignDialog } from "../../signing/sign-dialog.tsx";
import { publishLocally } from "./publish-post.ts";
import type { EditorState } from "./use-draft.ts";

/** What can be done with a text: keep it, show it here, or sign and send it. */
export function PublishBar({ sheet }: { sheet: EditorState }): ReactElement {
  const messages = useMessages();
  const client = useQueryClient();
  const [toSign, setToSign] = useState<ToSign | null>(null);
  const [texts, say] = useState("");
  const { text, isPublished, isChanged } = sheet;
  const latest = useRef(sheet);
  latest.current = sheet;

  const keep = async () => {
    if (isPublished) return;
    if (await sheet.save()) say(messages.write.savedNow);
  };
  /** The id and revision of what the node has, once it has all of the text. */
  const requireKept = async () => {
    if (!latest.current.isPublished && !(await sheet.save())) throw new Error(messages.write.saveFirst);
    await new Promise((resolve) => setTimeout(resolve));
    const { draft } = latest.current.status;
    if (!draft) throw new Error(messages.write.saveFirst);
    return draft;
  };
  const show = useMutation({
    networkMode: "always",
    mutationFn: async () => {
      const { id, revision } = await requireKept();
      return publishLocally({ id, revision, ...latest.current.text });
    },
    onSuccess: ({ revision, scheduledAt }) => {
      sheet.adopt({ revision, scheduledAt, isShown: true });
      say(messages.write.publishedNow);
      return client.invalidateQueries({ queryKey: ["posts"] });
    },
  });
  const sign = useMutation({
    networkMode: "always",
    mutationFn: async () => {
      if (latest.current.isPublished && latest.current.isChanged) await show.mutateAsync();
      const { id } = await requireKept();
      return id;
    },
    onSuccess: (id) => {
      const { body } = latest.current.text;
      setToSign({ id, title: readTitle(body), text: body });
    },
  });
  const isBusy = show.isPending || sign.isPending;
  const isEmpty = text.body.trim() === "";
  usePublishKeys({ keep, show: () => !isEmpty && show.mutate(), sign: () => !isEmpty && sign.mutate() });
  const error = sign.error ?? show.error;
  return (
    <footer className="verbs">
      <p role="status">{error ? formatError(messages, error) : texts}</p>
      {!isPublished && (
        <button type="button" className="quiet" disabled={isEmpty} onClick={keep}>
          {messages.write.save}
          <small>{messages.write.saveHint}</small>
        </button>
      )}
      <button
        type="button"
        className="plain"
        disabled={isEmpty || isBusy || (isPublished && !isChanged)}
        onClick={() => show.mutate()}
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

/** Ctrl+S, Ctrl+Shift+Enter and Ctrl+Enter, also in the sheet; Cmd where that is the key. */
function usePublishKeys(acts: { keep: () => unknown; show: () => unknown; sign: () => unknown }): void {
  const latest = useRef(acts);
  latest.current = acts;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || document.querySelector("dialog[open]")) return;
      const verb =
        event.key.toLowerCase() === "s"
          ? "keep"
          : event.key !== "Enter"
            ? null
            : event.shiftKey
              ? "show"
              : "sign";
      if (verb === null) return;
      event.preventDefault();
      latest.current[verb]();
    };
    addEventListener("keydown", press, { capture: true });
    return () => removeEventListener("keydown", press, { capture: true });
  }, []);
}
