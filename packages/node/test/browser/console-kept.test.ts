import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { updateSettings } from "../../src/domain/settings/settings.ts";
import { expectAccessible, takeScreenshot } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { commentByWallet } from "../support/commenters.ts";
import { openOwnerConsole } from "../support/owner-console.ts";
import type { TestNode } from "../support/test-network.ts";

const fixture = useBrowserFixture();
let ada: TestNode;
beforeAll(async () => {
  ada = await fixture.network.start({
    title: "Ada Lovelace",
    privateKey: Buffer.alloc(32, 7).toString("hex"),
  });
  await updateSettings(ada.running.context, { commentsNeedApproval: false });
});

const isRestored = (page: Page) => page.getByText("Restored from this browser").first().waitFor();

/** The questions that the browser asks before it leaves a page or a view; each is answered with yes. */
function countQuestions(page: Page): { all: string[] } {
  const all: string[] = [];
  page.on("dialog", (dialog) => {
    all.push(dialog.type());
    void dialog.accept();
  });
  return { all };
}

test("an answer, About you and Custom CSS survive a reload or another view, without a question", async () => {
  const { id } = await ada.publish("# The loom");
  await commentByWallet(ada.running.context, { key: 21, name: "Bea", body: "Why?", publicationId: id });
  await using owner = await openOwnerConsole(fixture.browser, ada, 7, { path: "/inbox/comments" });
  const { page } = owner;
  const questions = countQuestions(page);
  await page.locator(".comment").getByRole("button", { name: "Answer", exact: true }).click();
  await page.getByLabel("Answer to Bea").fill("Because of");
  await page.reload();
  await page.getByLabel("Answer to Bea").waitFor();
  expect(await page.getByLabel("Answer to Bea").inputValue()).toBe("Because of");
  await isRestored(page);
  await takeScreenshot(page, "kept-answer");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Discard" }).click();
  await page.reload();
  await page.locator(".comment").getByRole("button", { name: "Answer", exact: true }).waitFor();
  expect(await page.getByLabel("Answer to Bea").count()).toBe(0);

  await owner.goTo("/settings/profile");
  await page.getByLabel("About you").fill("Notes on an engine");
  await page.getByRole("link", { name: "Posts", exact: true }).first().click();
  await page.getByRole("heading", { name: "Posts" }).waitFor();
  await owner.goTo("/settings/profile");
  expect(await page.getByLabel("About you").inputValue()).toBe("Notes on an engine");
  await isRestored(page);
  await takeScreenshot(page, "kept-profile");
  await page.getByRole("button", { name: "Discard changes" }).click();
  expect(await page.getByLabel("About you").inputValue()).toBe("");

  await owner.goTo("/settings/site");
  const css = page.locator("textarea.code-field");
  await css.fill("p { color: teal }");
  await page.reload();
  await css.waitFor();
  expect(await css.inputValue()).toBe("p { color: teal }");
  await isRestored(page);
  await page.getByRole("button", { name: "Save CSS" }).click();
  await page.getByText("Restored from this browser").waitFor({ state: "detached" });
  await page.reload();
  await css.waitFor();
  expect([await css.inputValue(), await page.getByText("Restored from this browser").count()]).toEqual([
    "p { color: teal }",
    0,
  ]);

  // The session takes along all that was typed.
  await css.fill("p { color: red }");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("dialog").getByText("1 text is only in this browser").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out and delete" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("color: red");
  expect(questions.all).toEqual([]);
});

test("a password is not kept: the owner is asked once before it is lost, and names and other fields stay", async () => {
  await using owner = await openOwnerConsole(fixture.browser, ada, 7, { path: "/settings/access" });
  const { page } = owner;
  const questions = countQuestions(page);
  await page.getByRole("button", { name: "New token" }).click();
  await page.locator("input[name=label]").fill("A program");
  await page.getByLabel("read your timeline").check();
  await page.reload();
  await page.locator("input[name=label]").waitFor();
  expect([
    await page.locator("input[name=label]").inputValue(),
    await page.getByLabel("read your timeline").isChecked(),
  ]).toEqual(["A program", true]);
  await owner.goTo("/settings/mail");
  await page.locator("input[name=host]").fill("smtp.mail.example");
  await page.locator("input[name=password]").fill("deep secret");
  await page.getByRole("link", { name: "Posts", exact: true }).first().click();
  await page.getByRole("heading", { name: "Posts" }).waitFor();
  expect(questions.all).toEqual(["confirm"]);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("deep secret");
  await owner.goTo("/settings/mail");
  expect([
    await page.locator("input[name=host]").inputValue(),
    await page.locator("input[name=password]").inputValue(),
  ]).toEqual(["smtp.mail.example", ""]);
  await isRestored(page);
  await takeScreenshot(page, "kept-mail");
  await page.locator("input[name=password]").pressSequentially("again");
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => questions.all).toEqual(["confirm", "beforeunload"]);
});

test("the browser's Back asks before it loses a secret, and stays where the owner says so; a passkey's name is kept", async () => {
  await using owner = await openOwnerConsole(fixture.browser, ada, 7, { path: "/posts" });
  const { page } = owner;
  let stays = true;
  let asked = 0;
  page.on("dialog", (dialog) => {
    asked += 1;
    void (stays ? dialog.dismiss() : dialog.accept());
  });
  await page.locator("[data-place=settings] a").click();
  await page.getByRole("link", { name: "Email", exact: true }).first().click();
  const password = page.locator("input[name=password]");
  await password.fill("deep secret");
  const mail = page.url();
  await page.goBack();
  await expect.poll(() => asked).toBe(1);
  // The browser goes forward again after the answer.
  await expect.poll(() => page.url()).toBe(mail);
  expect(await password.inputValue()).toBe("deep secret");
  stays = false;
  await page.goBack();
  await password.waitFor({ state: "detached" });
  expect([asked, page.url() === mail]).toEqual([2, false]);
  await page.goForward();
  await password.waitFor();
  await page.goBack();
  await password.waitFor({ state: "detached" });
  expect(asked).toBe(2);

  await owner.goTo("/settings/access");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.locator("input[name=label]").fill("My telephone");
  await page.reload();
  await page.locator("input[name=label]").waitFor();
  expect(await page.locator("input[name=label]").inputValue()).toBe("My telephone");
  await isRestored(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.reload();
  await page.getByRole("button", { name: "Add a passkey" }).waitFor();
  expect(asked).toBe(2);
});

test("names of tags, an excerpt that the node refused, the menu, and the feed of an import survive a reload", async () => {
  const { id } = await ada.draft("# The sea\n\n#Sea", "local");
  await using owner = await openOwnerConsole(fixture.browser, ada, 7, { path: "/posts/tags" });
  const { page } = owner;
  const questions = countQuestions(page);
  await page.getByLabel("More for #sea").click();
  await page.getByRole("button", { name: "Rename" }).click();
  const name = page.getByLabel("New name of #sea");
  await name.fill("Tid");
  await page.reload();
  await name.waitFor();
  expect(await name.inputValue()).toBe("Tid");
  await isRestored(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.reload();
  await page.getByLabel("More for #sea").waitFor();
  expect(await name.count()).toBe(0);
  const merge = async () => {
    await page.getByLabel("More for #sea").click();
    await page.getByRole("button", { name: "Merge into another tag" }).click();
  };
  await merge();
  await page.getByRole("dialog").getByRole("combobox").fill("oce");
  await page.reload();
  await merge();
  expect(await page.getByRole("dialog").getByRole("combobox").inputValue()).toBe("oce");

  const isPresenting = (text: string | null) => text?.includes("presentPublication(") === true;
  await page.route("**/api/graphql", (route) =>
    isPresenting(route.request().postData()) ? route.abort() : route.continue(),
  );
  await owner.goTo(`/write/${id}`);
  await page.getByRole("button", { name: "Post settings" }).click();
  await page.getByLabel("Excerpt").fill("Of the tide ");
  await page.locator(".post-panel").getByRole("alert").waitFor();
  await page.unroute("**/api/graphql");
  await page.reload();
  await page.getByRole("button", { name: "Post settings" }).click();
  expect(await page.getByLabel("Excerpt").inputValue()).toBe("Of the tide ");
  const excerpt = () =>
    ada.running.context.store.db
      .selectFrom("publications")
      .select("excerpt")
      .where("id", "=", id)
      .executeTakeFirst();
  await expect.poll(async () => (await excerpt())?.excerpt).toBe("Of the tide");
  const keptExcerpts = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => /excerpt/.test(key)));
  await expect.poll(keptExcerpts).toEqual([]);

  await owner.goTo("/settings/site");
  await page.getByText("Add a link", { exact: true }).click();
  const address = page.locator("form").getByRole("textbox", { name: "URL" });
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("A friend");
  await address.fill("https://frie");
  await page.locator(".menu-entries input").first().fill("All of it");
  await page.reload();
  await address.waitFor();
  expect([
    await page.getByRole("textbox", { name: "Name", exact: true }).inputValue(),
    await address.inputValue(),
    await page.locator(".menu-entries input").first().inputValue(),
  ]).toEqual(["A friend", "https://frie", "All of it"]);
  await takeScreenshot(page, "kept-menu");
  await expectAccessible(page);

  await owner.goTo("/settings/import");
  await page.locator("input[name=url]").fill("https://old.example/fe");
  await page.reload();
  await page.locator("input[name=url]").waitFor();
  expect(await page.locator("input[name=url]").inputValue()).toBe("https://old.example/fe");
  await isRestored(page);
  expect(questions.all).toEqual([]);
});
