import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { expect } from "vitest";
import { findBrowser } from "./find-browser.ts";
import type { Wallet } from "./wallet.ts";

/** Ten times V8's own counts. */
const optimizeLater = [
  "--invocation-count-for-maglev=4000",
  "--invocation-count-for-maglev-osr=1000",
  "--invocation-count-for-turbofan=30000",
  "--invocation-count-for-osr=5000",
];

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  // Most pages live for a second: to optimize their code, and to start a process for each, took a quarter of all the time. What
  // runs for long, as a password's check, is optimized as ever, but later.
  `--js-flags=${optimizeLater.join(" ")}`,
  "--renderer-process-limit=1",
  "--process-per-site",
  // A service worker's script is fetched without what a context says of certificates.
  "--ignore-certificate-errors",
  // No name leads off this machine, whatever a page asks for.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
];
const screenshots = join(import.meta.dirname, "../../../../test-results/screenshots");

/** Chromium, where `scripts/install-browser.ts` or the system installed it; close it after the test. */
export function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error("There is no Chromium. CHROMIUM names the path of one.");
  return chromium.launch({ executablePath, args: flags });
}

/** The visitor, and the browser of theirs. */
export interface Visitor {
  width?: number;
  theme?: "light" | "dark";
  javaScript?: boolean;
  /** BCP 47. */
  language?: string;
  /** A wallet in the browser, by EIP-6963. */
  wallet?: Wallet;
  /** The chain that wallet is on until it is asked to change, in hex; Ethereum's main one by default. */
  chain?: string;
  /** Other wallets beside it, by name: one that always says no, or one that never answers. */
  otherWallets?: Readonly<Record<string, "refuses" | "is silent">>;
  /** The code at the address of the wallet, in hex: none unless it is a contract. */
  code?: string;
  /** A browser that knows no content security policy: what a page forbids runs nevertheless. */
  ignoresPolicy?: boolean;
  /** A browser without service workers: what a page asks for goes over the wire, where a test sees it. */
  noWorkers?: boolean;
  /** A phone or tablet: fingers instead of a mouse. */
  touch?: boolean;
}

/** The sizes at which pages are looked at: a phone and a desktop, CSS pixels. */
export const widths = { phone: 390, desktop: 1280 } as const;

/** A browser of somebody's own: no cookies, no history. Certificates of a test's authority are taken. */
export async function openVisit(browser: Browser, visitor: Visitor = {}): Promise<BrowserContext> {
  const { width = widths.desktop, theme = "light", javaScript = true, language = "en-GB", wallet } = visitor;
  const { ignoresPolicy: bypassCSP = false, noWorkers = false, touch = false } = visitor;
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 844 : 800 },
    colorScheme: theme,
    javaScriptEnabled: javaScript,
    locale: language,
    ignoreHTTPSErrors: true,
    reducedMotion: "reduce",
    hasTouch: touch,
    isMobile: touch,
    bypassCSP,
    serviceWorkers: noWorkers ? "block" : "allow",
  });
  if (visitor.otherWallets) await context.addInitScript(announceOthers, visitor.otherWallets);
  if (wallet) await giveWallet(context, wallet, visitor);
  return context;
}

/** Puts a wallet into every page, as an extension does: the page can't tell it from another one. */
async function giveWallet(
  context: BrowserContext,
  wallet: Wallet,
  { code = "0x", chain = "0x1" }: Pick<Visitor, "code" | "chain">,
): Promise<void> {
  let now = chain;
  await context.exposeFunction("askTestWallet", async (method: string, params: string[]) => {
    switch (method) {
      case "eth_requestAccounts":
      case "eth_accounts":
        return [wallet.address.toLowerCase()];
      case "eth_chainId":
        return now;
      case "wallet_switchEthereumChain":
        now = "0x1";
        return null;
      case "eth_getCode":
        return code;
      case "personal_sign":
        return await wallet.signMessage(Buffer.from((params[0] ?? "").slice(2), "hex").toString("utf8"));
      case "eth_signTypedData_v4":
        return await wallet.signTypedData(JSON.parse(params[1] ?? ""));
      default:
        throw new Error(`The wallet does not know ${method}.`);
    }
  });
  await context.addInitScript(announceWallet);
}

/** Runs in the page. */
function announceWallet(): void {
  type Ask = (method: string, params: unknown) => Promise<unknown>;
  const provider = {
    request: ({ method, params }: { method: string; params?: unknown }) =>
      (globalThis as unknown as { askTestWallet: Ask }).askTestWallet(method, params ?? []),
    on() {},
    removeListener() {},
  };
  const detail = Object.freeze({
    info: {
      uuid: "5c5c5c5c-0000-4000-8000-000000000000",
      name: "Test Wallet",
      icon: "",
      rdns: "test.wallet",
    },
    provider,
  });
  const announce = () => globalThis.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
  globalThis.addEventListener("eip6963:requestProvider", announce);
  announce();
}

/** Runs in the page. */
function announceOthers(others: Readonly<Record<string, "refuses" | "is silent">>): void {
  const announce = () => {
    for (const [name, manner] of Object.entries(others)) {
      const request = () =>
        manner === "refuses"
          ? Promise.reject(Object.assign(new Error("no"), { code: 4001 }))
          : new Promise(() => {});
      const info = { uuid: `other ${name}`, name, icon: "", rdns: "other.wallet" };
      const provider = { request, answerMs: 300 };
      globalThis.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: { info, provider } }));
    }
  };
  globalThis.addEventListener("eip6963:requestProvider", announce);
}

/** The sets of rules: WCAG 2.2 AA as far as a program can check it, and axe's own advice. */
const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The rules whose result depends on the theme. */
const colorRules = ["color-contrast", "link-in-text-block"];

/** The smaller file, because each page of each test compiles it again. */
const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/**
 * Fails with the findings of axe.
 *
 * @param options.excused rules that a third-party library breaks on this page
 * @param options.onlyColors checks only colours, if the same page was checked in the other theme
 */
export async function expectAccessible(
  page: Page,
  { excused = [], onlyColors = false }: { excused?: readonly string[]; onlyColors?: boolean } = {},
): Promise<void> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  const runOnly = onlyColors ? colorRules : standards;
  const findings = await page.evaluate(async (runOnly) => {
    type Found = { id: string; help: string; nodes: { html: string; failureSummary: string }[] };
    const { axe: checker } = globalThis as unknown as {
      axe: { run(root: Document, options: object): Promise<{ violations: Found[] }> };
    };
    // Otherwise axe would describe each correct element, too.
    const { violations } = await checker.run(document, { runOnly, resultTypes: ["violations"] });
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 200)}\n${failureSummary}`),
    }));
  }, runOnly);
  expect(findings.filter(({ id }) => !excused.includes(id))).toEqual([]);
}

/** Ends running transitions; with TEST_SCREENSHOTS it writes a screenshot of the whole page, for people to look at. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (process.env.TEST_SCREENSHOTS) {
    const path = join(screenshots, `${name}.png`);
    await page.screenshot({ animations: "disabled", path, fullPage: true });
  } else await endTransitions(page);
}

/** Ends running transitions, so that a page is checked in its final state. */
async function endTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const transition of document.getAnimations())
      if (transition.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) transition.finish();
  });
}

/** Fails when a page asks another host than these for anything, runs what its policy forbids, or throws. */
export function watchPage(page: Page, ...origins: string[]): { problems: string[] } {
  const problems: string[] = [];
  page.on("request", (request) => {
    const url = request.url();
    if (!origins.some((origin) => url.startsWith(origin)) && !/^(data|blob):/.test(url))
      problems.push(`asked ${url}`);
  });
  page.on("pageerror", (error) => problems.push(`threw ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`said ${message.text()}`);
  });
  return { problems };
}
