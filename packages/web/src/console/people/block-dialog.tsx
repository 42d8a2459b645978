import { graphql } from "@freehold/client";
import type { Address } from "@freehold/protocol";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useId, useState } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { parseTypedData } from "../../signing/account.ts";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { Checkbox } from "../components/controls.tsx";
import { askField, mutation } from "../graphql.ts";
import { Restored } from "../kept/restored.tsx";
import { useKept } from "../kept/use-kept.ts";
import { MessageDialog } from "../signing/message-dialog.tsx";
import { hideCommentsOf, useHidingComments } from "./hide-comments.tsx";
import { nodeName } from "./person-card.tsx";

/** Blocks an address: of a node, or of a commenter with a wallet. */
export function BlockDialog({
  person,
  onClose,
}: {
  person: { readonly address: Address; readonly title: string | null; readonly url: string | null };
  onClose: () => void;
}): ReactElement {
  const { people, comments } = useMessages();
  const id = useId();
  const client = useQueryClient();
  const name = nodeName(person);
  const { address } = person;
  const kept = useKept<string>(`block ${address}`, "");
  const { tick, isChosen, hasComments } = useHidingComments({ authorAddress: address });
  return (
    <MessageDialog
      title={() => people.blockTitle(name)}
      act={people.block}
      explain={() => (
        <>
          <p>{people.blockExplain}</p>
          <p>{people.blockSigns}</p>
          <label htmlFor={id}>{people.blockReason}</label>
          <input
            id={id}
            maxLength={500}
            value={kept.value}
            onChange={({ target }) => kept.set(target.value)}
          />
          <Restored at={kept.restoredAt} onDiscard={kept.discard} />
          {tick}
        </>
      )}
      task={{
        key: ["block", address],
        async prepare(signal) {
          const toSign = await askField(query, { address }, signal);
          return { messages: toSign.map(({ typedData }) => parseTypedData(typedData)) };
        },
        async send(messages) {
          await createBlock({ address, reason: kept.value || null, messages });
          const hidden = isChosen ? await hideCommentsOf({ authorAddress: address }) : [];
          return { hidden: hidden.length, stay: hasComments && !isChosen };
        },
      }}
      formatResult={({ hidden, stay }) => (
        <p>
          {people.isBlocked(name)} {stay && people.commentsStay}
          {hidden > 0 && comments.moved.REJECTED(hidden)}
        </p>
      )}
      onClose={(isBlocked) => {
        onClose();
        if (!isBlocked) return;
        kept.forget();
        void client.invalidateQueries();
      }}
    />
  );
}

const query = graphql(
  "query BlockToSign($address: Address!) { blockToSign(address: $address) { typedData } }",
);

/** Blocks an address. @param input.messages the signed ends of follows, where they are needed */
export const createBlock = mutation(
  graphql("mutation Block($input: CreateBlockInput!) { createBlock(input: $input) { isNotified } }"),
);

/** The owner's words for a block of a commenter. */
export interface BlockChoice {
  /** Empty for none. */
  readonly note: string;
  /** All that comes from the site of a mention. */
  readonly wholeSite: boolean;
  /** The comments that the author has here are hidden as well. */
  readonly hides: boolean;
}

/** Asks for confirmation and a note before the author of a comment by mail or of a mention is blocked, or a whole site. */
export function BlockCommenterDialog({
  commentId,
  name,
  mention,
  onConfirm,
  onClose,
}: {
  commentId: string;
  name: string;
  mention: { readonly source: string; readonly speaker: string | null } | null;
  onConfirm: (choice: BlockChoice) => void;
  onClose: () => void;
}): ReactElement {
  const { people, comments } = useMessages();
  const kept = useKept<string>(`block author ${name}`, "");
  const [wholeSite, setWholeSite] = useState(mention !== null && mention.speaker === null);
  const id = useId();
  const { tick, isChosen } = useHidingComments({ sameAuthorAs: commentId });
  // A whole site has more authors than that of this mention.
  const mayHide = !wholeSite || mention?.speaker === null;
  const site = mention === null ? "" : new URL(mention.source).host;
  const explain =
    mention === null
      ? comments.blockExplain
      : wholeSite
        ? comments.blockSiteExplain(site)
        : comments.blockAuthorExplain(name, site);
  return (
    <ConfirmDialog
      title={people.blockTitle(wholeSite ? site : name)}
      explain={explain}
      act={people.block}
      onConfirm={() => {
        kept.forget();
        onConfirm({ note: kept.value, wholeSite, hides: mayHide && isChosen });
      }}
      onClose={onClose}
    >
      {mention?.speaker && (
        <Checkbox label={comments.blockWholeSite(site)} checked={wholeSite} onChange={setWholeSite} />
      )}
      <label htmlFor={id}>{people.blockReason}</label>
      <input id={id} maxLength={500} value={kept.value} onChange={({ target }) => kept.set(target.value)} />
      <Restored at={kept.restoredAt} onDiscard={kept.discard} />
      {mayHide && tick}
    </ConfirmDialog>
  );
}

/** Blocks the author of a comment by mail or of a mention. The result is the id of the block. */
export const blockCommenter = mutation(
  graphql(
    "mutation BlockCommenter($input: CreateCommenterBlockInput!) { createCommenterBlock(input: $input) }",
  ),
);
export const unblockCommenter = mutation(
  graphql(
    "mutation UnblockCommenter($input: DestroyCommenterBlockInput!) { destroyCommenterBlock(input: $input) }",
  ),
);
