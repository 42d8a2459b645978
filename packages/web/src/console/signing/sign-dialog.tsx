import type { ReactElement } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { MessageDialog } from "./message-dialog.tsx";
import { type PreparedSigning, type SignedPost, type ToSign, usePostSigningTask } from "./sign-posts.ts";

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
  const task = usePostSigningTask(posts);
  return (
    <MessageDialog<readonly SignedPost[], PreparedSigning>
      title={(signed) => (signed ? signing.done(posts.length) : signing.title(posts.length))}
      explain={(prepared, signer, hasFailed) => (
        <>
          <ul className="to-sign">
            {posts.map(({ id, title }) => (
              <li key={id}>{title || signing.untitled}</li>
            ))}
          </ul>
          {prepared && prepared.files > 0 && <p>{signing.by[signer].withFiles(prepared.files)}</p>}
          <p>{signing.by[signer].explain}</p>
          {!hasFailed && (
            <p className="strong">{prepared ? signing.goesTo(prepared.people) : signing.counting}</p>
          )}
        </>
      )}
      task={task}
      sending={signing.sending}
      resumable={signing.resumable}
      checksWords
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
