import { type Address, parseAddress, type TypedData } from "@freehold/protocol";
import { ask } from "../ask.ts";

/** Everything that has to be at hand before a wallet is asked. */
export interface PreparedSigning {
  readonly owner: Address | null;
  readonly messages: readonly { readonly id: string; readonly typedData: TypedData }[];
  /** How many follow; `isMore` when there are more than were counted. */
  readonly people: { readonly count: number; readonly isMore: boolean };
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
    owner: parseAddress(reply.profile.address),
    messages: reply.publicationsToSign.map(({ id, message }) => ({ id, typedData: message.typedData })),
    people: { count: reply.followers.nodes.length, isMore: reply.followers.pageInfo.hasNextPage },
  };
}

interface Reply {
  readonly profile: { readonly address: string };
  readonly publicationsToSign: readonly {
    readonly id: string;
    readonly message: { readonly typedData: TypedData };
  }[];
  readonly followers: {
    readonly nodes: readonly unknown[];
    readonly pageInfo: { readonly hasNextPage: boolean };
  };
}

const query = /* GraphQL */ `
  query PrepareSigning($ids: [ID!]!) {
    profile {
      address
    }
    publicationsToSign(ids: $ids) {
      id
      message {
        typedData
      }
    }
    followers(first: 100) {
      nodes {
        address
      }
      pageInfo {
        hasNextPage
      }
    }
  }
`;
