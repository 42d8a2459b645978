import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { ask } from "../../ask.ts";
import type { Page } from "../../publications/publication.ts";
import { sayProblem } from "../../say-problem.ts";
import { MoreButton } from "../../shell/more-button.tsx";
import { SettingSwitch, type SwitchName } from "../../shell/setting-switch.tsx";
import { useKeys } from "../../shell/use-keys.ts";
import { useListKeys } from "../../shell/use-list-keys.ts";
import { usePages } from "../../shell/use-pages.ts";
import { useWaiting } from "../../shell/use-waiting.ts";
import { Trouble } from "../../trouble.tsx";
import { useWords } from "../../words/use-words.ts";
import { type Notice, NoticeRow } from "./notice-row.tsx";
import "./notifications.css";

/** What the owner was told, the newest first, and what is told at all. */
export default function Notifications(): ReactElement {
  const words = useWords();
  const { notifications: unread } = useWaiting();
  const list = useNotices();
  const notices = list.data ?? [];
  const client = useQueryClient();
  const read = useMutation({
    mutationFn: (upTo: string) => ask(mutation, { input: { upTo } }),
    onSettled: () => client.invalidateQueries(),
  });
  // What came meanwhile stays unread: it was not seen.
  const [newest] = notices;
  const markRead = () => newest && read.mutate(newest.id);
  useListKeys({ more: () => list.hasNextPage && void list.fetchNextPage() });
  useKeys({ r: markRead });
  return (
    <>
      <header className="place-head">
        <h1>{words.places.notifications}</h1>
        {unread > 0 && (
          <button type="button" className="plain" disabled={read.isPending} onClick={markRead}>
            {words.notices.markRead}
          </button>
        )}
      </header>
      <Kinds />
      <Trouble error={list.error} onRetry={() => void list.refetch()} />
      {read.error && <p role="alert">{sayProblem(words, read.error)}</p>}
      {list.isPending && <p className="stills" aria-busy="true" />}
      {list.data && notices.length === 0 && <p className="empty">{words.notices.empty}</p>}
      {notices.length > 0 && (
        <p className="hint" role="status">
          {words.notices.unread(unread)}
        </p>
      )}
      <ol className="rows">
        {notices.map((notice) => (
          <NoticeRow key={notice.id} notice={notice} />
        ))}
      </ol>
      <MoreButton list={list} />
    </>
  );
}

/** Which kinds are told. */
function Kinds(): ReactElement {
  const { notices } = useWords();
  return (
    <details className="place-settings">
      <summary>{notices.kinds}</summary>
      {(Object.keys(notices.settings) as (SwitchName & keyof typeof notices.settings)[]).map((name) => (
        <SettingSwitch key={name} name={name} label={notices.settings[name]} />
      ))}
      <p className="hint">{notices.always}</p>
    </details>
  );
}

function useNotices() {
  return usePages(
    ["notifications"],
    async (after, signal) =>
      (await ask<{ notifications: Page<Notice> }>(query, { after }, signal)).notifications,
    { refetchInterval: 60_000 },
  );
}

const query = /* GraphQL */ `
  query Notifications($after: String) {
    notifications(first: 30, after: $after) {
      nodes {
        id
        type
        data
        createdAt
        readAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;
const mutation = /* GraphQL */ `
  mutation MarkRead($input: MarkNotificationsReadInput!) {
    markNotificationsRead(input: $input)
  }
`;
