import type { TypedData } from "@freehold/protocol";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Account } from "../../signing/account.ts";
import { signTypedData } from "../../signing/account.ts";
import { ApiError, graphql } from "../graphql.ts";
import { findUnsignedFiles } from "../publications/referenced-files.ts";
import { useWallet } from "./wallet-step.tsx";

/** A publication to sign. */
export interface ToSign {
  readonly id: string;
  readonly title: string;
  /** Markdown; empty for a file. */
  readonly text: string;
}

/**
 * Signs publications one after another with the owner's wallet, then sends them together. Signatures are kept when the
 * wallet stops halfway, so that it never asks twice.
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

  /** Signatures that the node refused are useless; if it was not reached, they are still good. */
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
      // Some wallets only prompt straight from a user's action: await nothing before the first prompt.
      for (const { typedData } of prepared.data.messages.slice(signatures.current.length)) {
        signatures.current.push(await signTypedData(by, typedData));
      }
      setStep("sending");
      const sent = sendSignatures(prepared.data, signatures.current);
      setSigned(await sent.catch(startAnew));
      // An open editor keeps its state until the dialog is closed.
      await client.invalidateQueries({
        predicate: ({ queryKey: [name] }) => name !== "to-sign" && name !== "editor",
      });
    });
  return { ...wallet, prepared, signed, done: signatures.current.length, sign };
}

/** What must be ready before the wallet is asked. */
export interface PreparedSigning {
  /** Files come before the texts that refer to them, so that recipients of a text have its files. */
  readonly messages: readonly { readonly id: string; readonly typedData: TypedData }[];
  /** The number of messages that are for files. */
  readonly files: number;
  /** The number of followers. */
  readonly people: number;
}

/**
 * Reads the messages to sign, including those for files that the texts refer to, and the number of followers.
 *
 * @param posts drafts and local publications: id, and Markdown (empty for a file)
 * @throws ApiError
 */
async function prepareSigning(
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
      message { typedData }
    }
    connectionCounts { followers }
  }
`;

/** A publication that was signed. */
export interface SignedPost {
  readonly publication: { readonly id: string; readonly url: string | null };
  readonly recipients: number;
}

/**
 * Sends the signatures to the node, all or none.
 *
 * @param signatures in the order of the messages
 * @throws ApiError
 */
async function sendSignatures(
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
      publication { id url }
      recipients
    }
  }
`;
