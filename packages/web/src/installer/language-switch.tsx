import type { ReactElement } from "react";
import { catalogues } from "../words/catalogues.ts";
import { useInstallerWords } from "./words/use-installer-words.ts";

/** Changes the language of the page, which is loaded again; what was typed stays. */
export function LanguageSwitch(): ReactElement {
  const said = useInstallerWords();
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
