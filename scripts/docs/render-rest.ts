import scalar from "@scalar/fastify-api-reference";
import Fastify from "fastify";
import { application } from "../../packages/node/src/http/api/routes.ts";
import { describeApi } from "../../packages/node/src/http/openapi/openapi.ts";

interface Description {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly responses: Readonly<Record<string, unknown>>;
}

/** Every endpoint on a line, as Markdown: what search finds, and what is read without a script. */
export async function renderEndpoints(): Promise<string> {
  const { tags, paths } = (await describeApi(application)) as Description;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return tags
    .map(({ name, description }) => {
      const rows = operations
        .filter(({ operation }) => operation.tags?.includes(name))
        .map(({ path, method, operation }) => {
          const statuses = Object.keys(operation.responses).join(", ");
          return `| ${method} \`${path}\` | ${operation.summary ?? ""} | ${statuses} |`;
        });
      const table = ["| endpoint | what | answers |", "|---|---|---|", ...rows].join("\n");
      return `## ${name}\n\n${description}.\n\n${table}`;
    })
    .join("\n\n");
}

/** Scalar's page of the same description, with its script: files by name. Nothing of it asks another host. */
export async function renderExplorer(): Promise<ReadonlyMap<string, string>> {
  const description = JSON.stringify(await describeApi(application), null, 2);
  await using app = Fastify();
  await app.register(scalar, { routePrefix: "/explorer", configuration: { content: description } });
  const { body: script } = await app.inject("/explorer/js/scalar.js");
  return new Map([
    ["explorer/index.html", page],
    ["explorer/scalar.js", script],
    ["explorer/open.js", open],
    ["explorer/colours.css", colours],
    ["openapi.json", description],
  ]);
}

/** Whatever would call a service of Scalar's is off, and the node that one would try requests on is not known here. */
const configuration = {
  url: "../openapi.json",
  servers: [{ url: "https://me.example", description: "Your node" }],
  withDefaultFonts: false,
  hideClientButton: true,
  hideTestRequestButton: true,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
};

/** Scalar's own greys and method colours are too light on its backgrounds (WCAG 1.4.3), and some targets too small (2.5.8). */
const colours = `body { margin: 0; background: #fbfaf7; color: #1d1c1a; font: 1rem system-ui, sans-serif; }
nav[aria-label="Documentation"] a { display: block; padding: 0.75rem 1.25rem; color: inherit; }
.light-mode { --scalar-background-1: #fbfaf7; --scalar-background-2: #f4f1eb; --scalar-background-3: #e4e0d8; --scalar-border-color: #e4e0d8;
  --scalar-color-1: #1d1c1a; --scalar-color-2: #5c5c5c; --scalar-color-3: #666; --scalar-color-blue: #0067a8;
  --scalar-color-green: #006e46; --scalar-color-red: #c11; --scalar-color-orange: #96480a; --scalar-color-yellow: #7a5c00;
  --scalar-color-purple: #6b2fb3; }
.dark-mode { --scalar-background-1: #171614; --scalar-background-2: #201f1c; --scalar-background-3: #2e2b27; --scalar-border-color: #2e2b27;
  --scalar-color-1: #ece8e0; --scalar-color-2: #b4b4b4; --scalar-color-3: #a2a2a2; --scalar-color-red: #ff7070; }
[data-sidebar-id] button[aria-expanded] { min-width: 24px; min-height: 24px; }
#app { overflow-x: clip; }
@media (prefers-color-scheme: dark) { body { background: #171614; color: #ece8e0; } }
@media (prefers-reduced-motion) { *, ::before, ::after { transition: none !important; animation: none !important; } }
.sidebar-search-placeholder, .client-libraries-text { color: var(--scalar-color-2); }
`;

/** Opens the page. Mends what Scalar names badly (WCAG 4.1.2, 2.5.3): buttons, and cards of the same name. */
const open = `Scalar.createApiReference("#app", ${JSON.stringify(configuration, null, 2)});
let count = 0;
const name = () => {
  for (const button of document.querySelectorAll(".scalar-code-copy:not([aria-label])")) button.setAttribute("aria-label", "Copy");
  document.querySelector(".show-more[aria-label]")?.removeAttribute("aria-label");
  for (const card of document.querySelectorAll(".response-card[aria-labelledby]")) {
    card.removeAttribute("aria-labelledby");
    card.setAttribute("aria-label", card.getAttribute("aria-label") + " " + ++count);
  }
};
new MutationObserver(name).observe(document.body, { childList: true, subtree: true });
`;

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; worker-src blob:">
    <title>REST API | Freehold</title>
    <link rel="icon" href="../icon.svg">
    <link rel="stylesheet" href="colours.css">
  </head>
  <body>
    <nav aria-label="Documentation"><a href="../reference/rest">← Freehold: documentation</a></nav>
    <div id="app"></div>
    <noscript>This page needs JavaScript. <a href="../reference/rest">The endpoints are listed without it.</a></noscript>
    <script src="scalar.js"></script>
    <script src="open.js"></script>
  </body>
</html>
`;
