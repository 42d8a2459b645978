import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { type SiteTheme, splitTheme } from "../../../../styles/themes/theme-file.ts";
import { Modal } from "../../../components/confirm-dialog.tsx";
import { Button } from "../../../components/controls.tsx";
import { Trouble } from "../../../errors.tsx";
import { ApiError, codeOfStatus, fetchFromNode } from "../../../graphql.ts";
import type { NodeSettings } from "../../../settings.tsx";
import { rulesOf } from "./design-rules.ts";
import "./design-preview.css";

/** Shows what a design would change, with a page of the site as it would be, before it is used. */
export default function DesignPreview({
  theme,
  settings,
  onClose,
}: {
  theme: SiteTheme;
  settings: NodeSettings;
  onClose: (isUsed: boolean) => void;
}): ReactElement {
  const messages = useMessages().settings.site;
  const { file, designs } = messages;
  const preview = useQuery({
    queryKey: ["design-preview", theme],
    queryFn: ({ signal }) => fetchPage(theme, settings, signal),
    gcTime: 0,
    retry: false,
    networkMode: "always",
  });
  const own = splitTheme(settings.stylesheet).css.trim();
  const now = designs[settings.siteTheme as SiteTheme["base"]];
  const next = designs[theme.base];
  return (
    <Modal title={file.title(theme.name)} look="design-preview" onClose={(value) => onClose(value === "yes")}>
      <p>
        {file.base(now === next ? null : now, next)} {file.lines(linesOf(theme.css))}{" "}
        {own !== "" && own !== theme.css.trim() && file.replaces(linesOf(own))}
      </p>
      {preview.data && (
        <iframe
          title={file.preview}
          // Nothing in it runs.
          sandbox="allow-same-origin"
          srcDoc={preview.data.page}
          onLoad={({ currentTarget }) => applyRules(currentTarget, preview.data.rules)}
        />
      )}
      <Trouble text={preview.error && file.noPreview} />
      <form method="dialog" className="choices">
        <Button type="submit" value="yes" text={file.use} />
        <Button type="submit" value="no" look="plain" text={file.keep} />
      </form>
    </Modal>
  );
}

const linesOf = (css: string): number =>
  css
    .trim()
    .split("\n")
    .filter((line) => line.trim() !== "").length;

/** The home page; the newest post, where the HTML of the home page changes with the design. */
async function fetchPage({ base, css }: SiteTheme, { siteTheme }: NodeSettings, signal: AbortSignal) {
  const rules = [base === "paper" ? "" : await rulesOf(base), css];
  const home = await fetchDocument("/", signal);
  const isOtherHtml = (base === "photographs") !== (siteTheme === "photographs");
  const post = isOtherHtml
    ? home.querySelector("main a[href^='/slug/'], main a[href^='/publications/']")
    : null;
  const path = post?.getAttribute("href") ?? null;
  const shown = path === null ? home : await fetchDocument(path, signal);
  for (const link of shown.querySelectorAll("link[href^='/assets/theme'], script")) link.remove();
  return { page: `<!doctype html>${shown.documentElement.outerHTML}`, rules };
}

async function fetchDocument(path: string, signal: AbortSignal): Promise<Document> {
  const response = await fetchFromNode(path, { signal });
  if (!response.ok) throw new ApiError(codeOfStatus(response.status), response.statusText);
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

/** The page's policy allows no style in it, but a sheet that a script made. */
function applyRules(
  { contentDocument: page, contentWindow }: HTMLIFrameElement,
  rules: readonly string[],
): void {
  if (!page || !contentWindow) return;
  const { CSSStyleSheet: Sheet } = contentWindow as Window & typeof globalThis;
  page.adoptedStyleSheets = rules.map((css) => {
    const sheet = new Sheet();
    sheet.replaceSync(css);
    return sheet;
  });
  // A link would leave the preview.
  page.addEventListener("click", (event) => event.preventDefault());
}
