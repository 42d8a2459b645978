import { type ReactElement, useState } from "react";
import { Trouble } from "../../../trouble.tsx";
import { useWords } from "../../../words/use-words.ts";
import { Outcome } from "../outcome.tsx";
import { useSettings } from "../use-settings.ts";
import { MailForm } from "./mail-form.tsx";

/** The server that the node's mail goes through. */
export default function MailSettings(): ReactElement {
  const words = useWords().settings.mail;
  const { settings, isPending, error, refetch, change } = useSettings();
  const [isOpen, setOpen] = useState(false);
  const isSet = settings?.mailTransportIsSet === true;
  return (
    <>
      <h2>{words.title}</h2>
      <p className="hint">{words.hint}</p>
      <Trouble error={error} onRetry={() => void refetch()} />
      {isPending && <p className="stills" aria-busy="true" />}
      {settings && isSet && !isOpen && (
        <>
          <p>{words.isSet(settings.mailFrom)}</p>
          <div className="choices">
            <button type="button" onClick={() => setOpen(true)}>
              {words.change}
            </button>
            <button
              type="button"
              className="plain"
              disabled={change.isPending}
              onClick={() => change.mutate({ mailTransport: null, mailFrom: null })}
            >
              {words.stop}
            </button>
          </div>
        </>
      )}
      {settings && (!isSet || isOpen) && (
        <MailForm
          from={settings.mailFrom}
          keep={(patch) => change.mutateAsync(patch)}
          onKept={() => setOpen(false)}
          {...(isOpen && { onCancel: () => setOpen(false) })}
        />
      )}
      <Outcome of={change} />
    </>
  );
}
