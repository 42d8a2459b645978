import { beforeAll, expect, test } from "vitest";
import { createPublication } from "../../src/domain/publications/create.ts";
import { updateSettings } from "../../src/domain/settings/settings.ts";
import { openVisit, watchPage } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { everybody, expectForEverybody } from "../support/expect-for-everybody.ts";
import { drawLandscape } from "../support/landscape-picture.ts";
import type { TestNode } from "../support/test-network.ts";

const fixture = useBrowserFixture();
let node: TestNode;
let text: string;

async function upload(width: number, height: number, hue: number): Promise<string> {
  const bytes = await drawLandscape(width, height, hue);
  const source = (async function* () {
    yield bytes;
  })();
  const about = { kind: "FILE", source, filename: `${hue}.jpg`, state: "local" } as const;
  const { contentHash } = await createPublication(node.running.context, about);
  return `${node.url}/ewp/contents/${contentHash}`;
}

beforeAll(async () => {
  node = await fixture.network.start({ title: "Ada Lovelace", privateKey: "07".repeat(32) });
  const shapes = [
    [900, 600],
    [600, 900],
    [1600, 700],
    [600, 600],
    [800, 600],
  ] as const;
  const [one = "", high = "", flat = "", square = "", four = ""] = await Promise.all(
    shapes.map(([width, height], at) => upload(width, height, at * 67)),
  );
  const words = "We walked from the harbour to the last house, and the light was low all the way. ".repeat(4);
  text = [
    "# Along the shore",
    `${words}[^1]`,
    `![Hills](${one} "The hills behind the harbour, photographed on the morning of the first day")`,
    words,
    `![The bay](${flat}#wide "The bay at noon")`,
    words,
    `![The bay](${flat}#full "The same bay, as wide as the window, with a caption that is long enough to need two lines on a telephone")`,
    words,
    `![One](${one})\n![Two](${high} "A mast")\n![Three](${square})\n![Four](${four})\n![Five](${flat})`,
    words,
    `![Two](${high}#wide)\n![Three](${square})`,
    words,
    `![Mast](${high}#wide "A mast, high and narrow")`,
    "[^1]: A note that stands beside the text where there is room for it, and that no picture may cover.",
  ].join("\n\n");
});

test("captions, widths and galleries stand on the page of a post, in each theme", async () => {
  const post = await node.draft(text, "local");
  for (const [index, siteTheme] of [null, "journal", "plain"].entries()) {
    await updateSettings(node.running.context, { siteTheme } as Parameters<typeof updateSettings>[1]);
    const visit = await openVisit(fixture.browser, everybody[index % 2]);
    const page = await visit.newPage();
    const { problems } = watchPage(page, node.url);
    await page.goto(`${node.url}/publications/${post.id}`);
    for (const picture of await page.locator("article img").all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect.poll(() => picture.evaluate((one) => (one as HTMLImageElement).complete)).toBe(true);
    }
    await expectForEverybody(page, `figures-${siteTheme ?? "paper"}`);
    const look = await page.evaluate(() => {
      const widthOf = (selector: string) =>
        document.querySelector(selector)?.getBoundingClientRect().width ?? 0;
      const column = widthOf(".e-content");
      const rows = [...document.querySelectorAll(".gallery > div")].map((row) =>
        [...row.querySelectorAll("img")].map((one) => Math.round(one.getBoundingClientRect().height)),
      );
      return {
        window: document.documentElement.clientWidth,
        column,
        normal: widthOf("figure.picture"),
        wide: widthOf("figure.is-wide"),
        full: widthOf("figure.is-full"),
        rows,
      };
    });
    expect(look.normal).toBe(look.column);
    expect(look.wide).toBeGreaterThanOrEqual(look.column);
    expect(look.full).toBe(look.window);
    if (look.window > 600)
      for (const [first, ...others] of look.rows)
        for (const other of others) expect(Math.abs(other - (first ?? 0))).toBeLessThan(2);
    expect(problems).toEqual([]);
    await visit.close();
  }
});
