import { type FormEvent, type ReactElement, useState } from "react";
import { useWords } from "../../../words/use-words.ts";
import { Field } from "../field.tsx";
import { Outcome } from "../outcome.tsx";
import { useSettings } from "../use-settings.ts";

/** The owner's own stylesheet for the site. The console never wears it, so one that hides everything is mended here. */
export function OwnStyles({ kept }: { kept: string }): ReactElement {
  const words = useWords().settings.site;
  const { change } = useSettings();
  const [css, setCss] = useState(kept);
  const isChanged = css !== kept;
  const write = (text: string) => {
    change.reset();
    setCss(text);
  };
  const keep = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ stylesheet: css });
  };
  return (
    <form onSubmit={keep}>
      <h2>{words.ownStyles}</h2>
      <Field label={words.stylesheet} hint={words.stylesheetHint}>
        {(parts) => (
          <textarea
            {...parts}
            className="code-field"
            rows={12}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            placeholder={":root {\n  --paper: light-dark(#f4f7f2, #121512);\n  --text: 36rem;\n}"}
            value={css}
            onChange={({ target }) => write(target.value)}
          />
        )}
      </Field>
      <div className="choices">
        <button type="submit" disabled={!isChanged || change.isPending}>
          {words.keepStyles}
        </button>
        {isChanged && !change.isPending && (
          <button type="button" className="plain" onClick={() => write(kept)}>
            {words.stylesAsTheyWere}
          </button>
        )}
        <a href="/" target="_blank" rel="noreferrer">
          {words.lookAtSite}
        </a>
      </div>
      <Outcome of={change} />
    </form>
  );
}
