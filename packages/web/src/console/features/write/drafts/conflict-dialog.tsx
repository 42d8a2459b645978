import { graphql } from "@freehold/client";
import type { ReactElement } from "react";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { Modal } from "../../../components/confirm-dialog.tsx";
import { Button } from "../../../components/controls.tsx";
import { LoadState } from "../../../errors.tsx";
import { TextDiff } from "../../../publications/text-diff.tsx";
import { useField } from "../../../queries.ts";
import type { EditorState } from "./use-draft.ts";

/** Shows how the text of this editor differs from the one that was saved elsewhere, and asks which to go on with. */
export default function ConflictDialog({
  editor,
  onClose,
}: {
  editor: EditorState;
  onClose: () => void;
}): ReactElement {
  const { conflict, cancel } = useMessages();
  const id = editor.status.draft?.id ?? null;
  const other = useField(["other-text", id], query, { id: id ?? "" }, { gcTime: 0, staleTime: 0 });
  const { state, changes } = other.data ?? {};
  // The newest text: the changes, unless another text was published after them.
  const { body, slug, revision } = (changes && !changes.isOutdated ? changes : other.data) ?? {};
  const isOpen = state === "DRAFT" || state === "LOCAL";
  const isText = isOpen && typeof body === "string" && revision !== undefined;
  // It is closed first: the button is gone when the draft is another one.
  const choose = (act: () => Promise<unknown>) => () => {
    onClose();
    void act();
  };
  const settle = (take: "mine" | "other") =>
    choose(async () => isText && editor.settle({ body, slug: slug ?? "", revision }, take));
  const title = other.data === undefined || isText ? conflict.title : conflict.unsaved;
  return (
    <Modal title={title} look="history-dialog" onClose={onClose}>
      <LoadState of={other} />
      {other.data !== undefined && <p>{isText ? conflict.explain : conflict.noDraft(state ?? null)}</p>}
      {typeof body === "string" && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: one scrolls it by keyboard.
        <section className="conflict" aria-label={conflict.difference} tabIndex={0}>
          <p className="hint">{conflict.legend}</p>
          <TextDiff before={body} after={editor.text.body} />
        </section>
      )}
      <p className="choices">
        {isText && <Button onClick={settle("mine")} text={conflict.mine} />}
        {isText && <Button look="plain" onClick={settle("other")} text={conflict.other} />}
        {other.data !== undefined && (
          <Button
            look="plain"
            onClick={choose(() => editor.branch())}
            text={isText ? conflict.both : conflict.keep}
          />
        )}
        <Button look="quiet" onClick={onClose} text={cancel} />
      </p>
    </Modal>
  );
}

const query = graphql(`query OtherText($id: ID!) {
  publication(id: $id) { state body slug revision changes { body slug revision isOutdated } }
}`);
