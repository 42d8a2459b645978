import type { TypedData } from "@freehold/protocol";
import { ask } from "../ask.ts";

/** Everything that has to be at hand before a wallet is asked. */
export interface PreparedSigning {
  readonly messages: readonly { readonly id: string; readonly typedData: TypedData }[];
  /** How many follow. */
  readonly people: number;
}

/**
 * Asks the node what the owner is to sign, and how many people it goes to.
 *
 * @param ids of drafts and local publications
 * @throws AskError
 */
export async function prepareSigning(ids: readonly string[], signal?: AbortSignal): Promise<PreparedSigning> {
  const reply = await ask<Reply>(query, { ids }, signal);
  return {
    messages: reply.publicationsToSign.map(({ id, message }) => ({ id, typedData: message.typedData })),
    people: reply.connectionCounts.followers,
  };
}

interface Reply {
  readonly publicationsToSign: readonly {
    readonly id: string;
    readonly message: { readonly typedData: TypedData };
  }[];
  readonly connectionCounts: { readonly followers: number };
}

const query = /* GraphQL */ `
  query PrepareSigning($ids: [ID!]!) {
    publicationsToSign(ids: $ids) {
      id
      message {
        typedData
      }
    }
    connectionCounts {
      followers
    }
  }
`;
