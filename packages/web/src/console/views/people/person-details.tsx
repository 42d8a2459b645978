import { type ReactElement, useState } from "react";
import { BlockDialog } from "../../people/block-dialog.tsx";
import { PersonCard } from "../../people/person-card.tsx";
import { Fact } from "../../publications/fact.tsx";
import { Link } from "../../shell/link.tsx";
import { SidePanel } from "../../shell/side-panel.tsx";
import { useSiteWords, useWords } from "../../words/use-words.ts";
import { EndDialog } from "./end-dialog.tsx";
import type { ConnectedNode, Side } from "./node.ts";
import { sayHealth } from "./say-health.ts";

/** Everything that is known of somebody, and what can be done. */
export function PersonDetails({
  person,
  side,
  onClose,
}: {
  person: ConnectedNode;
  side: Side;
  onClose: () => void;
}): ReactElement {
  const { people } = useWords();
  const [dialog, setDialog] = useState<"end" | "block" | null>(null);
  return (
    <SidePanel title={people.details} onClose={onClose}>
      <PersonCard {...person} />
      <Health person={person} side={side} />
      {side === "following" && (
        <p>
          <Link to={`/timeline/of/${person.address}`}>{people.theirPosts}</Link>
        </p>
      )}
      <div className="choices">
        <button type="button" className="plain" onClick={() => setDialog("end")}>
          {side === "following" ? people.unfollow : people.remove}
        </button>
        <button type="button" className="quiet" onClick={() => setDialog("block")}>
          {people.block}
        </button>
      </div>
      {dialog === "end" && <EndDialog person={person} side={side} onClose={() => setDialog(null)} />}
      {dialog === "block" && <BlockDialog person={person} onClose={() => setDialog(null)} />}
    </SidePanel>
  );
}

function Health({ person, side }: { person: ConnectedNode; side: Side }): ReactElement {
  const words = useWords();
  const site = useSiteWords();
  const said = words.people;
  const at = (iso: string | null) => (iso === null ? said.never : site.second(Date.parse(iso)));
  return (
    <dl>
      <Fact name={said.sinceName[side]}>{at(person.createdAt)}</Fact>
      <Fact name={said.health}>
        {sayHealth(words, person).map((sentence) => (
          <div key={sentence}>{sentence}</div>
        ))}
      </Fact>
      {person.failures > 0 && <Fact name={said.troubles}>{said.tries(person.failures)}</Fact>}
      <Fact name={said.lastReached}>{at(person.lastSuccessAt)}</Fact>
      <Fact name={said.lastHeard}>{at(person.heardAt)}</Fact>
      {side === "following" && (
        <>
          <Fact name={said.lookedThrough}>{at(person.caughtUpAt)}</Fact>
          <Fact name={said.keptName}>
            {person.replicas === 0
              ? said.kept(0)
              : said.keptSize(said.kept(person.replicas), site.size(person.replicaBytes))}
            {person.isQuotaFull && <p className="hint">{said.full}</p>}
          </Fact>
        </>
      )}
    </dl>
  );
}
