import { type ReactElement, useEffect, useRef } from "react";
import { drawSeal, sealOfNobody } from "../../drawings/seal.ts";
import { useMessages } from "../../messages/console/use-messages.ts";
import { Button } from "../components/controls.tsx";
import { inlineDrawing } from "../elements.ts";
import { formatError, Trouble } from "../errors.tsx";
import type { PreparedSigning, SignedPost } from "./publication-signing.ts";
import { type ToSign, useSigning } from "./publication-signing.ts";
import { WalletStep } from "./wallet-step.tsx";

/** Explains what will be signed and for whom, asks the wallet to sign, and shows the result. */
export function SignDialog({
  posts,
  onClose,
}: {
  posts: readonly ToSign[];
  /** Receives whether it was signed. */
  onClose: (isSigned: boolean) => void;
}): ReactElement {
  const messages = useMessages();
  const dialog = useRef<HTMLDialogElement>(null);
  const signing = useSigning(posts);
  useEffect(() => dialog.current?.showModal(), []);
  const { prepared, problem, signed, step } = signing;
  const count = prepared.data?.messages.length ?? posts.length;
  const fault = prepared.error ?? problem;
  return (
    <dialog
      ref={dialog}
      className="signing"
      aria-labelledby="signing-title"
      onClose={() => onClose(signed !== null)}
    >
      <h2 id="signing-title">
        {inlineDrawing(drawSeal(sealOfNobody), "seal", null)}
        {signed ? messages.signing.done(posts.length) : messages.signing.title(posts.length)}
      </h2>
      {!signed && <SigningSummary posts={posts} prepared={prepared.data} />}
      {!signed && <WalletStep {...signing} isReady={prepared.data !== undefined} />}
      {signed && <SigningResult signed={signed} />}
      <p role="status" className="hint">
        {step === "wallet" && messages.signing.asking(signing.done + 1, count)}
        {step === "sending" && messages.signing.sending}
      </p>
      <Trouble
        text={
          Boolean(fault) &&
          `${formatError(messages, fault)} ${signing.done > 0 && ` $${messages.signing.resumable(signing.done, count)}`}`
        }
      />
      <form method="dialog">
        <Button
          type="submit"
          look={signed ? undefined : "plain"}
          text={signed ? messages.close : messages.signing.cancel}
        />
      </form>
    </dialog>
  );
}

function SigningSummary({
  posts,
  prepared,
}: {
  posts: readonly ToSign[];
  prepared: PreparedSigning | undefined;
}): ReactElement {
  const { signing } = useMessages();
  const { people = null, files = 0 } = prepared ?? {};
  return (
    <>
      <ul className="to-sign">
        {posts.map(({ id, title }) => (
          <li key={id}>{title || signing.untitled}</li>
        ))}
      </ul>
      {files > 0 && <p>{signing.withFiles(files)}</p>}
      <p>{signing.explain}</p>
      <p className="strong">{people === null ? signing.counting : signing.goesTo(people)}</p>
    </>
  );
}

function SigningResult({ signed }: { signed: readonly SignedPost[] }): ReactElement {
  const { signing } = useMessages();
  const recipients = Math.max(0, ...signed.map((one) => one.recipients));
  return (
    <>
      <p>{signing.wentTo(recipients)}</p>
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
  );
}
