import type { ReactElement } from "react";
import { Button } from "../console/components/controls.tsx";
import { digits } from "../console/elements.ts";
import { useMessages } from "../messages/console/use-messages.ts";
import { useInstallerMessages } from "../messages/installer/use-installer-messages.ts";
import { messagesFor } from "../messages/site/catalogues.ts";
import type { Account } from "../signing/account.ts";
import { Status } from "./fields.tsx";
import type { StepProps } from "./setup-form.ts";
import { useInstallation } from "./use-installation.ts";

type SignProps = StepProps & {
  mailPassword: string;
  account: Account | null;
  /** Goes back to the step of the key. */
  onKey: () => void;
  /** Opens the console. */
  onDone: () => Promise<void>;
};

/** Shows the fields that are signed, asks for the signature, and then opens the console. */
export function SignStep(props: SignProps): ReactElement {
  const { form, onDone } = props;
  const { sign: texts, key } = useInstallerMessages();
  const installation = useInstallation(props);
  const { problem, state } = installation;
  if (state === "installed") return <Installed {...installation} url={form.url} onDone={onDone} />;
  return (
    <div className="step">
      <blockquote className="statement">{texts.sentence(form.url, form.name.trim())}</blockquote>
      <p>{texts.intro}</p>
      <SignedFields {...props} />
      <SignButton {...installation} {...props} />
      <Status
        text={state === "signing" ? key.waiting : state === "sending" && texts.sending}
        problem={problem}
      />
    </div>
  );
}

function SignedFields({ form }: Pick<SignProps, "form">): ReactElement {
  const { sign: texts, profile, languageLabel } = useInstallerMessages();
  const rows: [string, ReactElement | string][] = [
    [texts.address, form.url],
    [texts.owner, digits(form.address ?? "")],
    [profile.name, form.name.trim()],
    [texts.about, form.about.trim() || texts.none],
    [
      profile.picture,
      form.picture ? <img key="picture" className="portrait" src={form.picture} alt="" /> : texts.none,
    ],
    [languageLabel, messagesFor(form.language).name],
  ];
  return (
    <dl className="signed-fields">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type Installation = ReturnType<typeof useInstallation>;

function SignButton({
  account,
  hasSigned,
  onKey,
  resend,
  sign,
  state,
}: Installation & Pick<SignProps, "account" | "onKey">): ReactElement {
  const { sign: texts, key } = useInstallerMessages();
  const { signing } = useMessages();
  const isBusy = state !== "idle";
  if (hasSigned) return <Button disabled={isBusy} onClick={resend} text={texts.again} />;
  if (account) {
    const text = signing.sign(account.wallet.name || key.aWallet);
    return <Button disabled={isBusy} onClick={() => sign(account)} text={text} />;
  }
  return (
    <>
      <p className="hint">{texts.openAgain}</p>
      <Button onClick={onKey} text={texts.toKey} />
    </>
  );
}

/** The node has its owner: one more signature opens the console. */
function Installed({
  signIn,
  isElsewhere,
  isSigningIn,
  mailFailed,
  onDone,
  problem,
  url,
}: Installation & Pick<SignProps, "onDone"> & { url: string }): ReactElement {
  const { sign: texts } = useInstallerMessages();
  const { signIn: signInTexts } = useMessages();
  if (isElsewhere) {
    return (
      <div className="step" role="status">
        <p className="strong">{texts.done}</p>
        <p>{texts.elsewhere}</p>
        <p>
          <a href={`${url}/console`}>{`${url}/console`}</a>
        </p>
      </div>
    );
  }
  return (
    <div className="step">
      <p className="strong">{texts.done}</p>
      <p className={mailFailed ? "trouble" : undefined}>{mailFailed ? texts.mailLater : texts.doneHint}</p>
      {mailFailed ? (
        <Button onClick={onDone} text={texts.toConsole} />
      ) : (
        <Button disabled={isSigningIn} onClick={signIn} text={texts.enter} />
      )}
      <Status text={isSigningIn && signInTexts.waiting} problem={problem} />
    </div>
  );
}
