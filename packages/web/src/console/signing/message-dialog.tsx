import type { ReactElement, ReactNode } from "react";
import { drawSeal, sealOfNobody } from "../../drawings/seal.ts";
import { useMessages } from "../../messages/console/use-messages.ts";
import { Modal } from "../components/confirm-dialog.tsx";
import { Button } from "../components/controls.tsx";
import { inlineDrawing } from "../elements.ts";
import { SigningSteps } from "./signing-steps.tsx";
import {
  type MessageSigning,
  type MessageTask,
  type Prepared,
  useMessageSigning,
} from "./use-message-signing.ts";

/** Explains what will be signed, asks the owner's wallet to sign it, and shows the result. */
export function MessageDialog<T, P extends Prepared = Prepared>({
  title,
  explain,
  task,
  formatResult,
  onClose,
  ...steps
}: {
  title: (result: T | undefined) => string;
  /** The explanation of the message to sign, and the reason. */
  explain: (prepared: P | undefined, signer: MessageSigning<T>["kind"], hasFailed: boolean) => ReactNode;
  task: MessageTask<T, P>;
  /** The sentence about a result. */
  formatResult: (result: T) => ReactNode;
  /** Receives the result, or null when nothing was sent. */
  onClose: (result: T | null) => void;
} & Omit<Parameters<typeof SigningSteps<T>>[0], "signing">): ReactElement {
  const messages = useMessages();
  const signing = useMessageSigning(task);
  const { prepared, result } = signing;
  const heading = (
    <>
      {inlineDrawing(drawSeal(sealOfNobody), "seal", null)}
      {title(result?.value)}
    </>
  );
  return (
    <Modal title={heading} look="signing" onClose={() => onClose(result ? result.value : null)}>
      {result ? formatResult(result.value) : explain(prepared.data, signing.kind, prepared.isError)}
      <SigningSteps signing={signing} {...steps} />
      <form method="dialog">
        <Button
          type="submit"
          look={result ? undefined : "plain"}
          text={result ? messages.close : messages.cancel}
        />
      </form>
    </Modal>
  );
}
