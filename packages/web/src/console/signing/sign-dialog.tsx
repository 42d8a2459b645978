import { type ReactElement, useEffect, useRef } from "react";
import { drawSeal, sealOfNobody } from "../../drawing/draw-seal.ts";
import { inlineDrawing } from "../../drawing/inline-drawing.ts";
import { sayProblem } from "../say-problem.ts";
import { useWords } from "../words/use-words.ts";
import { type ToSign, useSigning } from "./use-signing.ts";

/** Says what will be signed and for whom, has it signed, and says what happened. */
export function SignDialog({
  posts,
  onClose,
}: {
  posts: readonly ToSign[];
  /** Gets whether it was signed. */
  onClose: (isSigned: boolean) => void;
}): ReactElement {
  const words = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const signing = useSigning(posts);
  useEffect(() => dialog.current?.showModal(), []);
  const { prepared, problem, signed, step } = signing;
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
        {signed ? words.signing.done(posts.length) : words.signing.title(posts.length)}
      </h2>
      {!signed && <WhatIsSigned posts={posts} people={prepared.data?.people ?? null} />}
      {!signed && <NextStep {...signing} />}
      {signed && <WhatHappened signed={signed} />}
      <p role="status" className="hint">
        {step === "wallet" && words.signing.asking(signing.done + 1, posts.length)}
        {step === "sending" && words.signing.sending}
      </p>
      {Boolean(fault) && (
        <p role="alert" className="trouble">
          {sayProblem(words, fault)}
          {signing.done > 0 && ` ${words.signing.kept(signing.done, posts.length)}`}
        </p>
      )}
      <form method="dialog">
        <button type="submit" className={signed ? undefined : "plain"}>
          {signed ? words.close : words.signing.notNow}
        </button>
      </form>
    </dialog>
  );
}

function WhatIsSigned({
  posts,
  people,
}: {
  posts: readonly ToSign[];
  people: { count: number; isMore: boolean } | null;
}): ReactElement {
  const { signing } = useWords();
  return (
    <>
      <ul className="to-sign">
        {posts.map(({ id, title }) => (
          <li key={id}>{title || signing.untitled}</li>
        ))}
      </ul>
      <p>{signing.explain}</p>
      <p className="strong">{people ? signing.goesTo(people.count, people.isMore) : signing.counting}</p>
    </>
  );
}

type Signing = ReturnType<typeof useSigning>;

/** One touch at a time: the wallet first, where it is not open yet, and then the signature. */
function NextStep({ prepared, wallets, wallet, account, step, open, sign }: Signing): ReactElement {
  const words = useWords();
  const isBusy = step !== "idle" || !prepared.data;
  if (account) {
    return (
      <button type="button" disabled={isBusy} onClick={() => sign(account)}>
        {words.signing.sign(account.wallet.name || words.signIn.aWallet)}
      </button>
    );
  }
  if (wallets?.length === 0) return <p className="trouble">{words.signIn.noWallet}</p>;
  return (
    <div className="choices">
      {(wallet ? [wallet] : (wallets ?? [])).map((one) => (
        <button key={one.id} type="button" disabled={isBusy} onClick={() => open(one)}>
          {words.signing.open(one.name || words.signIn.aWallet)}
        </button>
      ))}
    </div>
  );
}

function WhatHappened({ signed }: { signed: NonNullable<Signing["signed"]> }): ReactElement {
  const { signing } = useWords();
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
