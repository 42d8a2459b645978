import type { ReactElement } from "react";
import { useMessages } from "../messages/console/use-messages.ts";
import { useInstallerMessages } from "../messages/installer/use-installer-messages.ts";
import { messagesFor } from "../messages/site/catalogues.ts";
import type { Account } from "../signing/account.ts";
import { Digits } from "./digits.tsx";
import type { StepProps } from "./setup-form.ts";
import { useMovingIn } from "./use-installation.ts";

type SignProps = StepProps & {
  mailPassword: string;
  account: Account | null;
  /** Goes back to where the key is opened. */
  onKey: () => void;
  /** Opens the console. */
  onDone: () => Promise<void>;
};

/** One sentence, what is signed with it, and the signature; then the console. */
export function SignStep(props: SignProps): ReactElement {
  const { account, kept, onDone, onKey } = props;
  const { sign: said } = useInstallerMessages();
  const moving = useMovingIn(props);
  if (moving.state === "installed") return <ComeIn {...moving} url={kept.url} onDone={onDone} />;
  return (
    <div className="moving-step">
      <blockquote className="deed">{said.sentence(kept.url, kept.name.trim())}</blockquote>
      <p>{said.words}</p>
      <Deed {...props} />
      <SignButton {...moving} account={account} onKey={onKey} />
      <Status {...moving} />
    </div>
  );
}

/** Everything that the signature covers. */
function Deed({ kept }: Pick<SignProps, "kept">): ReactElement {
  const { sign: said, you } = useInstallerMessages();
  const rows: [string, ReactElement | string][] = [
    [said.place, kept.url],
    [said.owner, <Digits key="owner" hex={kept.address ?? ""} />],
    [said.name, kept.name.trim()],
    [said.about, kept.about.trim() || said.none],
    [
      you.picture,
      kept.picture ? <img key="picture" className="portrait" src={kept.picture} alt="" /> : said.none,
    ],
    [said.language, messagesFor(kept.language).name],
  ];
  return (
    <dl className="deed-rows">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type Moving = ReturnType<typeof useMovingIn>;

function SignButton({
  account,
  hasSigned,
  onKey,
  resend,
  sign,
  state,
}: Moving & { account: Account | null; onKey: () => void }): ReactElement {
  const { sign: said, key } = useInstallerMessages();
  const isBusy = state === "signing" || state === "sending";
  if (hasSigned) {
    return (
      <button type="button" disabled={isBusy} onClick={resend}>
        {said.again}
      </button>
    );
  }
  if (account === null) {
    return (
      <>
        <p className="hint">{said.openAgain}</p>
        <button type="button" onClick={onKey}>
          {said.toKey}
        </button>
      </>
    );
  }
  return (
    <button type="button" disabled={isBusy} onClick={() => sign(account)}>
      {said.sign(account.wallet.name || key.aWallet)}
    </button>
  );
}

function Status({ problem, state }: Moving): ReactElement {
  const { sign: said } = useInstallerMessages();
  return (
    <>
      <p role="status" className="hint">
        {state === "signing" && said.asking}
        {state === "sending" && said.sending}
      </p>
      {problem && (
        <p role="alert" className="trouble">
          {problem}
        </p>
      )}
    </>
  );
}

/** The house has its owner: one more signature, and the console opens. */
function ComeIn({
  come,
  elsewhere,
  isComing,
  mailFailed,
  onDone,
  problem,
  url,
}: Moving & { url: string; onDone: () => Promise<void> }): ReactElement {
  const { sign: said } = useInstallerMessages();
  const { signIn } = useMessages();
  if (elsewhere) {
    return (
      <div className="moving-step" role="status">
        <p className="strong">{said.done}</p>
        <p>{said.elsewhere}</p>
        <p>
          <a href={`${url}/console`}>{`${url}/console`}</a>
        </p>
      </div>
    );
  }
  return (
    <div className="moving-step">
      <p className="strong">{said.done}</p>
      {mailFailed ? (
        <>
          <p className="trouble">{said.mailLater}</p>
          <button type="button" onClick={onDone}>
            {said.toConsole}
          </button>
        </>
      ) : (
        <>
          <p>{said.doneWords}</p>
          <button type="button" disabled={isComing} onClick={come}>
            {said.enter}
          </button>
        </>
      )}
      <p role="status" className="hint">
        {isComing && signIn.waiting}
      </p>
      {problem && (
        <p role="alert" className="trouble">
          {problem}
        </p>
      )}
    </div>
  );
}
