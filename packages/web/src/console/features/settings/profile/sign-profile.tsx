import type { ReactElement } from "react";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { MessageDialog } from "../../../signing/message-dialog.tsx";
import { type ProfileText, prepareProfile, sendProfile } from "./own-profile.ts";

/** Has the owner sign a profile, saves it and sends it to every connected node (decisions 4). */
export function SignProfile({
  text,
  recipients,
  force = false,
  onClose,
}: {
  text: ProfileText;
  /** The number of nodes that are sent it. */
  recipients: number;
  /** Whether an address is taken at which this node does not answer. */
  force?: boolean;
  onClose: (isSaved: boolean) => void;
}): ReactElement {
  const messages = useMessages().settings.profile;
  return (
    <MessageDialog
      title={() => messages.signTitle}
      explain={() => (
        <>
          <dl className="to-sign fields">
            <dt>{messages.title}</dt>
            <dd>{text.title}</dd>
            <dt>{messages.description}</dt>
            <dd>{text.description || messages.nothing}</dd>
            <dt>{messages.url}</dt>
            <dd>{text.url}</dd>
          </dl>
          <p>{messages.explain}</p>
          <p className="strong">{messages.notifies(recipients)}</p>
        </>
      )}
      task={{
        key: ["profile", text],
        prepare: (signal) => prepareProfile(text, signal),
        send: (signed) => sendProfile({ messages: signed, force }),
      }}
      formatResult={(sent) => <p>{messages.sent(sent.recipients, sent.readers)}</p>}
      onClose={(sent) => onClose(sent !== null)}
    />
  );
}
