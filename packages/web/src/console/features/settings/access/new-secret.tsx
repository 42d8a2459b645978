import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactElement, type ReactNode, useEffect, useRef, useState } from "react";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { Button, CopyButton } from "../../../components/controls.tsx";
import { Trouble } from "../../../errors.tsx";

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
  const [isOpen, setOpen] = useState(false);
  const [hasNone, setNone] = useState(false);
  const make = useMutation({
    mutationFn: (form: FormData) => generate(form, tickedIn(form)),
    onSuccess: () => client.invalidateQueries(),
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
    setOpen(false);
    setNone(false);
    make.reset();
  };

  if (make.data) return <Secret messages={messages} secret={make.data} onDone={close} />;
  if (!isOpen) return <Button onClick={() => setOpen(true)} text={messages.add} />;
  return (
    <form className="panel" onSubmit={submit}>
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
      <Trouble text={hasNone && messages.chooseOne} error={make.error} />
      <div className="choices">
        <Button type="submit" disabled={make.isPending} text={messages.make} />
        <Button look="plain" onClick={close} text={all.cancel} />
      </div>
    </form>
  );
}

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
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="panel secret" aria-label={made}>
      <h3 ref={heading} tabIndex={-1}>
        {made}
      </h3>
      <p>{madeHint}</p>
      <p className="secret-text">
        <code>{secret}</code>
      </p>
      <div className="choices">
        <CopyButton text={secret} />
        <Button onClick={onDone} text={settings.done} />
      </div>
    </section>
  );
}
