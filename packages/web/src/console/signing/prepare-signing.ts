import type { TypedData } from "@freehold/protocol";
import { ask } from "../ask.ts";
import { findUnsignedFiles } from "../publications/show-pictures.ts";

/** Everything that has to be at hand before a wallet is asked. */
export interface PreparedSigning {
  /** The files that the texts refer to come first, so that whoever gets a text has what is in it. */
  readonly messages: readonly { readonly id: string; readonly typedData: TypedData }[];
  /** How many of the messages are for such files. */
  readonly files: number;
  /** How many follow. */
  readonly people: number;
}

/**
 * Asks the node what the owner is to sign, with the files that the texts refer to, and how many people it goes to.
 *
 * @param posts drafts and local publications: id, and Markdown (empty for a file)
 * @throws AskError
 */
export async function prepareSigning(
  posts: readonly { readonly id: string; readonly text: string }[],
  signal?: AbortSignal,
): Promise<PreparedSigning> {
  const chosen = posts.map(({ id }) => id);
  const found = await findUnsignedFiles(
    posts.map(({ text }) => text),
    signal,
  );
  const files = found.map(({ id }) => id).filter((id) => !chosen.includes(id));
  const ids = [...files, ...chosen];
  const reply = await ask<Reply>(query, { ids }, signal);
  return {
    messages: reply.publicationsToSign.map(({ id, message }) => ({ id, typedData: message.typedData })),
    files: files.length,
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
