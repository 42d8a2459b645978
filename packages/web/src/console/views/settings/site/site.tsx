import type { ReactElement } from "react";
import { catalogues } from "../../../../messages/site/catalogues.ts";
import { Trouble } from "../../../trouble.tsx";
import { useWords } from "../../../words/use-words.ts";
import { Field } from "../field.tsx";
import { Outcome } from "../outcome.tsx";
import { Switches } from "../switches.tsx";
import { useSettings } from "../use-settings.ts";
import { AccentChoice } from "./accent-choice.tsx";
import { ConsoleLooks } from "./console-looks.tsx";
import { OwnStyles } from "./own-styles.tsx";

/** What readers may do, and how they find the site when they chose nothing themselves. */
export default function SiteSettings(): ReactElement {
  const words = useWords().settings.site;
  const { settings, isPending, error, refetch, change } = useSettings();
  return (
    <>
      <Trouble error={error} onRetry={() => void refetch()} />
      {isPending && <p className="stills" aria-busy="true" />}
      {settings && (
        <>
          <h2>{words.readers}</h2>
          <Switches
            legend={words.comments}
            settings={settings}
            names={settings.allowComment ? ["allowComment", "commentsNeedApproval"] : ["allowComment"]}
            words={words}
            onChange={change.mutate}
          />
          <Switches
            legend={words.reach}
            settings={settings}
            names={["allowFollow", "enableRss"]}
            words={words}
            onChange={change.mutate}
          />
          <Field label={words.language} hint={words.languageHint}>
            {(parts) => (
              <select
                {...parts}
                value={settings.defaultLanguage}
                onChange={({ target }) => change.mutate({ defaultLanguage: target.value })}
              >
                {catalogues.map(({ language, name }) => (
                  <option key={language} value={language} lang={language}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label={words.theme} hint={words.themeHint}>
            {(parts) => (
              <select
                {...parts}
                value={settings.defaultTheme}
                onChange={({ target }) => change.mutate({ defaultTheme: target.value })}
              >
                {Object.entries(words.themes).map(([name, said]) => (
                  <option key={name} value={name}>
                    {said}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Outcome of={change} />
          <AccentChoice kept={settings.accentHue} />
          <OwnStyles kept={settings.stylesheet} />
        </>
      )}
      <ConsoleLooks />
    </>
  );
}
