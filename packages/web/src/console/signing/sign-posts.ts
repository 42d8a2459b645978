import { graphql } from "@freehold/client";
import { completeAddresses, contentHash } from "@freehold/protocol";
import { useQueryClient } from "@tanstack/react-query";
import { useMessages } from "../../messages/console/use-messages.ts";
import { parseTypedData } from "../../signing/account.ts";
import { askApi, mutation } from "../graphql.ts";
import { findUnsignedFiles, readNodeUrl } from "../publications/referenced-files.ts";
import type { MessageTask } from "./use-message-signing.ts";

/** A publication to sign. */
export interface ToSign {
  readonly id: string;
  readonly title: string;
  /** Markdown; empty for a file. */
  readonly text: string;
}

/** A publication that was signed, and how many followers it goes to. */
export type SignedPost = Awaited<ReturnType<typeof signPublications>>[number];

/** The data that must be ready before the wallet is asked. */
export type PreparedSigning = Awaited<ReturnType<typeof prepareSigning>>;

/** Signs posts together, with the files that they refer to, and sends them to the followers. */
export function usePostSigningTask(
  posts: readonly ToSign[],
  isReady = true,
): MessageTask<readonly SignedPost[], PreparedSigning> {
  const { signing } = useMessages();
  const client = useQueryClient();
  return {
    key: ["publications", ...posts.map(({ id }) => id)],
    isReady,
    prepare: (signal) => prepareSigning(posts, signing, signal),
    async send(messages, { ids }) {
      const publications = messages.map((message, index) => ({ id: ids[index] ?? "", message }));
      const signed = await signPublications({ publications });
      // An open editor keeps its state until the dialog is closed.
      void client.invalidateQueries({
        predicate: ({ queryKey: [name] }) => name !== "message-to-sign" && name !== "editor",
      });
      return signed;
    },
  };
}

/**
 * Reads the messages to sign, including those for files that the texts refer to, and the number of followers.
 *
 * @returns `ids` of the publications, in the order of the messages: files come before the texts that refer to them; the
 *   number of `files`; the number of followers as `people`
 * @throws ApiError
 */
async function prepareSigning(
  posts: readonly ToSign[],
  texts: Readonly<Record<"untitled", string>> & { readonly file: (name: string) => string },
  signal: AbortSignal,
) {
  const found = await findUnsignedFiles(
    posts.map(({ text }) => text),
    signal,
  );
  const files = found.filter(({ id }) => !posts.some((post) => post.id === id));
  const names = new Map([
    ...files.map(({ id, description, filename }) => [id, texts.file(description || filename || "")] as const),
    ...posts.map(({ id, title }) => [id, title || texts.untitled] as const),
  ]);
  // The text that was read here is signed: a program may change its draft meanwhile.
  const shown = new Map(posts.map(({ id, text }) => [id, text]));
  const nodeUrl = await readNodeUrl(signal);
  const contentHashes = [...names.keys()].map((id) => {
    const text = shown.get(id);
    // As the node stores it.
    return text ? contentHash(new TextEncoder().encode(completeAddresses(text, nodeUrl))) : "";
  });
  const { publicationsToSign: toSign, connectionCounts } = await askApi(
    prepareQuery,
    { ids: [...names.keys()], contentHashes },
    signal,
  );
  return {
    ids: toSign.map(({ id }) => id),
    messages: toSign.map(({ message }) => parseTypedData(message.typedData)),
    labels: toSign.map(({ id }) => names.get(id) ?? ""),
    files: files.length,
    people: connectionCounts.followers,
  };
}

const prepareQuery = graphql(`query PrepareSigning($ids: [ID!]!, $contentHashes: [String!]) {
  publicationsToSign(ids: $ids, contentHashes: $contentHashes) {
    id
    message { typedData }
  }
  connectionCounts { followers }
}`);
const signPublications = mutation(
  graphql(`mutation SignPublications($input: SignPublicationsInput!) {
    signPublications(input: $input) {
      publication { id url }
      recipients
    }
  }`),
);
