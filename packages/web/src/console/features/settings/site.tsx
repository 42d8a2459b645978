import { useMutation } from "@tanstack/react-query";
import type { FormEvent, ReactElement } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Checkbox } from "../../components/controls.tsx";
import { LoadState, Trouble } from "../../errors.tsx";
import { fetchFromNode } from "../../graphql.ts";
import { Restored } from "../../kept/restored.tsx";
import { useKept } from "../../kept/use-kept.ts";
import { useSettings } from "../../settings.tsx";
import { AccentChoice } from "./design/accent-choice.tsx";
import { DesignFile } from "./design/design-file.tsx";
import { EnsSettings } from "./ens.tsx";
import { languages, SaveBar, SaveStatus, SelectField, Switches, TextArea } from "./form.tsx";
import { SiteMenu } from "./site-menu.tsx";

/** It passes each message on to all search engines that take part. */
const indexNowService = "https://api.indexnow.org/indexnow";

/** Settings of the public site: comments, follows, defaults, colour and CSS. */
export default function SiteSettings(): ReactElement {
  const { views, settings: texts } = useMessages();
  const messages = texts.site;
  const { query, settings, change } = useSettings();
  return (
    <>
      <LoadState of={query} />
      {settings && (
        <>
          <h2>{messages.readers}</h2>
          <Switches
            legend={views.comments}
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
          <Switches
            legend={messages.reads}
            settings={settings}
            names={["countReads"]}
            labels={messages}
            hint={messages.readsHint}
            onChange={change.mutate}
          />
          <Switches
            legend={messages.mentions}
            settings={settings}
            names={["receiveMentions", "sendMentions"]}
            labels={messages}
            hint={messages.mentionsHint}
            onChange={change.mutate}
          />
          <fieldset>
            <legend>{messages.searchEngines}</legend>
            <Checkbox
              label={messages.indexNow}
              checked={settings.indexNow !== ""}
              onChange={(isOn) => change.mutate({ indexNow: isOn ? indexNowService : null })}
            />
            <p className="hint">
              {messages.indexNowHint(new URL(settings.indexNow || indexNowService).host)}
            </p>
          </fieldset>
          <Switches
            legend={messages.home}
            settings={settings}
            names={["fullTextsOnHome"]}
            labels={messages}
            onChange={change.mutate}
          />
          <SelectField
            label={messages.design}
            hint={messages.designHint}
            options={messages.designs}
            value={settings.siteTheme}
            onChoose={(siteTheme) => change.mutate({ siteTheme })}
          />
          <DesignFile settings={settings} />
          <SelectField
            label={messages.language}
            hint={messages.languageHint}
            options={languages}
            value={settings.defaultLanguage}
            onChoose={(defaultLanguage) => change.mutate({ defaultLanguage })}
          />
          <SelectField
            label={messages.timeZone}
            hint={messages.timeZoneHint}
            options={timeZones(settings.timeZone)}
            value={settings.timeZone}
            onChoose={(timeZone) =>
              change.mutate(
                { timeZone },
                {
                  onSuccess: () => {
                    document.documentElement.dataset.timeZone = timeZone;
                  },
                },
              )
            }
          />
          <SelectField
            label={messages.theme}
            hint={messages.themeHint}
            options={messages.themes}
            value={settings.defaultTheme}
            onChoose={(defaultTheme) => change.mutate({ defaultTheme })}
          />
          <SaveStatus of={change} />
          <SiteMenu saved={settings.siteMenu} />
          <AccentChoice saved={settings.accentHue} />
          <CustomCss saved={settings.stylesheet} />
          <EnsSettings />
        </>
      )}
      <ConsoleLooks />
    </>
  );
}

/** The language and theme of this browser, in the console and on the site. */
function ConsoleLooks(): ReactElement {
  const messages = useMessages().settings.site;
  const { lang, dataset } = document.documentElement;
  const current = { language: lang, theme: dataset.theme ?? "system" };
  const choose = useMutation({
    networkMode: "always",
    mutationFn: (choice: Partial<typeof current>) =>
      fetchFromNode("/preferences", {
        method: "POST",
        body: new URLSearchParams({ ...current, ...choice }),
        redirect: "manual",
      }),
    onSuccess: () => location.reload(),
  });
  return (
    <>
      <h2>{messages.here}</h2>
      <SelectField
        label={messages.hereLanguage}
        options={languages}
        value={lang}
        onChoose={(language) => choose.mutate({ language })}
      />
      <SelectField
        label={messages.hereTheme}
        options={messages.themes}
        value={current.theme}
        onChoose={(theme) => choose.mutate({ theme })}
      />
      <Trouble error={choose.error} />
    </>
  );
}

/** The owner's stylesheet for the site. The console does not apply it, so that a broken one can be fixed here. */
function CustomCss({ saved }: { saved: string }): ReactElement {
  const messages = useMessages().settings.site;
  const { change } = useSettings();
  const kept = useKept("stylesheet", saved);
  const css = kept.value;
  const write = (text: string) => {
    change.reset();
    kept.set(text);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ stylesheet: css });
  };
  return (
    <form onSubmit={save}>
      <h2>{messages.ownStyles}</h2>
      <TextArea
        label={messages.stylesheet}
        hint={messages.stylesheetHint}
        className="code-field"
        rows={12}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        placeholder={":root {\n  --paper: light-dark(#f4f7f2, #121512);\n  --text: 36rem;\n}"}
        value={css}
        onChange={({ target }) => write(target.value)}
      />
      <Restored at={kept.restoredAt} />
      <SaveBar
        change={change}
        isChanged={css !== saved}
        save={messages.saveStyles}
        onDiscard={() => write(saved)}
      >
        <a href="/" target="_blank" rel="noreferrer">
          {messages.viewSite}
        </a>
      </SaveBar>
    </form>
  );
}

/** The zones that this browser knows, and the one of now, by their names. */
function timeZones(current: string): Readonly<Record<string, string>> {
  const names = new Set(["UTC", current, ...Intl.supportedValuesOf("timeZone")]);
  return Object.fromEntries([...names].map((name) => [name, name.replaceAll("_", " ")]));
}
