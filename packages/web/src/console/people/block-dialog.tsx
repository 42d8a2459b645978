import type { Address, TypedData } from "@freehold/protocol";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useId, useRef } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { graphql, graphqlField } from "../graphql.ts";
import { MessageDialog } from "../signing/message-dialog.tsx";
import { nodeName } from "./person-card.tsx";

/** Blocks an address: of a node, or of a commenter with a wallet. */
export function BlockDialog({
  person,
  onClose,
}: {
  person: { readonly address: Address; readonly title: string | null; readonly url: string | null };
  onClose: () => void;
}): ReactElement {
  const { people } = useMessages();
  const reason = useRef<HTMLInputElement>(null);
  const id = useId();
  const client = useQueryClient();
  const name = nodeName(person);
  const { address } = person;
  return (
    <MessageDialog
      title={() => people.blockTitle(name)}
      act={people.block}
      explain={() => (
        <>
          <p>{people.blockExplain}</p>
          <p>{people.blockSigns}</p>
          <label htmlFor={id}>{people.blockReason}</label>
          <input id={id} ref={reason} maxLength={500} />
        </>
      )}
      task={{
        key: ["block", address],
        async prepare(signal) {
          const blockToSign = await graphqlField<readonly { readonly typedData: TypedData }[]>(
            query,
            { address },
            signal,
          );
          return { messages: blockToSign.map(({ typedData }) => typedData) };
        },
        async send(messages) {
          const note = reason.current?.value || null;
          await graphql(mutation, { input: { address, reason: note, messages } });
          return true;
        },
      }}
      formatResult={() => <p>{people.isBlocked(name)}</p>}
      onClose={(isBlocked) => {
        onClose();
        if (isBlocked) void client.invalidateQueries();
      }}
    />
  );
}

const query = /* GraphQL */ `
  query BlockToSign($address: Address!) { blockToSign(address: $address) { typedData } }
`;
const mutation = /* GraphQL */ `
  mutation Block($input: CreateBlockInput!) { createBlock(input: $input) { isNotified } }
`;
