import { useMutation } from "@tanstack/react-query";
import { lazy, type ReactElement, useState } from "react";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import {
  readThemeFile,
  type SiteTheme,
  type ThemeFault,
  themeBytes,
  themeOfSite,
  writeThemeFile,
} from "../../../../styles/themes/theme-file.ts";
import { Button, FileButton } from "../../../components/controls.tsx";
import { LoadBoundary } from "../../../components/load-boundary.tsx";
import { formatError, Trouble } from "../../../errors.tsx";
import { type NodeSettings, useSettings } from "../../../settings.tsx";
import { saveFile } from "../download.tsx";
import { rulesOf } from "./design-rules.ts";
import "./design.css";

const DesignPreview = lazy(() => import("./design-preview.tsx"));

/** The site's design as a file: saved by the browser, and a changed one taken, after a look at what it changes. */
export function DesignFile({ settings }: { settings: NodeSettings }): ReactElement {
  const all = useMessages();
  const messages = all.settings.site.file;
  const { change } = useSettings();
  const [chosen, setChosen] = useState<SiteTheme | null>(null);
  const download = useMutation({
    networkMode: "always",
    mutationFn: async () => {
      const file = new Blob([writeThemeFile(await themeOfSite(settings, rulesOf))], { type: "text/css" });
      return { name: nameOfFile, file };
    },
    onSuccess: saveFile,
  });
  const open = useMutation({
    networkMode: "always",
    mutationFn: readFiles,
    onMutate: () => change.reset(),
    onSuccess: (found) => setChosen("fault" in found ? null : found),
  });
  const fault = open.data && "fault" in open.data ? open.data : null;
  return (
    <section className="design-file" aria-label={messages.name}>
      <div className="choices">
        <Button look="plain" text={messages.download} onClick={() => download.mutate()} />
        <FileButton
          look="plain"
          multiple
          accept=".css,.json,text/css,application/json"
          onFiles={open.mutate}
          text={messages.upload}
        />
      </div>
      <p role="status" className="hint">
        {change.isSuccess && open.data && !fault ? messages.used(nameOf(open.data)) : messages.hint}
      </p>
      <Trouble
        text={fault && messages.refused(wordsOf(fault, messages))}
        error={open.error ?? download.error}
      />
      <Trouble text={change.error && messages.refused(formatError(all, change.error))} error={change.error} />
      {chosen && (
        <LoadBoundary>
          <DesignPreview
            theme={chosen}
            settings={settings}
            onClose={(isUsed) => {
              setChosen(null);
              if (isUsed) change.mutate({ siteTheme: chosen.base, stylesheet: writeThemeFile(chosen) });
              else open.reset();
            }}
          />
        </LoadBoundary>
      )}
    </section>
  );
}

const nameOfFile = "design.css";

type Fault = ThemeFault | { readonly fault: "size" };

const nameOf = (found: SiteTheme | Fault): string => ("name" in found ? found.name : "");

/** One stylesheet with its manifest, or the two files of a folder that `freehold theme` wrote. */
async function readFiles(files: readonly File[]): Promise<SiteTheme | Fault> {
  if (files.some(({ size }) => size > themeBytes)) return { fault: "size" };
  const manifest = files.find(({ name }) => /\.json$/i.test(name));
  const css = files.find((file) => file !== manifest);
  if (!css) return { fault: "manifest" };
  const found = readThemeFile(await css.text(), await manifest?.text());
  if ("fault" in found) return found;
  return new Blob([writeThemeFile(found)]).size > themeBytes ? { fault: "size" } : found;
}

function wordsOf(found: Fault, messages: ReturnType<typeof useMessages>["settings"]["site"]["file"]): string {
  if (found.fault === "foreign") return messages.foreign(found.part);
  return found.fault === "size" ? messages.size : messages.manifest;
}
