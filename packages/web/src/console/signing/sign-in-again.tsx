import type { ReactElement } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { Modal } from "../components/confirm-dialog.tsx";
import { Button } from "../components/controls.tsx";
import type { SignInReason } from "./fresh-session.ts";
import { SignInChoices } from "./sign-in.tsx";

/**
 * A dialog in which the owner signs in again.
 *
 * @param onEnd receives whether that happened
 */
export default function SignInAgain({
  owner,
  reason,
  onEnd,
}: {
  owner: string;
  reason: SignInReason;
  onEnd: (isDone: boolean) => void;
}): ReactElement {
  const { signIn, cancel } = useMessages();
  return (
    <Modal title={signIn.againTitle} onClose={() => onEnd(false)}>
      <p>{reason === "ended" ? signIn.endedExplain : signIn.againExplain}</p>
      <div className="sign-in-again">
        <SignInChoices owner={owner} onDone={() => onEnd(true)} />
        <Button look="plain" onClick={() => onEnd(false)} text={cancel} />
      </div>
    </Modal>
  );
}
