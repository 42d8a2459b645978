import type { BrowserContext, Frame, Page, Request } from "playwright-core";

/** What ran, called out or led away in a browser that looks at somebody's pages. */
export interface PageWatch {
  readonly violations: readonly string[];
  /** Opens a page, touches everything in it, and notes what of it could act. */
  open(url: string): Promise<Page>;
  /** Touches everything in a page that is open. */
  probe(page: Page): Promise<void>;
}

/**
 * Watches everything that a browser does: calls of `alert` and its like, errors, requests to other hosts, and pages
 * that go elsewhere.
 *
 * @param origins that may be asked for something
 */
export async function watchPages(context: BrowserContext, origins: readonly string[]): Promise<PageWatch> {
  const violations: string[] = [];
  let page: Page | null = null;
  const note = (what: string) => violations.push(`${page?.url()}: ${what}`);
  await context.exposeBinding("reportViolation", ({ frame }, what: string) => {
    violations.push(`${frame.url()}: ${what}`);
  });
  await context.addInitScript(replaceDialogs);
  // To stop requests would cost the browser its cache; beyond this machine none finds anybody.
  const noteOutside = (request: Request) => {
    const { origin, protocol } = new URL(request.url());
    const isBlocked = /csp/i.test(request.failure()?.errorText ?? "");
    if (isBlocked || origins.includes(origin) || ["data:", "blob:"].includes(protocol)) return;
    note(`asked ${request.url()}`);
  };
  context.on("requestfinished", noteOutside);
  context.on("requestfailed", noteOutside);
  context.on("dialog", async (dialog) => {
    note(`dialog ${dialog.message()}`);
    await dialog.dismiss();
  });
  context.on("weberror", (error) => note(`threw ${error.error().message}`));
  context.on("console", (message) => {
    // A picture that is not there is only a picture that is not there.
    if (message.type() === "error" && !/status of 404/.test(message.text())) note(`said ${message.text()}`);
  });

  const probe = async (shown: Page) => {
    const before = shown.url();
    const found = await shown.mainFrame().evaluate(touchAll);
    violations.push(...found.map((what) => `${before}: has ${what}`));
    if (shown.url() !== before) note(`went from ${before}`);
  };
  return {
    violations,
    probe,
    async open(url) {
      page ??= await context.newPage();
      await page.goto(url);
      if (page.url() !== new URL(url).href) note(`came from ${url}`);
      await probe(page);
      return page;
    },
  };
}

/** Runs in every frame before anything of it. */
function replaceDialogs(): void {
  const spring = (what: string) =>
    (globalThis as unknown as { reportViolation(what: string): void }).reportViolation(what);
  for (const name of ["alert", "confirm", "prompt", "print"]) {
    Object.defineProperty(globalThis, name, { value: (text: unknown) => spring(`${name} ${text}`) });
  }
}

/** Touches everything in every frame of a page, for strings that wait for it. */
export async function touchFrames(page: Page): Promise<void> {
  const touch = (frame: Frame) => frame.evaluate(touchAll).catch(() => []);
  await Promise.all(page.frames().map(touch));
}

/** Runs in the page. @returns what of it could act, or lead to what does */
function touchAll(): string[] {
  const acts = [
    "mouseover",
    "mouseenter",
    "pointerover",
    "focus",
    "blur",
    "wheel",
    "toggle",
    "error",
    "load",
  ];
  acts.push("start", "finish", "begin", "animationstart", "transitionend", "beforetoggle", "pageshow");
  const acting = /^(script|iframe|frame|object|embed|base|portal|applet|foreignobject|use|animate|set)$/i;
  const isOwn = (one: Element) =>
    one.matches('head > script[type="application/ld+json"], head > script[type="module"][src^="/assets/"]');
  // The console makes styles while it runs, and so does the browser's own view of a feed.
  const mayStyle = document.getElementById("app") !== null || document.contentType !== "text/html";
  const found: string[] = [];
  const judge = (one: Element, name: string, value: string) => {
    if (/^on|^srcdoc$|^ping$|^formaction$|^http-equiv$/.test(name)) found.push(`${name}=${value}`);
    if (name === "style" && !mayStyle) found.push(`${name}=${value}`);
    if (!/^(href|xlink:href|src|srcset|action|data|poster|background)$/.test(name)) return;
    // The drawing of a diagram: a picture runs nothing, and asks for nothing.
    const isDrawing =
      one.matches("figure.diagram :is(img, source)") && value.startsWith("data:image/svg+xml,%3Csvg");
    if (isDrawing) return;
    const { protocol, origin } = URL.parse(value, document.baseURI) ?? location;
    if (!["http:", "https:", "mailto:", "blob:"].includes(protocol)) found.push(`${name}=${value}`);
    // A link may lead anywhere; everything else stays on this site.
    const stays = origin === location.origin || protocol === "blob:" || /^(a|link)$/.test(one.localName);
    if (!stays) found.push(`<${one.localName} ${name}=${value}>`);
  };
  for (const one of document.querySelectorAll("*")) {
    if (acting.test(one.localName) && !isOwn(one)) found.push(`<${one.localName}>`);
    for (const { name, value } of one.attributes) judge(one, name, value);
    for (const act of acts) one.dispatchEvent(new Event(act));
  }
  // What search engines read has to be whole, whatever stands in it.
  for (const data of document.querySelectorAll("head > script[type$=json]"))
    JSON.parse(data.textContent ?? "");
  return found;
}
