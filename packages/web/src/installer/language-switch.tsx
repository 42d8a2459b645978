import type { ReactElement } from "react";
import { useInstallerMessages } from "../messages/installer/use-installer-messages.ts";
import { catalogues } from "../messages/site/catalogues.ts";

/** Changes the language of the page, which is loaded again; what was typed stays. */
export function LanguageSwitch(): ReactElement {
  const said = useInstallerMessages();
  const choose = async (language: string) => {
    const body = new URLSearchParams({ language });
    await fetch("/preferences", { method: "POST", body, redirect: "manual" }).catch(() => null);
    location.reload();
  };
  return (
    <footer className="moving-foot">
      <label htmlFor="language">{said.languageLabel}</label>
      <select id="language" value={said.language} onChange={(event) => choose(event.target.value)}>
        {catalogues.map(({ language, name }) => (
          <option key={language} value={language} lang={language}>
            {name}
          </option>
        ))}
      </select>
    </footer>
  );
}
