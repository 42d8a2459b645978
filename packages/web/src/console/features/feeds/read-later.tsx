import { graphql } from "@freehold/client";
import { type ReactElement, useState } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { formatDateTime, formatMoment } from "../../components/format.ts";
import { PagedList, usePagedList } from "../../components/paged-list.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { prose } from "../../elements.ts";
import { Trouble } from "../../errors.tsx";
import { type ItemOf, mutation } from "../../graphql.ts";
import { useAction } from "../../queries.ts";
import { useListKeys } from "../../shell/keyboard.ts";

type SavedText = ItemOf<typeof savedQuery>;

const parts = ["open", "done"] as const;

/** The texts that are kept to be read later (`/home/later`), and those that were read (`/home/later/done`). */
export default function ReadLater({ isDone }: { isDone: boolean }): ReactElement {
  const { reading } = useMessages();
  const texts = reading.later;
  const list = usePagedList(["read-later", isDone], savedQuery, { isDone });
  const [openId, open] = useState<string | null>(null);
  useListKeys(list, open);
  return (
    <section className="timeline">
      <Tabs
        label={texts.label}
        look="pills"
        path="/home/later"
        names={parts}
        current={isDone ? "done" : "open"}
        texts={texts.tabs}
      />
      <PagedList list={list} empty={isDone ? texts.emptyDone : texts.empty} as="ol" look="rows">
        {(text) => (
          <SavedRow
            key={text.id}
            text={text}
            isDone={isDone}
            isOpen={text.id === openId}
            onOpen={() => open(text.id === openId ? null : text.id)}
          />
        )}
      </PagedList>
    </section>
  );
}

function SavedRow({
  text,
  isDone,
  isOpen,
  onOpen,
}: {
  text: SavedText;
  isDone: boolean;
  isOpen: boolean;
  onOpen: () => void;
}): ReactElement {
  const messages = useMessages();
  const texts = messages.reading.later;
  const mark = useAction(markSaved);
  const remove = useAction(removeSaved);
  const writtenAt = Date.parse(text.writtenAt);
  const name = text.title || text.source;
  return (
    <li className={isOpen ? "row saved is-selected" : "row saved"} data-item={text.id} tabIndex={-1}>
      <div className="row-text">
        <Button look="row-name" aria-expanded={isOpen} onClick={onOpen} text={name} />
        <small>
          <span>{texts.from(text.source)}</span>
          <time dateTime={text.writtenAt} title={formatDateTime(writtenAt, messages.language)}>
            {formatMoment(writtenAt, messages.language)}
          </time>
          {!text.isSignedPost && <span>{messages.timeline.unsigned}</span>}
        </small>
        {isOpen && (
          <article aria-label={name}>
            {text.html === null ? <p className="hint">{texts.noText}</p> : prose({ html: text.html })}
          </article>
        )}
        <div className="choices saved-acts">
          <Button
            look="quiet small"
            aria-label={`${isDone ? texts.again : texts.done}: ${name}`}
            onClick={() => mark.mutate({ id: text.id, isDone: !isDone })}
            text={isDone ? texts.again : texts.done}
          />
          <Button
            look="quiet small"
            aria-label={`${texts.remove}: ${name}`}
            onClick={() => remove.mutate({ id: text.id })}
            text={texts.remove}
          />
          {text.url !== null && (
            <a className="quiet small" href={text.url} rel="noopener noreferrer">
              {messages.timeline.openAt(new URL(text.url).host)}
            </a>
          )}
        </div>
        <Trouble error={mark.error ?? remove.error} />
      </div>
    </li>
  );
}

const savedQuery = graphql(`query ReadLater($after: String, $isDone: Boolean) {
  readLater(first: 20, after: $after, isDone: $isDone) {
    nodes { id url title source isSignedPost writtenAt savedAt html }
    pageInfo { hasNextPage endCursor }
  }
}`);

const markSaved = mutation(
  graphql("mutation MarkSaved($input: MarkSavedInput!) { markSaved(input: $input) }"),
);

const removeSaved = mutation(
  graphql("mutation RemoveSaved($input: RemoveSavedInput!) { removeSaved(input: $input) }"),
);
