import { graphql } from "@freehold/client";
import type { ReactElement } from "react";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { Button } from "../../../components/controls.tsx";
import { Trouble } from "../../../errors.tsx";
import { restoreFromTrash } from "../../../publications/deletions.ts";
import { useAction, useField } from "../../../queries.ts";

/** Names the files of this site to which a text refers and which are not there; those in the trash can be restored. */
export function MissingFiles({ body }: { body: string }): ReactElement | null {
  const { fileUses, trash } = useMessages();
  const found = useField(["missing-files", body], missingQuery, { body }, { gcTime: 0, staleTime: 0 });
  const restore = useAction(restoreFromTrash);
  const missing = found.data ?? [];
  if (missing.length === 0) return null;
  return (
    <div className="trouble" role="alert">
      <p>{fileUses.missing(missing.length)}</p>
      <ul>
        {missing.map(({ contentHash, trashedId, filename }) => {
          const name = filename ?? (nameIn(body, contentHash) || fileUses.unnamed);
          return (
            <li key={contentHash}>
              {name}{" "}
              {trashedId !== null && (
                <>
                  ({fileUses.inTrash}){" "}
                  <Button
                    look="plain small"
                    disabled={restore.isPending}
                    aria-label={trash.restoreOne(name)}
                    onClick={() => restore.mutate({ publications: [trashedId] })}
                    text={trash.restore}
                  />
                </>
              )}
            </li>
          );
        })}
      </ul>
      <p>{fileUses.missingHint}</p>
      <Trouble error={restore.error} />
    </div>
  );
}

/** The description or link text that a Markdown text gives a content. */
function nameIn(body: string, contentHash: string): string {
  const at = body.toLowerCase().indexOf(contentHash);
  const before = body.slice(Math.max(0, at - 500), at);
  const end = before.lastIndexOf("](");
  return end === -1 ? "" : before.slice(before.lastIndexOf("[", end) + 1, end).trim();
}

const missingQuery = graphql(
  "query MissingFiles($body: String!) { missingFiles(body: $body) { contentHash trashedId filename } }",
);
