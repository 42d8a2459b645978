import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactElement, type ReactNode, useEffect, useRef, useState } from "react";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { Button, CopyButton } from "../../../components/controls.tsx";
import { Trouble } from "../../../errors.tsx";
import { useKeptForm } from "../../../kept/kept-form.ts";
import { guardLeaving } from "../../../kept/leave-guard.ts";
import { Restored } from "../../../kept/restored.tsx";
import { isKept } from "../../../kept/use-kept.ts";

/**
 * A button that opens a form with the fields of `children` and checkboxes; after it, the secret is shown once.
 *
 * @param ticks values and labels of the checkboxes; at least one must be checked
 * @param generate creates it from the form. @returns the secret. @throws ApiError
 */
export function NewSecret({
  messages,
  legend,
  ticks,
  generate,
  children,
}: {
  messages: Readonly<Record<"add" | "make" | "chooseOne" | "made" | "madeHint", string>>;
  legend: string;
  ticks: Readonly<Record<string, string>>;
  generate: (form: FormData, ticked: readonly string[]) => Promise<string>;
  children: ReactNode;
}): ReactElement {
  const all = useMessages();
  const client = useQueryClient();
  const formKey = `new ${legend}`;
  const kept = useKeptForm(formKey);
  const [isOpen, setOpen] = useState(() => isKept(formKey));
  const [hasNone, setNone] = useState(false);
  const key = [secretsKey, legend];
  // A secret that was not copied is still there when the owner comes back from another view.
  const [secret, setSecret] = useState(() => client.getQueryData<string>(key) ?? null);
  const make = useMutation({
    mutationFn: (form: FormData) => generate(form, tickedIn(form)),
    onSuccess: (made) => {
      kept.forget();
      client.setQueryDefaults(key, { gcTime: Infinity });
      client.setQueryData(key, made);
      setSecret(made);
      return client.invalidateQueries();
    },
    gcTime: 0,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const isEmpty = tickedIn(form).length === 0;
    setNone(isEmpty);
    if (!isEmpty) make.mutate(form);
  };
  const close = () => {
    kept.forget();
    setOpen(false);
    setNone(false);
    make.reset();
    setSecret(null);
    client.removeQueries({ queryKey: key });
  };

  if (secret !== null) return <Secret messages={messages} secret={secret} onDone={close} />;
  if (!isOpen) return <Button onClick={() => setOpen(true)} text={messages.add} />;
  return (
    <form className="panel" ref={kept.form} onSubmit={submit}>
      {children}
      <fieldset>
        <legend>{legend}</legend>
        {Object.entries(ticks).map(([value, text]) => (
          <label key={value} className="tick">
            <input type="checkbox" name="ticked" value={value} />
            {text}
          </label>
        ))}
      </fieldset>
      <Restored at={kept.restoredAt} />
      <Trouble text={hasNone && messages.chooseOne} error={make.error} />
      <div className="choices">
        <Button type="submit" disabled={make.isPending} text={messages.make} />
        <Button look="plain" onClick={close} text={all.cancel} />
      </div>
    </form>
  );
}

/** The first part of the keys of secrets that are shown. */
const secretsKey = "shown-secret";

const tickedIn = (form: FormData) => form.getAll("ticked").map(String);

function Secret({
  messages: { made, madeHint },
  secret,
  onDone,
}: {
  messages: Readonly<Record<"made" | "madeHint", string>>;
  secret: string;
  onDone: () => void;
}): ReactElement {
  const { settings } = useMessages();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isCopied, setCopied] = useState(false);
  const [isAsked, ask] = useState(false);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    if (isCopied) return;
    return guardLeaving(() => true);
  }, [isCopied]);
  return (
    <section className="panel secret" aria-label={made} onCopy={() => setCopied(true)}>
      <h2 ref={heading} tabIndex={-1}>
        {made}
      </h2>
      <p>{madeHint}</p>
      <p className="secret-text">
        <code>{secret}</code>
      </p>
      <div className="choices">
        <CopyButton text={secret} onCopied={() => setCopied(true)} />
        <Button onClick={() => (isCopied ? onDone() : ask(true))} text={settings.done} />
      </div>
      {isAsked && (
        <ConfirmDialog
          title={settings.notCopied}
          explain={settings.notCopiedExplain}
          act={settings.closeAnyway}
          onConfirm={onDone}
          onClose={() => ask(false)}
        />
      )}
    </section>
  );
}
