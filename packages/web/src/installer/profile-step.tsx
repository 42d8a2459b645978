import { type FormEvent, type ReactElement, useState } from "react";
import { useInstallerMessages } from "../messages/installer/use-installer-messages.ts";
import { catalogues } from "../messages/site/catalogues.ts";
import { Field } from "./address-step.tsx";
import { MailFields } from "./mail-fields.tsx";
import { PictureField } from "./picture-field.tsx";
import type { StepProps } from "./setup-form.ts";

/** What the protocol takes (specification, decisions 4). */
const [longestName, longestAbout] = [255, 2_000];

/** Name, words, picture and language of the house; mail, where there is some. */
export function YouStep({
  mailPassword,
  onMailPassword,
  ...step
}: StepProps & { mailPassword: string; onMailPassword: (password: string) => void }): ReactElement {
  const { change, kept, onNext } = step;
  const { you: said, next } = useInstallerMessages();
  const [isTouched, setTouched] = useState(false);
  const isNamed = kept.name.trim() !== "";
  const go = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    if (isNamed) onNext();
  };
  const left = longestAbout - kept.about.length;
  return (
    <form className="moving-step" onSubmit={go} noValidate>
      <p>{said.words}</p>
      <Field
        id="name"
        label={said.name}
        hint={isTouched && !isNamed ? said.nameMissing : ""}
        isBad={isTouched && !isNamed}
      >
        <input
          id="name"
          required
          maxLength={longestName}
          autoComplete="name"
          aria-describedby="name-hint"
          value={kept.name}
          onChange={(event) => change({ name: event.target.value })}
        />
      </Field>
      <Field id="about" label={said.about} hint={left < 200 ? said.left(left) : ""} isBad={left === 0}>
        <textarea
          id="about"
          rows={3}
          maxLength={longestAbout}
          aria-describedby="about-hint"
          value={kept.about}
          onChange={(event) => change({ about: event.target.value })}
        />
      </Field>
      <PictureField {...step} />
      <Field id="house-language" label={said.language} hint={said.languageHint} isBad={false}>
        <select
          id="house-language"
          aria-describedby="house-language-hint"
          value={kept.language}
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
