import { type ReactElement, useState } from "react";
import { catalogues } from "../../../../messages/site/catalogues.ts";
import { AskError } from "../../../ask.ts";
import { sayProblem } from "../../../say-problem.ts";
import { useWords } from "../../../words/use-words.ts";
import { Field } from "../field.tsx";

/** The language and theme of this browser, at the console and on the site: what a reader chooses at the foot of a page. */
export function ConsoleLooks(): ReactElement {
  const all = useWords();
  const words = all.settings.site;
  const [problem, setProblem] = useState<unknown>(null);
  const { lang, dataset } = document.documentElement;
  const choose = async (choice: { language?: string; theme?: string }) => {
    setProblem(null);
    try {
      await keep({ language: lang, theme: dataset.theme ?? "system", ...choice });
      location.reload();
    } catch (error) {
      setProblem(error);
    }
  };
  return (
    <>
      <h2>{words.here}</h2>
      <Field label={words.hereLanguage}>
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
      <Field label={words.hereTheme}>
        {(parts) => (
          <select
            {...parts}
            value={dataset.theme ?? "system"}
            onChange={({ target }) => choose({ theme: target.value })}
          >
            {Object.entries(words.themes).map(([name, said]) => (
              <option key={name} value={name}>
                {said}
              </option>
            ))}
          </select>
        )}
      </Field>
      {Boolean(problem) && (
        <p role="alert" className="trouble">
          {sayProblem(all, problem)}
        </p>
      )}
    </>
  );
}

async function keep(choice: { language: string; theme: string }): Promise<void> {
  const answer = await fetch("/preferences", {
    method: "POST",
    body: new URLSearchParams(choice),
    redirect: "manual",
  }).catch(() => null);
  if (answer === null) throw new AskError("OFFLINE", "The node does not answer.");
}
