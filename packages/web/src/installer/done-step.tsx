import { type ReactElement, useState } from "react";
import { Button } from "../console/components/controls.tsx";
import { RecoverySheet } from "../console/signing/words/recovery-sheet.tsx";
import { useMessages } from "../messages/console/use-messages.ts";
import { useInstallerMessages } from "../messages/installer/use-installer-messages.ts";
import type { Account } from "../signing/account.ts";
import { keyFileId } from "../signing/wallets.ts";
import { Status } from "./fields.tsx";
import { SaveKey } from "./new-key.tsx";
import type { MadeFile, SetupForm } from "./setup-form.ts";
import type { Installation } from "./use-installation.ts";

/** The recovery words of a key that was made here, as long as this page is open. */
function Words({
  address,
  site,
  words,
}: Pick<MadeFile, "address" | "words"> & { site: string }): ReactElement {
  const { words: texts } = useMessages();
  const [isShown, show] = useState(false);
  return (
    <>
      <h2>{texts.title}</h2>
      <p>{texts.explain}</p>
      {isShown && <RecoverySheet address={address} site={site} words={words} />}
      <Button look="plain" onClick={() => show(!isShown)} text={isShown ? texts.hide : texts.show} />
    </>
  );
}

/** The node has its owner. A wallet signs once more to sign in; a key file has done so already. */
export function DoneStep({
  account,
  form: { url },
  installation: { isElsewhere, isSignedIn, isSigningIn, problem, signIn },
  made,
  onOpen,
}: {
  account: Account | null;
  form: SetupForm;
  installation: Installation;
  made: MadeFile | null;
  /** Opens the dashboard at a path below `/console`. */
  onOpen: (path: string) => Promise<void>;
}): ReactElement {
  const { done: texts, key } = useInstallerMessages();
  const { signIn: signInTexts } = useMessages();
  const enter = async () => {
    if (await signIn()) await onOpen("/write");
  };
  return (
    <div className="step">
      <p>
        {texts.site} <a href={url}>{url}</a>
      </p>
      {made && (
        <section className="keep-key" aria-labelledby="keep-key">
          <h2 id="keep-key">{texts.keep}</h2>
          <p>{texts.loss}</p>
          <SaveKey {...made} isSaved />
          {made.words.length > 0 && <Words {...made} site={url} />}
        </section>
      )}
      {isElsewhere ? (
        <p role="status">
          {texts.elsewhere} <a href={`${url}/console`}>{`${url}/console`}</a>
        </p>
      ) : isSignedIn ? (
        <div className="choices">
          <Button onClick={() => onOpen("/write")} text={texts.write} />
          <Button look="plain" onClick={() => onOpen("")} text={texts.dashboard} />
        </div>
      ) : (
        <>
          <p className="hint">{texts.signIn}</p>
          <Button
            disabled={isSigningIn}
            onClick={enter}
            text={signInTexts.with(account?.wallet.name || key.aWallet)}
          />
        </>
      )}
      <Status
        text={isSigningIn && (account?.wallet.id === keyFileId ? signInTexts.opening : signInTexts.waiting)}
        problem={problem}
      />
    </div>
  );
}
