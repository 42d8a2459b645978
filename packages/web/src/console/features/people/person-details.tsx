import { type ReactElement, useState } from "react";
import { useMessages, useSiteMessages } from "../../../messages/console/use-messages.ts";
import { DetailField, SidePanel } from "../../components/side-panel.tsx";
import { BlockDialog } from "../../people/block-dialog.tsx";
import { PersonCard } from "../../people/person-card.tsx";
import { Link } from "../../shell/routes.tsx";
import { EndFollowDialog } from "./end-follow-dialog.tsx";
import type { ConnectedNode, Side } from "./use-people.ts";
import { describeHealth } from "./use-people.ts";

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
  const { people } = useMessages();
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
      {dialog === "end" && <EndFollowDialog person={person} side={side} onClose={() => setDialog(null)} />}
      {dialog === "block" && <BlockDialog person={person} onClose={() => setDialog(null)} />}
    </SidePanel>
  );
}

function Health({ person, side }: { person: ConnectedNode; side: Side }): ReactElement {
  const words = useMessages();
  const site = useSiteMessages();
  const said = words.people;
  const at = (iso: string | null) => (iso === null ? said.never : site.second(Date.parse(iso)));
  return (
    <dl>
      <DetailField name={said.sinceName[side]}>{at(person.createdAt)}</DetailField>
      <DetailField name={said.health}>
        {describeHealth(words, person).map((sentence) => (
          <div key={sentence}>{sentence}</div>
        ))}
      </DetailField>
      {person.failures > 0 && <DetailField name={said.failures}>{said.tries(person.failures)}</DetailField>}
      <DetailField name={said.lastReached}>{at(person.lastSuccessAt)}</DetailField>
      <DetailField name={said.lastHeard}>{at(person.heardAt)}</DetailField>
      {side === "following" && (
        <>
          <DetailField name={said.caughtUp}>{at(person.caughtUpAt)}</DetailField>
          <DetailField name={said.storedName}>
            {person.replicas === 0
              ? said.stored(0)
              : said.storedSize(said.stored(person.replicas), site.size(person.replicaBytes))}
            {person.isQuotaFull && <p className="hint">{said.full}</p>}
          </DetailField>
        </>
      )}
    </dl>
  );
}
