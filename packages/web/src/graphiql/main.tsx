import "graphiql/setup-workers/vite";
import { GraphiQL } from "graphiql";
import { type ReactElement, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import { jsonHeaders } from "../console/first-replies.ts";
import "../console/session-end.ts";
import "@graphiql/react/style.css";
import "@graphiql/plugin-doc-explorer/style.css";
import "@graphiql/plugin-history/style.css";
import "graphiql/graphiql.css";
import "./graphiql.css";

type Fetcher = Parameters<typeof GraphiQL>[0]["fetcher"];

/** Sends an operation with the owner's session. */
const send: Fetcher = async (operation) => {
  const body = JSON.stringify(operation);
  const response = await fetch("/api/graphql", { method: "POST", headers: jsonHeaders, body });
  return await response.json();
};

const example = `# Ctrl-Space completes, Ctrl-Enter runs.
query Posts {
  publications(first: 5, types: [POST]) {
    nodes { title slug state tags }
    pageInfo { hasNextPage endCursor }
  }
}
`;

const { lang, dataset } = document.documentElement;
const dark = matchMedia("(prefers-color-scheme: dark)");

/** The theme of the dashboard. Without it GraphiQL's editors use the system's theme of the time at which they were made. */
function useTheme(): "dark" | "light" {
  const isDark = useSyncExternalStore(
    (changed) => {
      dark.addEventListener("change", changed);
      return () => dark.removeEventListener("change", changed);
    },
    () => (dataset.theme === "system" ? dark.matches : dataset.theme === "dark"),
  );
  return isDark ? "dark" : "light";
}

/** @param props.back the name of the dashboard */
function Workbench({ back }: { back: string }): ReactElement {
  return (
    <main>
      <h1>GraphiQL</h1>
      <GraphiQL
        fetcher={send}
        // Operations and variables are stored in this tab only.
        storage={sessionStorage}
        defaultQuery={example}
        forcedTheme={useTheme()}
        isHeadersEditorEnabled={false}
        showPersistHeadersSettings={false}
      >
        <GraphiQL.Logo>
          <a href="/console/settings/api" lang={lang}>
            {back}
          </a>
        </GraphiQL.Logo>
      </GraphiQL>
    </main>
  );
}

const element = document.getElementById("app");
if (element) {
  const { back = "" } = JSON.parse(element.dataset.input ?? "{}") as { back?: string };
  // GraphiQL has no translation.
  element.lang = "en";
  createRoot(element).render(<Workbench back={back} />);
}
