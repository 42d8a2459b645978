import type { Address, TypedData } from "@freehold/protocol";
import { ask } from "../../ask.ts";

/** A node as it describes itself, and what is signed to follow it. */
export interface SeenNode {
  readonly address: Address;
  readonly url: string;
  readonly title: string;
  readonly description: string | null;
  /** A small one, as a data URI. */
  readonly picture: string | null;
  /** Null where it does not say. */
  readonly publications: number | null;
  readonly message: { readonly typedData: TypedData };
}

/**
 * Has the node look who lives at an address.
 *
 * @throws AskError with a reason for what stands in the way of following it
 */
export async function lookAtNode(url: string, signal?: AbortSignal): Promise<SeenNode> {
  const { connectionToSign } = await ask<{ connectionToSign: SeenNode }>(query, { url }, signal);
  return connectionToSign;
}

const query = /* GraphQL */ `
  query LookAtNode($url: String!) {
    connectionToSign(url: $url) {
      address
      url
      title
      description
      picture
      publications
      message {
        typedData
      }
    }
  }
`;
