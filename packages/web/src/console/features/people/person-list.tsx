import { type ReactElement, useEffect, useState } from "react";
import { useMessages, useSiteMessages } from "../../../messages/console/use-messages.ts";
import { Avatar } from "../../components/avatar.tsx";
import { Button } from "../../components/controls.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { EnsLine, hostOf, nodeName } from "../../people/person-card.tsx";
import { focusItem, useListKeys } from "../../shell/keyboard.ts";
import { goTo } from "../../shell/routes.tsx";
import { PersonDetails } from "./person-details.tsx";
import { type ConnectedNode, describeHealth, type PersonProps, type Side, usePeople } from "./use-people.ts";

/** The nodes on one side, and the details of the selected one: at first that with `address`. */
export function PersonList({ side, address }: { side: Side; address: string | undefined }): ReactElement {
  const { people: messages } = useMessages();
  const list = usePeople(side);
  const [opened, setOpened] = useState<ConnectedNode | null>(null);
  const [awaited, setAwaited] = useState(address);
  const people = list.items;
  useEffect(() => {
    if (awaited === undefined || !list.data || list.error || list.isFetchingNextPage) return;
    const found = people.find((one) => one.address === awaited);
    if (!found && list.hasNextPage) {
      void list.fetchNextPage();
      return;
    }
    setAwaited(undefined);
    if (found) setOpened(found);
    else if (side === "following") goTo(`/home/people/followers/${awaited}`, { replace: true });
  });
  // A node that left the list stays open until it is closed, so that its dialog can show the result.
  const shown = opened && (people.find(({ address }) => address === opened.address) ?? opened);
  const open = (id: string | null) => setOpened(people.find(({ address }) => address === id) ?? null);
  useListKeys(list, open);
  return (
    <div className={shown ? "with-details" : undefined}>
      <div>
        <PagedList list={list} items={people} empty={messages.empty[side]}>
          {(person) => (
            <PersonRow
              key={person.address}
              person={person}
              side={side}
              isOpen={person.address === shown?.address}
              onOpen={() => open(person.address === shown?.address ? null : person.address)}
            />
          )}
        </PagedList>
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

/** One node: name, host, since when, connection state, and stored posts. */
function PersonRow({
  person,
  side,
  isOpen,
  onOpen,
}: PersonProps & { isOpen: boolean; onOpen: () => void }): ReactElement {
  const messages = useMessages();
  const site = useSiteMessages();
  const isFailing = person.health === "FAILING";
  return (
    <li className={isOpen ? "row person is-selected" : "row person"} data-item={person.address} tabIndex={-1}>
      <Avatar address={person.address} picture={person.picture ?? person.ens?.picture ?? null} />
      <div className="row-text">
        <Button look="row-name" aria-expanded={isOpen} onClick={onOpen} text={nodeName(person)} />
        <small>
          <span>{hostOf(person.url)}</span>
          <EnsLine ens={person.ens} address={person.address} />
          <span>{messages.people.since[side](site.day(Date.parse(person.createdAt)))}</span>
          {side === "following" && <span>{messages.people.stored(person.replicas)}</span>}
          {person.isQuotaFull && <span>{messages.people.fullShort}</span>}
        </small>
        <small className={isFailing ? "health bad" : "health"}>
          {describeHealth(messages, person).map((sentence) => (
            <span key={sentence}>{sentence}</span>
          ))}
        </small>
      </div>
    </li>
  );
}
