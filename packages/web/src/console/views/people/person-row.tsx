import type { ReactElement } from "react";
import { hostOf, nameOfNode } from "../../people/name-of-node.ts";
import { Portrait } from "../../people/portrait.tsx";
import { useSiteWords, useWords } from "../../words/use-words.ts";
import type { ConnectedNode, Side } from "./node.ts";
import { sayHealth } from "./say-health.ts";

export interface PersonRowProps {
  readonly person: ConnectedNode;
  readonly side: Side;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

/** Somebody in a list: name, where, since when, how the way there is, and how much of theirs is kept. */
export function PersonRow({ person, side, isOpen, onOpen }: PersonRowProps): ReactElement {
  const words = useWords();
  const site = useSiteWords();
  const isFailing = person.health === "FAILING";
  return (
    <li className={isOpen ? "row person is-picked" : "row person"} data-item={person.address} tabIndex={-1}>
      <Portrait address={person.address} picture={person.picture} />
      <div className="row-words">
        <button type="button" className="row-name" aria-expanded={isOpen} onClick={onOpen}>
          {nameOfNode(person)}
        </button>
        <small>
          <span>{hostOf(person.url)}</span>
          <span>{words.people.since[side](site.day(Date.parse(person.createdAt)))}</span>
          {side === "following" && <span>{words.people.kept(person.replicas)}</span>}
          {person.isQuotaFull && <span>{words.people.fullShort}</span>}
        </small>
        <small className={isFailing ? "health bad" : "health"}>
          {sayHealth(words, person).map((sentence) => (
            <span key={sentence}>{sentence}</span>
          ))}
        </small>
      </div>
    </li>
  );
}
