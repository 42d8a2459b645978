import { type ReactElement, useState } from "react";
import { useMessages, useSiteMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { DetailField, SidePanel } from "../../components/side-panel.tsx";
import { readPageInput } from "../../page-input.ts";
import { BlockDialog } from "../../people/block-dialog.tsx";
import { PersonCard } from "../../people/person-card.tsx";
import { Link } from "../../shell/routes.tsx";
import { EndFollowDialog } from "./end-follow-dialog.tsx";
import { PersonHistory } from "./person-history.tsx";
import { describeHealth, type PersonProps } from "./use-people.ts";

/** The details of a connected node, with actions. */
export function PersonDetails({
  person,
  side,
  onClose,
}: PersonProps & { onClose: () => void }): ReactElement {
  const { people, details } = useMessages();
  const [dialog, setDialog] = useState<"end" | "block" | null>(null);
  return (
    <SidePanel title={details} onClose={onClose}>
      <PersonCard {...person} />
      <Health person={person} side={side} />
      <PersonHistory address={person.address} />
      {side === "following" && (
        <p>
          <Link to={`/home/of/${person.address}`}>{people.theirPosts}</Link>
        </p>
      )}
      <div className="choices">
        <Button
          look="plain"
          onClick={() => setDialog("end")}
          text={side === "following" ? people.unfollow : people.remove}
        />
        <Button look="quiet" onClick={() => setDialog("block")} text={people.block} />
      </div>
      {dialog === "end" && <EndFollowDialog person={person} side={side} onClose={() => setDialog(null)} />}
      {dialog === "block" && <BlockDialog person={person} onClose={() => setDialog(null)} />}
    </SidePanel>
  );
}

function Health({ person, side }: PersonProps): ReactElement {
  const messages = useMessages();
  const site = useSiteMessages();
  const texts = messages.people;
  const at = (iso: string | null) => (iso === null ? texts.never : site.second(Date.parse(iso)));
  return (
    <dl>
      <DetailField name={texts.sinceName[side]}>{at(person.createdAt)}</DetailField>
      <DetailField name={texts.health}>
        {describeHealth(messages, person).map((sentence) => (
          <div key={sentence}>{sentence}</div>
        ))}
      </DetailField>
      {person.failures > 0 && <DetailField name={texts.failures}>{texts.tries(person.failures)}</DetailField>}
      <DetailField name={texts.lastReached}>{at(person.lastSuccessAt)}</DetailField>
      <DetailField name={texts.lastHeard}>{at(person.heardAt)}</DetailField>
      {side === "following" && (
        <>
          <DetailField name={texts.caughtUp}>{at(person.caughtUpAt)}</DetailField>
          <DetailField name={texts.storedName}>
            {person.replicas === 0
              ? texts.stored(0)
              : texts.storedSize(texts.stored(person.replicas), site.size(person.replicaBytes))}
            {person.isQuotaFull && <p className="hint">{texts.full(readPageInput("program", "freehold"))}</p>}
          </DetailField>
        </>
      )}
    </dl>
  );
}
