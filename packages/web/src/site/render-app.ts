import { createElement as h } from "react";
import { renderPage } from "./page.ts";
import type { View } from "./view.ts";

export interface App {
  readonly title: string;
  /** Paths of what it runs and how it looks. */
  readonly script: string;
  readonly styles: readonly string[];
  /** Where the manifest is that makes it an app; absent where it is none. */
  readonly manifest?: string;
  /** What styles that it makes while it runs must carry. */
  readonly styleNonce: string;
  /** What it is to know before it asks anything; written as JSON. */
  readonly facts?: object;
}

/** The page that a program for the owner runs in; without JavaScript it says so. */
export function renderApp(view: View, app: App): string {
  const { title, script, styles, manifest, styleNonce, facts = {} } = app;
  return renderPage(view, {
    title,
    description: null,
    canonical: null,
    scripts: [script],
    manifest: manifest && h("link", { rel: "manifest", href: manifest, crossOrigin: "use-credentials" }),
    head: styles.map((href) => h("link", { key: href, rel: "stylesheet", href })),
    body: h(
      "div",
      { id: "app", "data-style-nonce": styleNonce, "data-facts": JSON.stringify(facts) },
      h("noscript", null, h("p", { className: "page" }, view.words.app.needsScript)),
    ),
  });
}
