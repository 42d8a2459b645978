import { graphql } from "@freehold/client";
import { withoutVersionLink } from "@freehold/protocol";
import type { ReactElement } from "react";
import { useMessages, useSiteMessages } from "../../messages/console/use-messages.ts";
import { Button } from "../components/controls.tsx";
import { Trouble } from "../errors.tsx";
import { askField } from "../graphql.ts";
import { useAction, useField, useOwner } from "../queries.ts";
import type { Publication } from "./publication.ts";
import { readSavedText, useSavedTexts } from "./saved-texts.ts";
import { restoreText } from "./unpublished-changes.ts";
import { type EarlierText, VersionsDialog } from "./versions-dialog.tsx";

type Post = Pick<Publication, "id" | "publisherAddress">;

/**
 * The earlier texts of a post: the published versions before the newest, and for an own post the texts that were saved while it
 * was written. Newest first; `newest` is the id of the publication with the text of today.
 */
export function usePostVersions({ id, publisherAddress }: Post) {
  const { history } = useMessages();
  const site = useSiteMessages();
  const owner = useOwner();
  const saved = useSavedTexts(publisherAddress === owner ? id : null);
  const published = useField(["versions-of", id], versionsQuery, {
    id,
  });
  const [newest, ...earlier] = published.data?.versions ?? [];
  const versions: EarlierText[] = [
    ...earlier.map((one) => ({
      id: `published ${one.id}`,
      at: one.timestamp === null ? Date.parse(one.createdAt) : one.timestamp * 1000,
      note: history.published(site.size(one.size ?? 0)),
    })),
    ...(saved.data ?? []).map((one) => ({
      id: `${savedKey}${one.id}`,
      at: Date.parse(one.savedAt),
      note: history.saved(site.size(one.size)),
    })),
  ];
  // There are none only once both lists are known.
  const load = {
    error: published.error ?? saved.error,
    isPending: published.isPending || saved.isLoading,
    refetch: () => Promise.all([published.refetch(), ...(saved.error ? [saved.refetch()] : [])]),
  };
  return { versions: versions.toSorted((a, b) => b.at - a.at), newest: newest?.id ?? id, load };
}

/**
 * A dialog with the earlier texts of a post, and the changes since each.
 *
 * @param props.onRestored called after a text was restored; a post without it keeps its text
 */
export default function PostVersions({
  post,
  onRestored,
  onClose,
}: {
  post: Post;
  onRestored?: () => void;
  onClose: () => void;
}): ReactElement {
  const { history } = useMessages();
  const { versions, newest, load } = usePostVersions(post);
  // With its link to the version before it, which is not shown.
  const restore = useAction(async (key: string) => {
    const body = await readSavedText(key.slice(savedKey.length));
    await restoreText(post.id, body);
  });
  const { data: now } = useField(["text-of", newest], bodyQuery, {
    id: newest,
  });
  return (
    <VersionsDialog
      versions={versions}
      load={load}
      empty={history.none}
      read={readText}
      act={(_text, id) =>
        onRestored &&
        id.startsWith(savedKey) && (
          <>
            <Trouble error={restore.error} />
            <Button
              disabled={restore.isPending}
              onClick={() => restore.mutate(id, { onSuccess: () => [onClose(), onRestored()] })}
              text={history.restore}
            />
          </>
        )
      }
      after={now ? withoutVersionLink(now.body ?? "") : undefined}
      onClose={onClose}
    />
  );
}

const savedKey = "saved ";

async function readText(key: string, signal: AbortSignal): Promise<string> {
  const [kind, id = ""] = key.split(" ");
  if (kind === "saved") return withoutVersionLink(await readSavedText(id, signal));
  const found = await askField(bodyQuery, { id }, signal);
  return withoutVersionLink(found?.body ?? "");
}

const versionsQuery = graphql(
  "query VersionsOf($id: ID!) { publication(id: $id) { versions { id timestamp createdAt size } } }",
);
const bodyQuery = graphql("query BodyOf($id: ID!) { publication(id: $id) { body } }");
