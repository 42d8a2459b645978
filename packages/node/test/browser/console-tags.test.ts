import { beforeAll, expect, test } from "vitest";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { expectForEverybody } from "../support/expect-for-everybody.ts";
import { openOwnerConsole } from "../support/owner-console.ts";
import type { TestNode } from "../support/test-network.ts";

const longTag = `${"Donaudampfschifffahrts".repeat(2)}gesellschaft`;

const fixture = useBrowserFixture();
let ada: TestNode;
beforeAll(async () => {
  ada = await fixture.network.start({
    title: "Ada Lovelace",
    privateKey: Buffer.alloc(32, 7).toString("hex"),
  });
});

test("the owner finds, renames, merges and deletes tags, and takes a new name back", async () => {
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, { path: "/posts/tags" });
  const { page, problems } = ownerConsole;
  await page.getByText("No tags yet.").waitFor();
  expect(await page.title()).toBe("Tags · Ada Lovelace");
  await ada.draft("# One\n\n#Sea #海边", "local");
  await ada.draft(`# Two\n\n#Sea #ocean #${longTag}`, "draft");
  await ada.publish("# Three\n\n#salt");
  await ada.publish("# Four\n\n#mixed");
  await ada.draft("# Five\n\n#mixed", "local");
  await ownerConsole.goTo("/posts/tags");
  const row = (tag: string) => page.locator(`[data-item="${tag}"]`);
  const act = async (tag: string, name: string) => {
    await row(tag).getByLabel(`More for #${tag}`).click();
    await row(tag).getByRole("button", { name }).click();
  };
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest<HTMLElement>("[data-item]")?.dataset.item);
  expect(await row("sea").innerText()).toContain("1 post");
  expect(await row("salt").innerText()).toContain("Only in signed posts");
  await expectForEverybody(page, "console-tags");
  await row("salt").getByLabel("More for #salt").click();
  expect(await row("salt").getByRole("button", { name: "Rename" }).count()).toBe(0);
  await page.keyboard.press("Escape");

  // A new name, what is no name, and back.
  await act("sea", "Rename");
  const field = page.getByLabel("New name of #sea");
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  await expectForEverybody(page, "console-tags-rename");
  await page.keyboard.press("Escape");
  await expect.poll(focused).toBe("sea");
  await act("sea", "Rename");
  await field.fill("two words");
  await page.keyboard.press("Enter");
  await page.getByText("A tag can have up to 64 letters").waitFor();
  await act("sea", "Rename");
  await field.fill("#Tide");
  await page.keyboard.press("Enter");
  await page.getByText("#sea was renamed to #Tide.").waitFor();
  await expect.poll(focused).toBe("tide");
  expect((await ada.fetch("/tags/sea")).headers.location).toContain("/tags/tide");
  await page.locator(".undo").getByRole("button", { name: "Undo" }).click();
  await page.getByText("#Tide was renamed to #Sea.").waitFor();
  await row("sea").waitFor();

  // A name that is taken asks, and says what happens.
  await act("sea", "Rename");
  await field.fill("ocean");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("1 post and 1 draft will be tagged #ocean instead.").waitFor();
  await expectForEverybody(page, "console-tags-merge");
  await dialog.getByRole("button", { name: "Merge" }).click();
  await page.getByText("#sea was merged into #ocean.").waitFor();
  await expect.poll(focused).toBe("ocean");
  expect(await row("sea").count()).toBe(0);

  // Signed posts keep theirs.
  await act("mixed", "Delete tag");
  await dialog.getByText("1 signed post keeps #mixed").waitFor();
  await expectForEverybody(page, "console-tags-delete");
  await dialog.getByRole("button", { name: "Delete tag" }).click();
  await page.getByText("The tag #mixed was deleted.").waitFor();
  expect(await row("mixed").innerText()).toContain("Only in signed posts");
  await act("ocean", "Delete tag");
  await dialog.getByRole("button", { name: "Delete tag" }).click();
  await row("ocean").waitFor({ state: "detached" });
  expect(await focused()).toBeDefined();
  expect((await ada.fetch("/slug/one")).status).toBe(200);
  expect(problems).toEqual([]);
});

test("three hundred tags are searched; the palette finds the view in both languages", async () => {
  for (let part = 0; part < 6; part += 1) {
    const tags = Array.from({ length: 50 }, (_, index) => `#tag${part}x${index}`);
    await ada.draft(`# Many\n\n${tags.join(" ")}`, "draft");
  }
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, {
    path: "/posts",
    language: "zh-CN",
  });
  const { page, problems } = ownerConsole;
  await page.keyboard.press("Control+k");
  for (const typed of ["tags", "标签"]) {
    await page.getByRole("dialog").getByRole("combobox").fill(typed);
    await page.getByRole("option", { name: "标签" }).first().waitFor();
  }
  await page.keyboard.press("Enter");
  await page.waitForURL("**/posts/tags");
  await page.locator(".tag-rows .row").first().waitFor();
  expect(await page.locator(".tag-rows .row").count()).toBe(100);
  await expectForEverybody(page, "console-tags-many");
  await page.getByLabel("搜索标签").fill("5x4");
  await expect.poll(() => page.locator(".tag-rows .row").count()).toBe(11);
  await page.getByLabel("搜索标签").fill("none");
  await page.getByText("没有符合条件的内容。").waitFor();
  expect(problems).toEqual([]);
});
