import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactElement, type ReactNode, useState } from "react";
import { drawSeal, sealOfNobody } from "../../../../drawings/seal.ts";
import { readTitle } from "../../../../markdown/text/opening.ts";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { Modal } from "../../../components/confirm-dialog.tsx";
import { Button } from "../../../components/controls.tsx";
import { formatDateTime } from "../../../components/format.ts";
import { inlineDrawing } from "../../../elements.ts";
import { Trouble } from "../../../errors.tsx";
import { ApiError } from "../../../graphql.ts";
import { findFiles } from "../../../publications/referenced-files.ts";
import { type SignedPost, usePostSigningTask } from "../../../signing/sign-posts.ts";
import { SigningSteps } from "../../../signing/signing-steps.tsx";
import { useMessageSigning } from "../../../signing/use-message-signing.ts";
import type { EditorState } from "../drafts/use-draft.ts";
import { MissingFiles } from "./missing-files.tsx";
import { NewsletterChoice, useIsMailed } from "./newsletter-choice.tsx";
import { PublishDate, toInput } from "./publish-date.tsx";
import { type Outcome, PublishOutcome } from "./publish-outcome.tsx";
import { publishText, refreshLists, schedulePost } from "./publish-post.ts";

/** To followers with a signature, or on this site without one. */
type Audience = "signed" | "local";

/**
 * Asks how and when a post is published, says which steps are final, and shows the published post.
 *
 * @param onClose receives whether the post is signed now, so that no editor can change it
 */
export default function PublishDialog({
  editor,
  onClose,
  onCompare,
}: {
  editor: EditorState;
  onClose: (isSigned: boolean) => void;
  /** Called if the post was changed elsewhere. */
  onCompare: () => void;
}): ReactElement {
  const messages = useMessages();
  const { publishing } = messages;
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const state = usePublishing(editor, setOutcome);
  const { signing, audience } = state;
  const signed = signing.result?.value ?? null;
  const shown = outcome ?? (signed && describeSigned(signed));
  const heading = (
    <>
      {inlineDrawing(drawSeal(sealOfNobody), "seal", null)}
      {shown ? publishing.done[shown.at === null ? "now" : "later"] : publishing.publish}
    </>
  );
  return (
    <Modal title={heading} look="signing publish-dialog" onClose={() => onClose(signed !== null)}>
      {shown ? (
        <PublishOutcome id={state.id} outcome={shown} />
      ) : (
        <form onSubmit={state.submit}>
          <p className="publish-title">{readTitle(editor.text.body) || messages.signing.untitled}</p>
          <AudienceChoice editor={editor} audience={audience} onChange={state.setAudience} />
          {audience === "local" && !editor.isPublished && (
            <PublishDate at={state.at} onChange={state.setAt} />
          )}
          {state.id !== "" && <NewsletterChoice id={state.id} isPublished={editor.isPublished} />}
          <MissingFiles body={editor.text.body} />
          <Consequence state={state} editor={editor} />
          {audience === "signed" && !state.updatesFirst ? (
            <SigningSteps
              signing={signing}
              sending={messages.signing.sending}
              resumable={messages.signing.resumable}
              checksWords
            />
          ) : (
            <Button
              type="submit"
              disabled={state.isBusy || state.at === ""}
              text={publishing.act[state.act]}
            />
          )}
          <Trouble error={state.error} />
          {state.takeSlug && (
            <Button look="plain" onClick={state.takeSlug} text={messages.write.takeSlug(editor.text.slug)} />
          )}
          {state.isElsewhere && <Button look="plain" onClick={onCompare} text={messages.conflict.open} />}
        </form>
      )}
      <form method="dialog" className="choices">
        <Button type="submit" look="plain" text={shown ? messages.close : messages.cancel} />
        {!shown && editor.scheduledAt && (
          <Button
            look="quiet"
            disabled={state.isBusy}
            onClick={state.cancelDate}
            text={publishing.cancelDate}
          />
        )}
      </form>
    </Modal>
  );
}

function usePublishing(editor: EditorState, onDone: (outcome: Outcome) => void) {
  const client = useQueryClient();
  const { isPublished, isChanged, text } = editor;
  const [audience, setAudience] = useState<Audience>(isChanged || editor.scheduledAt ? "local" : "signed");
  // Null for now, empty until the owner has chosen a date.
  const [at, setAt] = useState(editor.scheduledAt && toInput(new Date(editor.scheduledAt)));
  const saved = useQuery({
    queryKey: ["saved-draft"],
    queryFn: editor.requireSaved,
    gcTime: 0,
    retry: false,
    networkMode: "always",
  });
  const updatesFirst = isPublished && isChanged && audience === "signed";
  const post = { id: saved.data?.id ?? "", title: readTitle(text.body), text: text.body };
  const signing = useMessageSigning(
    usePostSigningTask([post], saved.data !== undefined && audience === "signed" && !updatesFirst),
  );
  const publish = useMutation({
    networkMode: "always",
    mutationFn: async ({ when, takeSlug }: { when: string | null; takeSlug: boolean }) => {
      const draft = await editor.requireSaved();
      const changed =
        when === null
          ? await publishText({ ...draft, takeSlug, ...text })
          : await schedulePost(draft.id, new Date(when).toISOString(), text.body);
      await editor.adopt(changed);
      await refreshLists(client);
      return changed;
    },
    onSuccess: ({ url, scheduledAt }) => {
      if (!updatesFirst) onDone({ url, people: null, at: scheduledAt });
    },
  });
  const cancel = useMutation({
    networkMode: "always",
    mutationFn: async () => {
      const { id } = await editor.requireSaved();
      await editor.adopt(await schedulePost(id, null, text.body));
      setAt(null);
      await refreshLists(client);
    },
  });
  const act: "first" | "update" | "later" | "local" = updatesFirst
    ? "first"
    : isPublished
      ? "update"
      : at !== null
        ? "later"
        : "local";
  return {
    id: post.id,
    audience,
    setAudience,
    at,
    setAt,
    act,
    signing,
    updatesFirst,
    isSaving: saved.isPending,
    isBusy: saved.isPending || publish.isPending || cancel.isPending,
    error: saved.error ?? publish.error ?? cancel.error,
    isElsewhere: publish.error instanceof ApiError && publish.error.code === "CONFLICT",
    cancelDate: () => cancel.mutate(),
    submit(event: FormEvent): void {
      event.preventDefault();
      if (act !== "first" && audience === "signed") return;
      publish.mutate({ when: act === "later" ? at : null, takeSlug: false });
    },
    /** Publishes with a slug that was the address of another post; null where there is nothing to take over. */
    takeSlug:
      publish.error instanceof ApiError && publish.error.reason === "OLD_ADDRESS"
        ? () => publish.mutate({ when: null, takeSlug: true })
        : null,
  };
}

function describeSigned(signed: readonly SignedPost[]): Outcome {
  // Files come before the post that refers to them.
  const post = signed.at(-1);
  return {
    url: post?.publication.url ?? null,
    people: Math.max(0, ...signed.map(({ recipients }) => recipients)),
    at: null,
  };
}

function AudienceChoice({
  editor: { isPublished, isChanged },
  audience,
  onChange,
}: {
  editor: EditorState;
  audience: Audience;
  onChange: (audience: Audience) => void;
}): ReactElement | null {
  const { publishing } = useMessages();
  // A published post without changes can only be signed.
  if (isPublished && !isChanged) return null;
  return (
    <fieldset className="audiences">
      <legend>{publishing.audience}</legend>
      {(["signed", "local"] as const).map((one) => (
        <label key={one} className={one === audience ? "is-chosen" : undefined}>
          <input type="radio" name="audience" checked={one === audience} onChange={() => onChange(one)} />
          <span>
            <strong>{publishing.audiences[one]}</strong>
            <small>{publishing.about[one]}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** The effect of publishing: the data and its receivers, and the part that can't be undone. */
function Consequence({
  state: { id, audience, at, signing, updatesFirst, isSaving },
  editor,
}: {
  state: ReturnType<typeof usePublishing>;
  editor: EditorState;
}): ReactElement {
  const messages = useMessages();
  const { publishing } = messages;
  const isMailed = useIsMailed(id) && !editor.isPublished;
  const files = findFiles([editor.text.body]).length;
  const prepared = signing.prepared.data;
  let text: ReactNode = isMailed ? publishing.canChangeButMail : publishing.canChange;
  if (at !== null) text = publishing.canChangeUntil;
  if (updatesFirst) text = publishing.updateFirst;
  else if (audience === "signed") {
    text = prepared ? publishing.cannotChange(prepared.people) : null;
    if (signing.prepared.isFetching && !prepared) text = messages.signing.counting;
  }
  return (
    <div className="consequence">
      {isSaving && <p>{publishing.preparing}</p>}
      {audience === "signed" && <p>{messages.signing.by[signing.kind].about}</p>}
      {files > 0 && !prepared?.files && <p>{publishing.includes(files)}</p>}
      {editor.scheduledAt && (
        <p>{messages.posts.scheduled(formatDateTime(Date.parse(editor.scheduledAt), messages.language))}</p>
      )}
      {text && <p className="strong">{text}</p>}
    </div>
  );
}
