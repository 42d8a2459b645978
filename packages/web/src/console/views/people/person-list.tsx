import { type ReactElement, useState } from "react";
import { MoreButton } from "../../shell/more-button.tsx";
import { focusItem, useListKeys } from "../../shell/use-list-keys.ts";
import { Trouble } from "../../trouble.tsx";
import { useWords } from "../../words/use-words.ts";
import type { ConnectedNode, Side } from "./node.ts";
import { PersonDetails } from "./person-details.tsx";
import { PersonRow } from "./person-row.tsx";
import { usePeople } from "./use-people.ts";

/** Those on one side, and at the right what is known of the one that is opened. */
export function PersonList({ side }: { side: Side }): ReactElement {
  const { people: words } = useWords();
  const list = usePeople(side);
  const [opened, setOpened] = useState<ConnectedNode | null>(null);
  const people = list.data ?? [];
  // Somebody who is gone from the list stays open until that is closed: what came of it stands there.
  const shown = opened && (people.find(({ address }) => address === opened.address) ?? opened);
  const open = (id: string | null) => setOpened(people.find(({ address }) => address === id) ?? null);
  useListKeys({ open, more: () => list.hasNextPage && void list.fetchNextPage() });
  return (
    <div className={shown ? "with-details" : undefined}>
      <div>
        <Trouble error={list.error} onRetry={() => void list.refetch()} />
        {list.isPending && <p className="stills" aria-busy="true" />}
        {list.data && people.length === 0 && <p className="empty">{words.empty[side]}</p>}
        <ul className="rows">
          {people.map((person) => (
            <PersonRow
              key={person.address}
              person={person}
              side={side}
              isOpen={person.address === shown?.address}
              onOpen={() => open(person.address === shown?.address ? null : person.address)}
            />
          ))}
        </ul>
        <MoreButton list={list} />
      </div>
      {shown && (
        <PersonDetails
          key={shown.address}
          person={shown}
          side={side}
          onClose={() => {
            open(null);
            focusItem(shown.address);
          }}
        />
      )}
    </div>
  );
}
