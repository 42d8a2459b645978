import type { Page } from "playwright-core";

/** One look at the dashboard. */
export interface View {
  /** Below `/console`. */
  readonly path: string;
  /** Opens what has no address of its own, by other means than words, which are of two languages. */
  open?(page: Page): Promise<unknown>;
}

/** The publications that some views are about; null without posts. */
export interface Samples {
  readonly draft: number;
  readonly figures: number;
  readonly signed: number;
}

/** The views of somebody who is not signed in. */
export const viewsOfVisitor: Readonly<Record<string, View>> = {
  "sign-in": { path: "" },
  "sign-in-key-file": { path: "", open: (page) => page.locator(".sign-in button.plain").first().click() },
  "sign-in-words": { path: "", open: (page) => page.locator(".sign-in button.quiet").first().click() },
};

/** The views that every node has. */
export const views: Readonly<Record<string, View>> = {
  home: { path: "/home" },
  later: { path: "/home/later" },
  people: { path: "/home/people" },
  following: { path: "/home/people/following" },
  blocked: { path: "/home/people/blocked" },
  feeds: { path: "/home/people/feeds" },
  posts: { path: "/posts" },
  drafts: { path: "/posts/drafts" },
  proposals: { path: "/posts/proposals" },
  media: { path: "/posts/media" },
  delivery: { path: "/posts/delivery" },
  trash: { path: "/posts/trash" },
  inbox: { path: "/inbox" },
  comments: { path: "/inbox/comments/published" },
  settings: { path: "/settings" },
  profile: { path: "/settings/profile" },
  address: { path: "/settings/address" },
  appearance: { path: "/settings/site" },
  mail: { path: "/settings/mail" },
  newsletter: { path: "/settings/newsletter" },
  access: { path: "/settings/access" },
  keys: { path: "/settings/keys" },
  devices: { path: "/settings/devices" },
  api: { path: "/settings/api" },
  webhooks: { path: "/settings/webhooks" },
  import: { path: "/settings/import" },
  data: { path: "/settings/data" },
  status: { path: "/settings/status" },
  write: { path: "/write" },
  palette: { path: "/posts", open: (page) => page.keyboard.press("Control+k") },
  shortcuts: { path: "/posts", open: (page) => page.keyboard.press("?") },
};

/** The views of single posts, and the dialogs over them. */
export function viewsOf({ draft, figures, signed }: Samples): Readonly<Record<string, View>> {
  const editor = `/write/${draft}`;
  return {
    "posts-menu": { path: "/posts", open: (page) => page.locator(".row-menu summary").first().click() },
    "posts-selection": { path: "/posts", open: selectTwo },
    "posts-earlier-texts": { path: "/posts", open: (page) => chooseOfRow(page, -2) },
    "media-uses": { path: "/posts/media", open: (page) => page.locator(".media-acts button").last().click() },
    "trash-empty": { path: "/posts/trash", open: (page) => page.locator(".view-head button").last().click() },
    "delivery-of-post": { path: `/posts/delivery/${signed}` },
    "people-details": {
      path: "/home/people",
      open: (page) => page.locator(".row-name").first().click(),
    },
    "new-token": {
      path: "/settings/access",
      open: (page) => page.locator(".settings button:not([class])").first().click(),
    },
    editor: { path: editor },
    "editor-menu": { path: editor, open: (page) => page.locator(".editor-menu summary").click() },
    "editor-panel": { path: editor, open: (page) => page.locator("[aria-expanded].tool").click() },
    "editor-insert": { path: "/write", open: insert },
    "editor-bar": { path: editor, open: selectLine },
    "editor-outline": { path: editor, open: (page) => page.keyboard.press("Control+Shift+o") },
    "editor-preview": { path: editor, open: preview },
    "editor-figures": { path: `/write/${figures}` },
    "editor-caption": {
      path: `/write/${figures}`,
      open: (page) => page.locator(".cm-picture img").first().click(),
    },
    publish: { path: editor, open: (page) => page.keyboard.press("Control+Enter") },
  };
}

async function selectTwo(page: Page): Promise<void> {
  const boxes = page.locator(".post-table .row input");
  await boxes.nth(0).check();
  await boxes.nth(1).check();
}

/** Chooses an entry of the first row's menu, counted from its end if it is negative. */
async function chooseOfRow(page: Page, at: number): Promise<void> {
  const menu = page.locator(".row-menu").first();
  await menu.locator("summary").click();
  await menu.locator(".row-menu-list").locator("a, button").nth(at).click();
}

async function insert(page: Page): Promise<void> {
  await page.locator(".cm-content").click();
  await page.keyboard.type("/");
}

async function preview(page: Page): Promise<void> {
  await page.locator("[aria-pressed].tool").click();
  await page.frameLocator(".page-preview").locator("h1").waitFor();
}

async function selectLine(page: Page): Promise<void> {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Shift+End");
}
