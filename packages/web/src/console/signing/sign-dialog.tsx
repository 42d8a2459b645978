import type { TypedData } from "@freehold/protocol";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { graphql, mutation } from "../graphql.ts";
import { findUnsignedFiles } from "../publications/referenced-files.ts";
import { MessageDialog, type SignedMessage } from "./message-dialog.tsx";

/** A publication to sign. */
export interface ToSign {
  readonly id: string;
  readonly title: string;
  /** Markdown; empty for a file. */
  readonly text: string;
}

/** Signs publications together and sends them to the followers. */
export function SignDialog({
  posts,
  onClose,
}: {
  posts: readonly ToSign[];
  /** Receives whether it was signed. */
  onClose: (isSigned: boolean) => void;
}): ReactElement {
  const { signing } = useMessages();
  const client = useQueryClient();
  return (
    <MessageDialog<readonly SignedPost[], PreparedSigning>
      title={(signed) => (signed ? signing.done(posts.length) : signing.title(posts.length))}
      explain={(prepared) => (
        <>
          <ul className="to-sign">
            {posts.map(({ id, title }) => (
              <li key={id}>{title || signing.untitled}</li>
            ))}
          </ul>
          {prepared && prepared.files > 0 && <p>{signing.withFiles(prepared.files)}</p>}
          <p>{signing.explain}</p>
          <p className="strong">{prepared ? signing.goesTo(prepared.people) : signing.counting}</p>
        </>
      )}
      task={{
        key: ["publications", ...posts.map(({ id }) => id)],
        prepare: (signal) => prepareSigning(posts, signal),
        async send(messages, { ids }) {
          const publications = messages.map((message, index) => ({ id: ids[index], message }));
          const signed = await signPublications({ publications });
          // An open editor keeps its state until the dialog is closed.
          void client.invalidateQueries({
            predicate: ({ queryKey: [name] }) => name !== "message-to-sign" && name !== "editor",
          });
          return signed;
        },
      }}
      sending={signing.sending}
      resumable={signing.resumable}
      formatResult={(signed) => (
        <>
          <p>{signing.wentTo(Math.max(0, ...signed.map(({ recipients }) => recipients)))}</p>
          <ul className="to-sign">
            {signed.map(
              ({ publication: { id, url } }) =>
                url && (
                  <li key={id}>
                    <a href={url}>{url.replace(/^https?:\/\//, "")}</a>
                  </li>
                ),
            )}
          </ul>
        </>
      )}
      onClose={(signed) => onClose(signed !== null)}
    />
  );
}

/** What must be ready before the wallet is asked. */
type PreparedSigning = Awaited<ReturnType<typeof prepareSigning>>;

/**
 * Reads the messages to sign, including those for files that the texts refer to, and the number of followers.
 *
 * @returns `ids` of the publications, in the order of the messages: files come before the texts that refer to them; the
 *   number of `files`; the number of followers as `people`
 * @throws ApiError
 */
async function prepareSigning(posts: readonly ToSign[], signal: AbortSignal) {
  const chosen = posts.map(({ id }) => id);
  const texts = posts.map(({ text }) => text);
  const found = await findUnsignedFiles(texts, signal);
  const files = found.map(({ id }) => id).filter((id) => !chosen.includes(id));
  const { publicationsToSign: toSign, connectionCounts } = await graphql<{
    publicationsToSign: readonly { id: string; message: { typedData: TypedData } }[];
    connectionCounts: { followers: number };
  }>(prepareQuery, { ids: [...files, ...chosen] }, signal);
  return {
    ids: toSign.map(({ id }) => id),
    messages: toSign.map(({ message }) => message.typedData),
    files: files.length,
    people: connectionCounts.followers,
  };
}

interface SignedPost {
  readonly publication: { readonly id: string; readonly url: string | null };
  readonly recipients: number;
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
const signPublications = mutation<
  { publications: readonly { id: string | undefined; message: SignedMessage }[] },
  readonly SignedPost[]
>(/* GraphQL */ `
  mutation SignPublications($input: SignPublicationsInput!) {
    signPublications(input: $input) {
      publication { id url }
      recipients
    }
  }
`);
