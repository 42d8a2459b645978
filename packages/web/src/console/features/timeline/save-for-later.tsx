import { graphql } from "@freehold/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { Trouble } from "../../errors.tsx";
import { askField } from "../../graphql.ts";
import type { ReadingItem } from "../../publications/publication.ts";

/** The button that keeps a text to be read later, and removes it again. */
export function SaveForLater({ item: { savedId, publication, entry } }: { item: ReadingItem }): ReactElement {
  const { timeline: texts } = useMessages();
  const client = useQueryClient();
  const [saved, setSaved] = useState(savedId);
  const toggle = useMutation({
    async mutationFn() {
      if (saved !== null) {
        await remove({ id: saved });
        return null;
      }
      return (await save({ publication: publication?.id ?? null, entry: entry?.id ?? null })).id;
    },
    onSuccess(id) {
      setSaved(id);
      void client.invalidateQueries({ queryKey: ["read-later"] });
    },
  });
  return (
    <>
      <Button
        look="quiet small"
        data-act="later"
        aria-pressed={saved !== null}
        disabled={toggle.isPending}
        onClick={() => toggle.mutate()}
        text={saved === null ? texts.later : texts.saved}
      />
      <Trouble error={toggle.error} />
    </>
  );
}

function save(input: { publication: string | null; entry: string | null }): Promise<{ id: string }> {
  const document = graphql(
    "mutation SaveForLater($input: SaveForLaterInput!) { saveForLater(input: $input) { id } }",
  );
  return askField(document, { input });
}

function remove(input: { id: string }): Promise<boolean> {
  const document = graphql("mutation RemoveSaved($input: RemoveSavedInput!) { removeSaved(input: $input) }");
  return askField(document, { input });
}
