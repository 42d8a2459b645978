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
  const settle = (take: "mine" | "other") => () => {
    if (isText) void editor.settle({ body, slug: slug ?? "", revision }, take);
  };
  return (
    <Modal title={conflict.title} look="history-dialog" onClose={onClose}>
      <LoadState of={other} />
      {other.data !== undefined && <p>{isText ? conflict.explain : conflict.noDraft(state ?? null)}</p>}
      {typeof body === "string" && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: one scrolls it by keyboard.
        <section className="conflict" aria-label={conflict.difference} tabIndex={0}>
          <p className="hint">{conflict.legend}</p>
          <TextDiff before={body} after={editor.text.body} />
        </section>
      )}
      <form method="dialog" className="choices">
        {isText && <Button type="submit" onClick={settle("mine")} text={conflict.mine} />}
        {isText && <Button type="submit" look="plain" onClick={settle("other")} text={conflict.other} />}
        {other.data !== undefined && (
          <Button type="submit" look="plain" onClick={() => void editor.branch()} text={conflict.both} />
        )}
        <Button type="submit" look="quiet" text={cancel} />
      </form>
    </Modal>
  );
}

const query = graphql(`query OtherText($id: ID!) {
  publication(id: $id) { state body slug revision changes { body slug revision isOutdated } }
}`);
