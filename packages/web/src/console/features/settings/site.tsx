import { type FormEvent, type ReactElement, useState } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { catalogues } from "../../../messages/site/catalogues.ts";
import { Button } from "../../components/controls.tsx";
import { formatError, LoadState, Trouble } from "../../errors.tsx";
import { ApiError } from "../../graphql.ts";
import { AccentChoice } from "./accent-choice.tsx";
import { Field, SaveStatus, Switches } from "./form.tsx";
import { useSettings } from "./use-settings.ts";

/** Settings of the public site: comments, follows, defaults, colour and CSS. */
export default function SiteSettings(): ReactElement {
  const messages = useMessages().settings.site;
  const { query, settings, change } = useSettings();
  return (
    <>
      <LoadState of={query} />
      {settings && (
        <>
          <h2>{messages.readers}</h2>
          <Switches
            legend={messages.comments}
            settings={settings}
            names={settings.allowComment ? ["allowComment", "commentsNeedApproval"] : ["allowComment"]}
            labels={messages}
            onChange={change.mutate}
          />
          <Switches
            legend={messages.reach}
            settings={settings}
            names={["allowFollow", "enableRss"]}
            labels={messages}
            onChange={change.mutate}
          />
          <Field label={messages.language} hint={messages.languageHint}>
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
          <Field label={messages.theme} hint={messages.themeHint}>
            {(parts) => (
              <select
                {...parts}
                value={settings.defaultTheme}
                onChange={({ target }) => change.mutate({ defaultTheme: target.value })}
              >
                {Object.entries(messages.themes).map(([name, texts]) => (
                  <option key={name} value={name}>
                    {texts}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <SaveStatus of={change} />
          <AccentChoice saved={settings.accentHue} />
          <CustomCss saved={settings.stylesheet} />
        </>
      )}
      <ConsoleLooks />
    </>
  );
}

/** The language and theme of this browser, in the console and on the site. */
function ConsoleLooks(): ReactElement {
  const all = useMessages();
  const messages = all.settings.site;
  const [problem, setProblem] = useState<unknown>(null);
  const { lang, dataset } = document.documentElement;
  const choose = async (choice: { language?: string; theme?: string }) => {
    setProblem(null);
    try {
      await savePreferences({ language: lang, theme: dataset.theme ?? "system", ...choice });
      location.reload();
    } catch (error) {
      setProblem(error);
    }
  };
  return (
    <>
      <h2>{messages.here}</h2>
      <Field label={messages.hereLanguage}>
        {(parts) => (
          <select {...parts} value={lang} onChange={({ target }) => choose({ language: target.value })}>
            {catalogues.map(({ language, name }) => (
              <option key={language} value={language} lang={language}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={messages.hereTheme}>
        {(parts) => (
          <select
            {...parts}
            value={dataset.theme ?? "system"}
            onChange={({ target }) => choose({ theme: target.value })}
          >
            {Object.entries(messages.themes).map(([name, texts]) => (
              <option key={name} value={name}>
                {texts}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Trouble text={Boolean(problem) && formatError(all, problem)} />
    </>
  );
}

async function savePreferences(choice: { language: string; theme: string }): Promise<void> {
  const answer = await fetch("/preferences", {
    method: "POST",
    body: new URLSearchParams(choice),
    redirect: "manual",
  }).catch(() => null);
  if (answer === null) throw new ApiError("OFFLINE", "The node does not answer.");
}

/** The owner's stylesheet for the site. The console does not apply it, so that a broken one can be fixed here. */
function CustomCss({ saved }: { saved: string }): ReactElement {
  const messages = useMessages().settings.site;
  const { change } = useSettings();
  const [css, setCss] = useState(saved);
  const isChanged = css !== saved;
  const write = (text: string) => {
    change.reset();
    setCss(text);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ stylesheet: css });
  };
  return (
    <form onSubmit={save}>
      <h2>{messages.ownStyles}</h2>
      <Field label={messages.stylesheet} hint={messages.stylesheetHint}>
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
        <Button type="submit" disabled={!isChanged || change.isPending} text={messages.saveStyles} />
        {isChanged && !change.isPending && (
          <Button look="plain" onClick={() => write(saved)} text={messages.discardStyles} />
        )}
        <a href="/" target="_blank" rel="noreferrer">
          {messages.viewSite}
        </a>
      </div>
      <SaveStatus of={change} />
    </form>
  );
}
