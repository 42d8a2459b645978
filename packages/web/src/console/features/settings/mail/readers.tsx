import { graphql } from "@freehold/client";
import { decodeCsv } from "@freehold/protocol/internal";
import { type FormEvent, type ReactElement, useDeferredValue, useState } from "react";
import { useMessages, useSiteMessages } from "../../../../messages/console/use-messages.ts";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { Button, Checkbox, FileButton } from "../../../components/controls.tsx";
import { PagedList, usePagedList } from "../../../components/paged-list.tsx";
import { Trouble } from "../../../errors.tsx";
import { type ItemOf, mutation } from "../../../graphql.ts";
import { useKeptForm } from "../../../kept/kept-form.ts";
import { useAction } from "../../../queries.ts";
import { TextField } from "../form.tsx";

type Reader = ItemOf<typeof readersQuery>;

/**
 * The readers: search, delete, add, import and export.
 *
 * @param props.isOn whether the site has the form for readers
 * @param props.paused how many readers are paused
 */
export function Readers({ isOn, paused }: { isOn: boolean; paused: number }): ReactElement {
  const { readers: messages } = useMessages();
  const site = useSiteMessages();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const list = usePagedList(["subscribers", search], readersQuery, { search }, { keepsLast: true });
  const [asked, setAsked] = useState<Reader | null>(null);
  const remove = useAction(destroySubscriber);
  const resume = useAction(resumeSubscriber);
  const describe = ({ state, tags, createdAt, lastBounce }: Reader) =>
    [
      state !== "ACTIVE" && messages.states[state],
      tags !== null &&
        (tags.length > 0 ? messages.tags(tags.map((tag) => `#${tag}`).join(" ")) : messages.noPosts),
      lastBounce && messages.bounced(lastBounce),
      messages.since(site.day(Date.parse(createdAt))),
    ]
      .filter(Boolean)
      .join(" · ");
  return (
    <section>
      <h2>{messages.readers}</h2>
      {(list.items.length > 0 || typed !== "") && (
        <TextField
          label={messages.search}
          type="search"
          maxLength={254}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      {paused > 0 && <ResumeAll paused={paused} />}
      <PagedList
        list={list}
        empty={search !== "" ? messages.noMatch : isOn ? messages.none : messages.noneOff}
      >
        {(reader) => (
          <li key={reader.id} className="row">
            <div className="row-text">
              <strong className="row-name">{reader.email}</strong>
              <small>{describe(reader)}</small>
            </div>
            <div className="choices">
              {reader.state === "PAUSED" && (
                <Button
                  look="plain"
                  disabled={resume.isPending}
                  onClick={() => resume.mutate({ id: reader.id })}
                  text={messages.resume}
                />
              )}
              <Button look="plain" onClick={() => setAsked(reader)} text={messages.remove} />
            </div>
          </li>
        )}
      </PagedList>
      <Trouble error={remove.error ?? resume.error} />
      <AddReader />
      <ImportReaders />
      {asked && (
        <ConfirmDialog
          title={messages.removeTitle}
          explain={messages.removeExplain(asked.email)}
          act={messages.remove}
          onConfirm={() => remove.mutate({ id: asked.id })}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  );
}

/** The way back for many readers at once, after a fault of the sender's had paused them. */
function ResumeAll({ paused }: { paused: number }): ReactElement {
  const { readers: messages } = useMessages();
  const [isAsked, setAsked] = useState(false);
  const resume = useAction(resumeSubscribers);
  return (
    <>
      <div className="choices">
        <Button
          look="plain"
          disabled={resume.isPending}
          onClick={() => setAsked(true)}
          text={messages.resumeAll(paused)}
        />
      </div>
      <Trouble error={resume.error} />
      {isAsked && (
        <ConfirmDialog
          title={messages.resumeAllTitle}
          explain={messages.resumeAllExplain(paused)}
          act={messages.resume}
          onConfirm={() => resume.mutate({})}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}

function AddReader(): ReactElement {
  const { readers: messages } = useMessages();
  const add = useAction(createSubscriber);
  const kept = useKeptForm("reader");
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    add.mutate(
      { email: String(new FormData(event.currentTarget).get("email")) },
      { onSuccess: kept.discard },
    );
  };
  return (
    <form ref={kept.form} onSubmit={submit}>
      <h3>{messages.add}</h3>
      <TextField
        label={messages.address}
        hint={messages.addHint}
        name="email"
        type="email"
        required
        maxLength={254}
      />
      <Button type="submit" look="plain" disabled={add.isPending} text={messages.add} />
      <Trouble error={add.error} />
    </form>
  );
}

function ImportReaders(): ReactElement {
  const { readers: messages } = useMessages();
  const [confirmed, setConfirmed] = useState(false);
  const take = useAction(async (files: readonly File[]) => {
    const [file] = files;
    if (!file) return null;
    return await importSubscribers({ csv: decodeCsv(await file.bytes()), confirmed });
  });
  const { data } = take;
  return (
    <>
      <h3>{messages.importTitle}</h3>
      <p className="hint">{messages.importHint}</p>
      <Checkbox label={messages.confirmed} checked={confirmed} onChange={setConfirmed} />
      <p className="hint">{messages.confirmedHint}</p>
      <div className="choices">
        <FileButton
          text={messages.choose}
          accept=".csv,.tsv,.txt,text/csv"
          disabled={take.isPending}
          onFiles={(files) => take.mutate(files)}
        />
        <a className="button plain" href="/newsletter/readers.csv" download="">
          {messages.exportAll}
        </a>
      </div>
      <p role="status" className="outcome hint">
        {data && messages.imported(data.added, data.known, data.refused, data.invalid)}
      </p>
      <Trouble error={take.error} />
    </>
  );
}

const readersQuery = graphql(`query Subscribers($after: String, $search: String) {
  subscribers(first: 20, after: $after, search: $search) {
    nodes { id email state tags lastBounce createdAt }
    pageInfo { hasNextPage endCursor }
  }
}`);
const destroySubscriber = mutation(
  graphql("mutation DestroySubscriber($input: DestroySubscriberInput!) { destroySubscriber(input: $input) }"),
);
const resumeSubscriber = mutation(
  graphql(
    "mutation ResumeSubscriber($input: ResumeSubscriberInput!) { resumeSubscriber(input: $input) { id } }",
  ),
);
const resumeSubscribers = mutation(
  graphql("mutation ResumeSubscribers($input: ResumeSubscribersInput!) { resumeSubscribers(input: $input) }"),
);
const createSubscriber = mutation(
  graphql(
    "mutation CreateSubscriber($input: CreateSubscriberInput!) { createSubscriber(input: $input) { id } }",
  ),
);
const importSubscribers = mutation(
  graphql(`mutation ImportSubscribers($input: ImportSubscribersInput!) {
    importSubscribers(input: $input) { added known refused invalid }
  }`),
);
