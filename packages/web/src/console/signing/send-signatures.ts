import { ask } from "../ask.ts";
import type { PreparedSigning } from "./prepare-signing.ts";

/** A publication that is signed now. */
export interface SignedPost {
  readonly publication: { readonly id: string; readonly url: string | null };
  readonly recipients: number;
}

/**
 * Brings what the wallet signed to the node, all of it or none.
 *
 * @param signatures in the order of the messages
 * @throws AskError
 */
export async function sendSignatures(
  { messages }: PreparedSigning,
  signatures: readonly string[],
): Promise<readonly SignedPost[]> {
  const publications = messages.map(({ id, typedData }, index) => ({
    id,
    message: { typedData, signature: signatures[index] },
  }));
  return (await ask<{ signPublications: readonly SignedPost[] }>(mutation, { input: { publications } }))
    .signPublications;
}

const mutation = /* GraphQL */ `
  mutation SignPublications($input: SignPublicationsInput!) {
    signPublications(input: $input) {
      publication {
        id
        url
      }
      recipients
    }
  }
`;
