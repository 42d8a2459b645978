import { inlineSvg } from "../../drawings/drawing.ts";
import { drawSeal, sealOfNobody } from "../../drawings/seal.ts";
import { html } from "../html.ts";
import { renderPage } from "../page.ts";
import type { View } from "../view.ts";

/** A program by the paths of its files. */
export interface App {
  readonly title: string;
  readonly script: string;
  readonly styles: readonly string[];
  /** Only for an app that can be installed. */
  readonly manifest?: string;
  /** For styles that the program makes while it runs. */
  readonly styleNonce: string;
  /** Becomes JSON. */
  readonly input?: object;
}

/** The page that runs a program of the owner: the console or the installer. */
export function renderApp(view: View, app: App): string {
  const { title, script, styles, manifest, styleNonce, input = {} } = app;
  return renderPage(view, {
    title,
    scripts: [script],
    manifest: manifest && html`<link rel="manifest" href="${manifest}" crossorigin="use-credentials"/>`,
    head: styles.map((href) => html`<link rel="stylesheet" href="${href}"/>`),
    body: html`
      <div id="app" data-style-nonce="${styleNonce}" data-mathematics="${view.assets.mathematics}" data-input="${JSON.stringify(input)}">
        <noscript><p class="page">${view.messages.app.needsScript}</p></noscript>
      </div>
    `,
  });
}

/** The first page of a node without an owner: how to set it up. */
export function renderWelcome(view: View): string {
  const { title, noOwner, findLink, setUp, orCommand, command, whatItDoes, afterwards } =
    view.messages.welcome;
  return renderPage(view, {
    title: "Freehold",
    body: html`
      <div class="page welcome">
        <main class="row">
          <div class="margin">${inlineSvg(drawSeal(sealOfNobody), "portrait", null)}</div>
          <div class="column prose">
            <h1>${title}</h1>
            <p>${noOwner}</p>
            <p>${findLink}</p>
            <p><a class="button" href="/install">${setUp}</a></p>
            <p>${orCommand}</p>
            <pre tabindex="0"><code>${command}</code></pre>
            <p>${whatItDoes}</p>
            <p>${afterwards}</p>
          </div>
        </main>
      </div>
    `,
  });
}
