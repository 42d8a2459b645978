import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { accentOfHue, grounds } from "../../../web/src/drawings/accent.ts";
import { readSettings, updateSettings } from "../../src/domain/settings/settings.ts";
import { expectAccessible, openVisit, takeScreenshot } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { everybody, expectForEverybody } from "../support/expect-for-everybody.ts";
import { freePort } from "../support/free-port.ts";
import { openOwnerConsole } from "../support/owner-console.ts";
import type { TestNode } from "../support/test-network.ts";

const key = new Uint8Array(32).fill(7);
const guide = readFileSync(join(import.meta.dirname, "../../../../docs/themes.md"), "utf8");
const example = /```css\n(:root[^`]*)```/.exec(guide)?.[1] ?? "";

const fixture = useBrowserFixture();
let ada: TestNode;
beforeAll(async () => {
  ada = await fixture.network.start({ title: "Ada", privateKey: Buffer.from(key).toString("hex") });
  await ada.publish("# Under a theme\n\nSome words, a [link](https://elsewhere.example/) and `code`.", {
    slug: "themed",
  });
});

/** Keeps a stylesheet at the console, as the owner does. */
async function saveStyles(page: Page, css: string): Promise<void> {
  await page.getByLabel("CSS for the site").fill(css);
  await page.getByRole("button", { name: "Save CSS" }).click();
  await page.getByRole("status").getByText("Saved.").waitFor();
}

const paperOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

test("the owner's stylesheet applies at once on the site and never in the console, where it can be repaired", async () => {
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, { path: "/settings/site" });
  const { visit, page, problems } = ownerConsole;
  const consolePaper = await paperOf(page);
  await saveStyles(page, example);
  await takeScreenshot(page, "settings-own-styles");
  await expectAccessible(page);

  const opening = visit.waitForEvent("page");
  await page.getByRole("link", { name: "View site" }).click();
  const site = await opening;
  await site.waitForLoadState();
  expect(await paperOf(site)).toBe("rgb(243, 246, 241)");

  await saveStyles(page, "body { display: none }");
  await site.reload();
  expect(await site.locator("h1").first().isVisible()).toBe(false);
  await page.reload();
  await page.getByLabel("CSS for the site").waitFor();
  expect(await page.getByLabel("CSS for the site").inputValue()).toBe("body { display: none }");
  expect(await paperOf(page)).toBe(consolePaper);

  await page.getByLabel("CSS for the site").fill("p {}");
  await page.getByRole("button", { name: "Discard changes" }).click();
  await saveStyles(page, "");
  await site.reload();
  expect(await site.locator("h1").first().isVisible()).toBe(true);
  expect(await paperOf(site)).toBe(consolePaper);
  expect(problems).toEqual([]);
});

test("the owner downloads the design as a file, looks at a changed one, and uses it; what is no design changes nothing", async () => {
  await updateSettings(ada.running.context, { siteTheme: "journal", stylesheet: "" });
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, { path: "/settings/site" });
  const { page, problems } = ownerConsole;
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download this design" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("design.css");
  const text = readFileSync(await download.path(), "utf8");
  expect(text).toContain('/* Freehold theme {"name":"My theme","base":"paper"} */\n/* A quiet magazine');

  const upload = (css: string) =>
    page
      .getByLabel("Upload a design")
      .and(page.locator("input"))
      .setInputFiles([{ name: "design.css", mimeType: "text/css", buffer: Buffer.from(css) }]);
  const looks = async () => {
    const { siteTheme, stylesheet } = await readSettings(ada.running.context);
    return { siteTheme, stylesheet };
  };
  for (const [css, words] of [
    ["p {}", "This is not a design file."],
    [`${text}@import url(https://a.example/x.css);`, "another site: @import url(https://a.example/x.css)"],
    [text.padEnd(64 * 1024 + 1), "at most 65 kB"],
  ] as const) {
    await upload(css);
    await page.getByRole("alert").getByText("Your site is unchanged.").getByText(words).waitFor();
  }
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(await looks()).toEqual({ siteTheme: "journal", stylesheet: "" });

  await upload(`${text}:root { --paper: rgb(1, 2, 3); --ink: rgb(250, 250, 250) }`);
  const dialog = page.getByRole("dialog", { name: "Use the design “My theme”?" });
  await dialog.getByText("It begins with Paper instead of Journal.").waitFor();
  const seen = page.frameLocator("iframe").locator("html");
  await expect
    .poll(() => seen.evaluate((root) => getComputedStyle(root).backgroundColor))
    .toBe("rgb(1, 2, 3)");
  await takeScreenshot(page, "settings-design-preview");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Keep the present one" }).click();
  expect(await looks()).toEqual({ siteTheme: "journal", stylesheet: "" });

  const changed = `${text.replace("My theme", "Night")}:root { --paper: rgb(1, 2, 3) }`;
  await upload(changed);
  await page.getByRole("button", { name: "Use this design" }).click();
  await page.getByText("Your site has the design “Night” now.").waitFor();
  expect(await looks()).toEqual({ siteTheme: "paper", stylesheet: changed });
  await takeScreenshot(page, "settings-design-used");
  await upload(text);
  await dialog.getByText("They replace your custom CSS of").waitFor();
  await page.keyboard.press("Escape");
  expect(await looks()).toEqual({ siteTheme: "paper", stylesheet: changed });
  expect(problems).toEqual([]);
  await updateSettings(ada.running.context, { siteTheme: null, stylesheet: "" });
});

test("a hue of the owner's own is on the site, its icons and the console, and the address's comes back", async () => {
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, { path: "/settings/site" });
  const { visit, page, problems } = ownerConsole;
  const site = await visit.newPage();
  const accentOf = (one: Page) =>
    one.evaluate(() => {
      const link = Object.assign(document.createElement("a"), { href: "/" });
      document.body.append(link);
      const { color } = getComputedStyle(link);
      link.remove();
      return color;
    });
  const look = async () => {
    await site.goto(ada.url);
    const href = await site.locator('link[rel="manifest"]').getAttribute("href");
    const manifest = await site.evaluate(async (path) => await (await fetch(path)).json(), href ?? "");
    return { accent: await accentOf(site), theme: manifest.theme_color, icon: manifest.icons[0].src };
  };
  const before = await look();
  await page.getByRole("radio", { name: "Custom" }).check();
  await page.getByRole("slider", { name: "Hue" }).fill("145");
  await page.getByText("leaf green").waitFor();
  const samples = await page.locator(".accent-sample").evaluateAll((all) =>
    all.map((one) => {
      const link = one.querySelector(".like-link");
      return [getComputedStyle(one).backgroundColor, link && getComputedStyle(link).color];
    }),
  );
  const { light, dark } = accentOfHue(145);
  const rgb = (hex: string) =>
    `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(", ")})`;
  expect(samples).toEqual([
    [rgb(grounds.light), rgb(light)],
    [rgb(grounds.dark), rgb(dark)],
  ]);
  await takeScreenshot(page, "settings-accent");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save colour" }).click();
  await page.getByRole("status").getByText("Saved.").waitFor();
  expect(await accentOf(page)).toBe(rgb(light));
  expect(await look()).toMatchObject({ accent: rgb(light), theme: light });
  expect((await look()).icon).not.toBe(before.icon);
  await page.reload();
  await page.getByRole("slider", { name: "Hue" }).waitFor();
  expect(await accentOf(page)).toBe(rgb(light));

  await page.getByRole("radio", { name: "From your address" }).check();
  await page.getByRole("button", { name: "Save colour" }).click();
  await page.getByRole("status").getByText("Saved.").waitFor();
  expect(await look()).toEqual(before);
  expect(problems).toEqual([]);
});

test("one that is too long is refused, and stays in the field", async () => {
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, { path: "/settings/site" });
  const { page } = ownerConsole;
  const long = "/*".padEnd(64 * 1024, "x").concat("*/");
  await page.getByLabel("CSS for the site").fill(long);
  await page.getByRole("button", { name: "Save CSS" }).click();
  await page.getByRole("alert").getByText("Not saved.").waitFor();
  await takeScreenshot(page, "settings-own-styles-refused");
  expect((await page.getByLabel("CSS for the site").inputValue()).length).toBe(long.length);
});

test("it reaches no other host: nothing that it names is fetched", async () => {
  const asked: string[] = [];
  const { cert, key: certKey } = fixture.network.certificate;
  const elsewhere = createServer({ cert, key: certKey }, (request, response) => {
    asked.push(String(request.url));
    response.setHeader("access-control-allow-origin", "*");
    response
      .writeHead(200, { "content-type": request.url === "/i.css" ? "text/css" : "image/svg+xml" })
      .end();
  });
  const port = await freePort();
  await new Promise<void>((resolve) => elsewhere.listen(port, "127.0.0.1", resolve));
  const host = `https://localhost:${port}`;
  try {
    const ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, { path: "/settings/site" });
    await saveStyles(
      ownerConsole.page,
      `@import url(${host}/i.css);
@font-face { font-family: Far; src: url(${host}/f.woff2) }
:root { --paper: rgb(1, 2, 3) }
html { background-image: url(${host}/b.svg) }
h1, p { font-family: Far; cursor: url(${host}/c.svg), auto; list-style-image: url(//localhost:${port}/l.svg) }
h1::before { content: url(${host}/a.svg) }`,
    );
    const look = async (ignoresPolicy: boolean) => {
      const visit = await openVisit(fixture.browser, { ignoresPolicy });
      const page = await visit.newPage();
      for (const path of ["/", "/slug/themed"]) {
        await page.goto(`${ada.url}${path}`, { waitUntil: "networkidle" });
        expect(await paperOf(page)).toBe("rgb(1, 2, 3)");
        await page.locator("h1").first().hover();
      }
      await visit.close();
    };
    await look(false);
    expect(asked).toEqual([]);
    // A browser without the policy does ask, so there was something to hold back.
    await look(true);
    expect(asked).toEqual(expect.arrayContaining(["/i.css", "/b.svg", "/a.svg", "/f.woff2"]));
    await saveStyles(ownerConsole.page, "");
    await ownerConsole.visit.close();
  } finally {
    elsewhere.closeAllConnections();
    await new Promise((resolve) => elsewhere.close(resolve));
  }
});

test("the theme of the guide is for everybody", async () => {
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, {
    path: "/settings/site",
  });
  await saveStyles(ownerConsole.page, example);
  await expectForEverybody(ownerConsole.page, "settings-own-styles");
  const visit = await openVisit(fixture.browser);
  const page = await visit.newPage();
  for (const path of ["/", "/slug/themed"]) {
    await page.goto(`${ada.url}${path}`);
    await expectForEverybody(page, `themed${path.replaceAll("/", "-")}`);
  }
  await visit.close();
  await saveStyles(ownerConsole.page, "");
});

test("the owner chooses a design, which everybody can read, and has links to the dashboard that nobody else has", async () => {
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, { path: "/settings/site" });
  const { page, visit } = ownerConsole;
  const own = await visit.newPage();
  for (const [index, design] of ["Journal", "Photographs", "Plain"].entries()) {
    const settled = page.waitForResponse(
      (reply) => reply.request().postData()?.includes("UpdateSettings") ?? false,
    );
    await page.getByLabel("Design", { exact: true }).selectOption({ label: design });
    await settled;
    const visitor = await openVisit(fixture.browser, everybody[index % everybody.length]);
    const reading = await visitor.newPage();
    for (const path of ["/", "/slug/themed"]) {
      await reading.goto(`${ada.url}${path}`);
      await expectForEverybody(reading, `design-${design}${path.replaceAll("/", "-")}`);
    }
    expect(await reading.getByRole("link", { name: "Dashboard" }).count()).toBe(0);
    await visitor.close();
  }
  await own.goto(`${ada.url}/slug/themed`);
  expect(await own.getByRole("link", { name: "Dashboard" }).getAttribute("href")).toBe("/console");
  expect(await own.getByRole("link", { name: "Edit" }).getAttribute("href")).toMatch(
    /^\/console\/write\/\d+#new-version$/,
  );
  await expectAccessible(own);
  await updateSettings(ada.running.context, { siteTheme: null });
});
