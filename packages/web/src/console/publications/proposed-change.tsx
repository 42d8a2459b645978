import { graphql } from "@freehold/client";
import { withoutVersionLink } from "@freehold/protocol";
import type { ReactElement } from "react";
import { useMessages, useSiteMessages } from "../../messages/console/use-messages.ts";
import { askField } from "../graphql.ts";
import { useField } from "../queries.ts";
import { VersionsDialog } from "./versions-dialog.tsx";

/** The signed post that a proposal is a new version of. */
interface ReplacedPost {
  readonly id: string;
  readonly timestamp: number | null;
  readonly size: number | null;
}

/** A dialog with the changes of a proposed new version. */
export default function ProposedChange({
  id,
  replaces,
  onClose,
}: {
  id: string;
  replaces: ReplacedPost;
  onClose: () => void;
}): ReactElement {
  const { history } = useMessages();
  const site = useSiteMessages();
  const { data: proposed } = useField(["text-of", id], bodyQuery, { id });
  const note = history.published(site.size(replaces.size ?? 0));
  return (
    <VersionsDialog
      versions={[{ id: replaces.id, at: (replaces.timestamp ?? 0) * 1000, note }]}
      empty={history.none}
      read={readText}
      after={proposed ? withoutVersionLink(proposed.body ?? "") : undefined}
      onClose={onClose}
    />
  );
}

async function readText(id: string, signal: AbortSignal): Promise<string> {
  const found = await askField(bodyQuery, { id }, signal);
  return withoutVersionLink(found?.body ?? "");
}

const bodyQuery = graphql("query BodyOf($id: ID!) { publication(id: $id) { body } }");
