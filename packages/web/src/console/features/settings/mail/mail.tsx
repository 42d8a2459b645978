import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactElement, useState } from "react";
import type { ConsoleMessages } from "../../../../messages/console/en.ts";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { Button } from "../../../components/controls.tsx";
import { formatError, LoadState, Trouble } from "../../../errors.tsx";
import type { ApiError } from "../../../graphql.ts";
import { useKeptForm } from "../../../kept/kept-form.ts";
import { Restored } from "../../../kept/restored.tsx";
import { isKept } from "../../../kept/use-kept.ts";
import { type SettingsPatch, useSettings } from "../../../settings.tsx";
import { SaveStatus, SelectField, TextField } from "../form.tsx";
import { checkMailServer, transportUrl } from "./mail-server.ts";

const formKey = "mail-server";

/** The node's mail server. */
export default function MailSettings(): ReactElement {
  const { mail: messages } = useMessages().settings;
  const { query, settings, change } = useSettings();
  const [isOpen, setOpen] = useState(() => isKept(formKey));
  const isSet = settings?.mailTransportIsSet === true;
  return (
    <>
      <p className="hint">{messages.hint}</p>
      <LoadState of={query} />
      {settings && isSet && !isOpen && (
        <>
          <p>{messages.isSet(settings.mailFrom)}</p>
          <div className="choices">
            <Button onClick={() => setOpen(true)} text={messages.change} />
            <Button
              look="plain"
              disabled={change.isPending}
              onClick={() => change.mutate({ mailTransport: null, mailFrom: null })}
              text={messages.stop}
            />
          </div>
        </>
      )}
      {settings && (!isSet || isOpen) && (
        <MailForm
          from={settings.mailFrom}
          save={(patch) => change.mutateAsync(patch)}
          onSaved={() => setOpen(false)}
          {...(isOpen && { onCancel: () => setOpen(false) })}
        />
      )}
      <SaveStatus of={change} />
    </>
  );
}

/** The form for a mail server. It is saved after a successful check; the input stays until then. */
function MailForm({
  from,
  save,
  onSaved,
  onCancel,
}: {
  from: string;
  save: (patch: SettingsPatch) => Promise<unknown>;
  onSaved: () => void;
  onCancel?: () => void;
}): ReactElement {
  const all = useMessages();
  const messages = all.settings.mail;
  const kept = useKeptForm(formKey);
  const check = useMutation({
    mutationFn: async (patch: { mailTransport: string; mailFrom: string }) => {
      await checkMailServer(patch.mailTransport);
      await save(patch);
    },
    onSuccess() {
      kept.forget();
      onSaved();
    },
    // The variables contain the password.
    gcTime: 0,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "");
    const mailTransport = transportUrl({
      host: text("host"),
      port: text("port"),
      secure: text("secure") === "tls",
      user: text("user"),
      password: text("password"),
    });
    check.mutate({ mailTransport, mailFrom: text("from").trim() });
  };
  return (
    <form className="panel" ref={kept.form} onSubmit={submit} autoComplete="off">
      <TextField
        label={messages.from}
        hint={messages.fromHint}
        name="from"
        type="email"
        required
        maxLength={254}
        defaultValue={from}
      />
      <div className="field-row">
        <TextField label={messages.host} name="host" required maxLength={253} spellCheck={false} />
        <TextField label={messages.port} name="port" inputMode="numeric" pattern="[0-9]{1,5}" />
      </div>
      <SelectField label={messages.secure} options={messages.encryptions} name="secure" defaultValue="tls" />
      <TextField label={messages.user} name="user" maxLength={254} spellCheck={false} autoComplete="off" />
      <TextField
        label={messages.password}
        hint={messages.passwordHint}
        name="password"
        type="password"
        autoComplete="off"
      />
      <Restored at={kept.restoredAt} onDiscard={kept.discard} />
      <p role="status" className="hint">
        {check.isPending && messages.checking}
      </p>
      <Trouble
        text={check.error && `${formatMailProblem(all, check.error)} ${messages.notSaved}`}
        error={check.error}
      />
      <div className="choices">
        <Button type="submit" disabled={check.isPending} text={messages.check} />
        {onCancel && <Button look="plain" onClick={() => [kept.forget(), onCancel()]} text={all.cancel} />}
      </div>
    </form>
  );
}

function formatMailProblem(messages: ConsoleMessages, error: unknown): string {
  const problems: Readonly<Record<string, string>> = messages.settings.mail.problems;
  const { reason } = error as Partial<ApiError>;
  return problems[reason ?? ""] ?? formatError(messages, error);
}
