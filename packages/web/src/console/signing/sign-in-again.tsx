import { type ReactElement, useEffect, useState } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { Modal } from "../components/confirm-dialog.tsx";
import { Button } from "../components/controls.tsx";
import { LoadBoundary, lazyView } from "../components/load-boundary.tsx";
import { onSignInNeeded } from "./fresh-session.ts";

const SignInChoices = lazyView(async () => ({ default: (await import("./sign-in.tsx")).SignInChoices }));

/** A dialog in which the owner signs in again, shown while `withFreshSession` waits for that. */
export function SignInAgain({ owner }: { owner: string }): ReactElement | null {
  const { signIn, cancel } = useMessages();
  const [end, setEnd] = useState<{ with(isDone: boolean): void } | null>(null);
  useEffect(() => onSignInNeeded(() => new Promise((resolve) => setEnd({ with: resolve }))), []);
  if (end === null) return null;
  const close = (isDone: boolean) => {
    end.with(isDone);
    setEnd(null);
  };
  return (
    <Modal title={signIn.againTitle} onClose={() => close(false)}>
      <p>{signIn.againExplain}</p>
      <div className="sign-in-again">
        <LoadBoundary fallback={null}>
          <SignInChoices owner={owner} onDone={() => close(true)} />
        </LoadBoundary>
        <Button look="plain" onClick={() => close(false)} text={cancel} />
      </div>
    </Modal>
  );
}
