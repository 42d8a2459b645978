import { inlineSvg } from "../../drawings/drawing.ts";
import { drawSeal, sealOfNobody } from "../../drawings/seal.ts";
import { type HtmlValue, html } from "../html.ts";
import { renderPage } from "../page.ts";
import type { View } from "../view.ts";

/** A program by the paths of its files. */
export interface App {
  readonly title: string;
  readonly script: string;
  readonly styles: readonly string[];
  /** Scripts that it loads at once. */
  readonly imports?: readonly string[];
  /** Scripts that its first view needs. */
  readonly firstView?: readonly string[];
  /** Scripts of the view that it opens: they wait for the first reads where connections are few. */
  readonly soon?: readonly string[];
  /** The markup that is shown until the app runs. */
  readonly shell?: HtmlValue;
  /** Whether its own styles are all that it needs. */
  readonly isStyled?: boolean;
  /** Only for an app that can be installed. */
  readonly manifest?: string;
  /** For styles that the program makes while it runs. */
  readonly styleNonce: string;
  /** Becomes JSON. */
  readonly input?: object;
}

/** The page that runs a program of the owner: the console or the installer. */
export function renderApp(view: View, app: App): string {
  const { title, script, styles, manifest, styleNonce, input = {}, shell } = app;
  const soon = (app.soon ?? []).filter((href) => !app.firstView?.includes(href));
  const ahead = [...new Set([script, ...(app.imports ?? []), ...(app.firstView ?? [])])];
  return renderPage(view, {
    title,
    scripts: [script],
    manifest: manifest && html`<link rel="manifest" href="${manifest}" crossorigin="use-credentials"/>`,
    // One connection less than a file: pages come over few.
    ...(app.isStyled && { stylesheet: html`<style nonce="${styleNonce}">${view.assets.colours}</style>` }),
    head: [
      styles.map((href) => html`<link rel="stylesheet" href="${href}"/>`),
      ahead.map((href) => html`<link rel="modulepreload" href="${href}"/>`),
      soon.map((href) => html`<link rel="modulepreload" fetchpriority="low" href="${href}"/>`),
    ],
    body: html`
      <div id="app" data-style-nonce="${styleNonce}" data-mathematics="${view.assets.mathematics}" data-input="${JSON.stringify(input)}">
        ${shell}
        <noscript><p class="page">${view.messages.app.needsScript}</p></noscript>
      </div>
    `,
  });
}

/** The frame of the dashboard for an owner who is signed in, as the program draws it until its data are there. */
export function renderConsoleShell(title: string): HtmlValue {
  return html`
    <div class="console is-starting" aria-busy="true">
      <header class="console-side"><span class="console-title">${title}</span></header>
      <main class="console-main"><p class="skeleton"></p></main>
    </div>
  `;
}

/**
 * The first page of a node without an owner: how to set it up.
 *
 * @param program the command that starts the node's program, for a shell
 */
export function renderWelcome(view: View, program: string): string {
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
            <pre tabindex="0"><code>${command(program)}</code></pre>
            <p>${whatItDoes}</p>
            <p>${afterwards}</p>
          </div>
        </main>
      </div>
    `,
  });
}
