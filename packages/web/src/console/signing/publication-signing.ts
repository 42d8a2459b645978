import type { TypedData } from "@freehold/protocol";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Account } from "../../signing/account.ts";
import { signTypedData } from "../../signing/account.ts";
import { ApiError, graphql } from "../graphql.ts";
import { findUnsignedFiles } from "../publications/referenced-files.ts";
import { useWallet } from "./wallet-step.tsx";

/** What is to be signed. */
export interface ToSign {
  readonly id: string;
  readonly title: string;
  /** Markdown; empty for a file. */
  readonly text: string;
}

/**
 * Signs publications one after another with the owner's wallet, then sends them together. What the wallet signed is kept
 * when it stops in the middle, so that nothing is asked twice.
 */
export function useSigning(posts: readonly ToSign[]) {
  const ids = posts.map(({ id }) => id);
  const client = useQueryClient();
  const prepared = useQuery({
    queryKey: ["to-sign", ids],
    queryFn: ({ signal }) => prepareSigning(posts, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const { attempt, setStep, ...wallet } = useWallet();
  const [signed, setSigned] = useState<readonly SignedPost[] | null>(null);
  const signatures = useRef<string[]>([]);

  /** What was signed is of no use where the node refuses it; where it was not reached, it is. */
  async function startAnew(error: unknown): Promise<never> {
    if (!(error instanceof ApiError && error.code === "OFFLINE")) {
      signatures.current = [];
      await prepared.refetch();
    }
    throw error;
  }

  const sign = (by: Account) =>
    attempt(async () => {
      if (!prepared.data) return;
      setStep("wallet");
      // The first prompt comes straight from the touch: nothing is awaited before it.
      for (const { typedData } of prepared.data.messages.slice(signatures.current.length)) {
        signatures.current.push(await signTypedData(by, typedData));
      }
      setStep("sending");
      const sent = sendSignatures(prepared.data, signatures.current);
      setSigned(await sent.catch(startAnew));
      // What stands open stays as it was opened until its dialog is closed.
      await client.invalidateQueries({
        predicate: ({ queryKey: [name] }) => name !== "to-sign" && name !== "editor",
      });
    });
  return { ...wallet, prepared, signed, done: signatures.current.length, sign };
}

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
  const reply = await graphql<PrepareReply>(prepareQuery, { ids }, signal);
  return {
    messages: reply.publicationsToSign.map(({ id, message }) => ({ id, typedData: message.typedData })),
    files: files.length,
    people: reply.connectionCounts.followers,
  };
}

interface PrepareReply {
  readonly publicationsToSign: readonly {
    readonly id: string;
    readonly message: { readonly typedData: TypedData };
  }[];
  readonly connectionCounts: { readonly followers: number };
}

const prepareQuery = /* GraphQL */ `
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
  return (
    await graphql<{ signPublications: readonly SignedPost[] }>(signMutation, { input: { publications } })
  ).signPublications;
}

const signMutation = /* GraphQL */ `
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
