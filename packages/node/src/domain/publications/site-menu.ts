import { isMenuPage, type MenuChoice, menuOf, writeMenu } from "@freehold/web/site-menu";
import type { Context } from "../../context.ts";
import { findPublication } from "../../store/publications/publications.ts";
import { findTrash } from "../../store/trash.ts";
import { findRedirect } from "./old-addresses.ts";
import { readSitePages } from "./public-posts.ts";
import { findNewest } from "./texts/versions.ts";
import { pathOf } from "./view.ts";

type MenuContext = Pick<Context, "store" | "owner">;

/** A page by its id, which it keeps when its address changes, and when it is deleted and restored. */
const byId = /^\/publications\/([1-9]\d{0,14})$/;

/**
 * The setting `siteMenu` as it is stored: a page is named by its id. Pages that are neither here nor in the trash are left out.
 *
 * @param siteMenu a menu that was checked; "" for the usual one
 */
export async function storedMenu(context: MenuContext, siteMenu: string): Promise<string> {
  const choices = menuOf(siteMenu);
  if (choices === null) return siteMenu;
  const ids = new Map((await readSitePages(context)).map((page) => [pathOf(page), page.id]));
  const stored: MenuChoice[] = [];
  for (const choice of choices) {
    const id = ids.get(choice.to) ?? Number(byId.exec(choice.to)?.[1] ?? 0);
    if (id === 0) stored.push(choice);
    else if (await isKept(context, id)) stored.push({ ...choice, to: `/publications/${id}` });
  }
  return writeMenu(withoutTwins(stored));
}

/** The setting `siteMenu` with the present paths of its pages. @param siteMenu as it is stored; "" for the usual one */
export async function presentMenu(context: MenuContext, siteMenu: string): Promise<string> {
  const choices = menuOf(siteMenu);
  if (choices === null || !choices.some(({ to }) => isMenuPage(to))) return siteMenu;
  const present: MenuChoice[] = [];
  for (const choice of choices) present.push({ ...choice, to: await presentPath(context, choice.to) });
  return writeMenu(withoutTwins(present));
}

async function presentPath(context: MenuContext, to: string): Promise<string> {
  if (!isMenuPage(to)) return to;
  const id = Number(byId.exec(to)?.[1] ?? 0);
  const page = id === 0 ? null : await findPublication(context.store.db, id);
  if (page) return page.state === "draft" ? to : pathOf(await findNewest(context, page));
  return (await findRedirect(context, to)) ?? to;
}

async function isKept({ store: { db } }: MenuContext, id: number): Promise<boolean> {
  const key = { kind: "publication", subjectId: id } as const;
  return (await findPublication(db, id)) !== null || (await findTrash(db, key)) !== null;
}

/** Two addresses of before may lead to one page: its first entry stays. */
function withoutTwins(choices: readonly MenuChoice[]): MenuChoice[] {
  const first = new Map(choices.toReversed().map((choice) => [choice.to, choice]));
  return choices.filter((choice) => first.get(choice.to) === choice);
}
