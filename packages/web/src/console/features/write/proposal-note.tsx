import { graphql } from "@freehold/client";
import { lazy, type ReactElement, Suspense, useState } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { useField } from "../../queries.ts";

const ProposedChange = lazy(() => import("../../publications/proposed-change.tsx"));

/** The note of a program on the draft that it proposes, and the changes of a proposed new version. */
export function ProposalNote({ id }: { id: string }): ReactElement | null {
  const { proposals: texts } = useMessages();
  const open = useField(["proposal-notes"], query);
  const [isCompared, setCompared] = useState(false);
  const proposal = open.data?.nodes.find((one) => one.id === id);
  if (!proposal) return null;
  const { agent, note, replaces } = proposal;
  return (
    <aside className="proposal-note" aria-label={texts.by(agent)}>
      <div className="proposal-head">
        <small>{texts.by(agent)}</small>
        {replaces && <Button look="plain small" onClick={() => setCompared(true)} text={texts.changes} />}
      </div>
      {note !== "" && <blockquote>{note}</blockquote>}
      <Suspense>
        {isCompared && replaces && (
          <ProposedChange id={id} replaces={replaces} onClose={() => setCompared(false)} />
        )}
      </Suspense>
    </aside>
  );
}

const query = graphql(
  "query ProposalNotes { proposals(first: 100) { nodes { id agent note replaces { id timestamp size } } } }",
);
