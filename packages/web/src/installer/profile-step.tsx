import { type FormEvent, type ReactElement, useState } from "react";
import { useInstallerMessages } from "../messages/installer/use-installer-messages.ts";
import { catalogues } from "../messages/site/catalogues.ts";
import { Field } from "./address-step.tsx";
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
        hint={isTouched && !isNamed ? texts.nameMissing : ""}
        isBad={isTouched && !isNamed}
      >
        <input
          id="name"
          required
          maxLength={longestName}
          autoComplete="name"
          aria-describedby="name-hint"
          value={form.name}
          onChange={(event) => change({ name: event.target.value })}
        />
      </Field>
      <Field id="about" label={texts.about} hint={left < 200 ? texts.left(left) : ""} isBad={left === 0}>
        <textarea
          id="about"
          rows={3}
          maxLength={longestAbout}
          aria-describedby="about-hint"
          value={form.about}
          onChange={(event) => change({ about: event.target.value })}
        />
      </Field>
      <PictureField {...step} />
      <Field id="site-language" label={texts.language} hint={texts.languageHint} isBad={false}>
        <select
          id="site-language"
          aria-describedby="site-language-hint"
          value={form.language}
          onChange={(event) => change({ language: event.target.value })}
        >
          {catalogues.map(({ language, name }) => (
            <option key={language} value={language} lang={language}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <MailFields {...step} password={mailPassword} onPassword={onMailPassword} />
      <button type="submit">{next}</button>
    </form>
  );
}
