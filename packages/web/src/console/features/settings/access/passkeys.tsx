import { graphql } from "@freehold/client";
import { type FormEvent, type ReactElement, useRef, useState } from "react";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { Button } from "../../../components/controls.tsx";
import { formatMoment } from "../../../components/format.ts";
import { LoadState, Trouble } from "../../../errors.tsx";
import { type FieldOf, mutation } from "../../../graphql.ts";
import { useKeptForm } from "../../../kept/kept-form.ts";
import { Restored } from "../../../kept/restored.tsx";
import { isKept } from "../../../kept/use-kept.ts";
import { useAction, useField } from "../../../queries.ts";
import { withFreshSession } from "../../../signing/fresh-session.ts";
import { supportsPasskeys } from "../../../signing/passkey-error.ts";
import { TextField } from "../form.tsx";

type Passkey = FieldOf<typeof passkeysQuery>[number];

/** The owner's passkeys: a list, and a form to add one. */
export function PasskeySettings(): ReactElement {
  const messages = useMessages().passkeys;
  const query = useField(["passkeys"], passkeysQuery);
  const { data } = query;
  const [asked, setAsked] = useState<Passkey | null>(null);
  const remove = useAction(destroyPasskey);
  const add = useAction(addPasskey);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {messages.title}
      </h2>
      <p className="hint">{messages.hint}</p>
      <LoadState of={query} empty={data?.length === 0 && messages.empty} />
      <Trouble error={remove.error} />
      <p role="status" className="unseen">
        {add.isSuccess && add.submittedAt > remove.submittedAt && messages.made}
        {remove.isSuccess && remove.submittedAt > add.submittedAt && messages.removed}
      </p>
      <ul className="settings-rows">
        {data?.map((passkey) => (
          <li key={passkey.id}>
            <div>
              <p className="strong">{passkey.label}</p>
              <PasskeyState passkey={passkey} />
            </div>
            <Button
              look="plain"
              disabled={remove.isPending}
              onClick={() => setAsked(passkey)}
              text={messages.remove}
            />
          </li>
        ))}
      </ul>
      {data && <NewPasskey add={add} />}
      {asked && (
        <ConfirmDialog
          title={messages.removeTitle(asked.label)}
          explain={messages.removeExplain}
          act={messages.remove}
          // The button with the focus is removed with its row.
          onConfirm={() => remove.mutate({ id: asked.id }, { onSuccess: () => heading.current?.focus() })}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

/** When it was last used, or that it belongs to another address of the site. */
function PasskeyState({ passkey: { host, lastUsedAt } }: { passkey: Passkey }): ReactElement {
  const { language, passkeys, settings } = useMessages();
  const { neverUsed, usedAt } = settings.access;
  const last = lastUsedAt === null ? neverUsed : usedAt(formatMoment(Date.parse(lastUsedAt), language));
  const fits = host === location.hostname;
  return <p className={fits ? "hint" : "bad"}>{fits ? last : passkeys.elsewhere(host)}</p>;
}

/** The name of the form in this browser. */
const formKey = "new passkey";

function NewPasskey({ add }: { add: ReturnType<typeof useAction<void, string>> }): ReactElement {
  const all = useMessages();
  const messages = all.passkeys;
  const kept = useKeptForm(formKey);
  const [isOpen, setOpen] = useState<boolean | null>(() => (isKept(formKey) ? true : null));
  const close = () => {
    kept.forget();
    setOpen(false);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const label = String(new FormData(event.currentTarget).get("label"));
    add.mutate(label, { onSuccess: close });
  };
  const cancel = () => {
    close();
    add.reset();
  };
  if (!supportsPasskeys()) return <p className="hint">{messages.unsupported}</p>;
  if (/^[\d.]+$|^\[/.test(location.hostname)) return <p className="hint">{messages.needsName}</p>;
  if (!isOpen)
    return <Button autoFocus={isOpen === false} onClick={() => setOpen(true)} text={messages.add} />;
  return (
    <form className="panel" ref={kept.form} onSubmit={submit}>
      <TextField
        label={messages.label}
        hint={messages.labelHint}
        name="label"
        required
        autoFocus
        maxLength={60}
        autoComplete="off"
      />
      <Restored at={kept.restoredAt} onDiscard={kept.discard} />
      <p role="status">{add.isPending && messages.waiting}</p>
      <Trouble error={add.error} />
      <div className="choices">
        <Button type="submit" disabled={add.isPending} text={messages.make} />
        <Button look="plain" onClick={cancel} text={all.cancel} />
      </div>
    </form>
  );
}

async function addPasskey(label: string): Promise<void> {
  const { createPasskey } = await import("../../../signing/passkeys.ts");
  await withFreshSession(() => createPasskey(label));
}

const passkeysQuery = graphql("query Passkeys { passkeys { id label host lastUsedAt } }");
const destroyPasskey = mutation(
  graphql("mutation DestroyPasskey($input: DestroyPasskeyInput!) { destroyPasskey(input: $input) }"),
);
