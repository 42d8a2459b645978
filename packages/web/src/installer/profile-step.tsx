import { type FormEvent, type ReactElement, useState } from "react";
import { useInstallerMessages } from "../messages/installer/use-installer-messages.ts";
import { Field, languageOptions } from "./fields.tsx";
import { MailFields } from "./mail-fields.tsx";
import { PictureField } from "./picture-field.tsx";
import type { StepProps } from "./setup-form.ts";

/** The protocol's limits (specification, decisions 4). */
const [longestName, longestAbout] = [255, 2_000];

/** Name, description, picture and language of the site, and the optional mail server. */
export function ProfileStep({
  mailPassword,
  onMailPassword,
  ...step
}: StepProps & { mailPassword: string; onMailPassword: (password: string) => void }): ReactElement {
  const { change, form, onNext } = step;
  const { profile: texts, next } = useInstallerMessages();
  const [isTouched, setTouched] = useState(false);
  const isNamed = form.name.trim() !== "";
  const isMissing = isTouched && !isNamed;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    if (isNamed) onNext();
  };
  const left = longestAbout - form.about.length;
  return (
    <form className="step" onSubmit={submit} noValidate>
      <p>{texts.intro}</p>
      <Field
        id="name"
        label={texts.name}
        hint={isMissing ? texts.nameMissing : ""}
        isBad={isMissing}
        required
        maxLength={longestName}
        autoComplete="name"
        value={form.name}
        onChange={(name) => change({ name })}
      />
      <Field
        as="textarea"
        id="about"
        label={texts.about}
        hint={left < 200 ? texts.left(left) : ""}
        isBad={left === 0}
        rows={3}
        maxLength={longestAbout}
        value={form.about}
        onChange={(about) => change({ about })}
      />
      <PictureField {...step} />
      <Field
        as="select"
        id="site-language"
        label={texts.language}
        hint={texts.languageHint}
        value={form.language}
        onChange={(language) => change({ language })}
      >
        {languageOptions()}
      </Field>
      <MailFields {...step} password={mailPassword} onPassword={onMailPassword} />
      <button type="submit">{next}</button>
    </form>
  );
}
