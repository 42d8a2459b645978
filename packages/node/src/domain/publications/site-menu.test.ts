import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../test/support/owner-fixture.ts";
import { destroyPublication } from "../trash/destroy.ts";
import { restoreFromTrash } from "../trash/restore.ts";
import { emptyTrash } from "../trash/trash.ts";
import { presentMenu, storedMenu } from "./site-menu.ts";
import { writeNewVersion } from "./texts/new-version.ts";
import { updatePublication } from "./update.ts";

const isPage = { excerpt: null, coverHash: null, isPage: 1 } as const;
const inTrash = (subjectId: number) => ({ kind: "publication", subjectId }) as const;

forEachDatabase((_name, open) => {
  async function withFixture(body: (fixture: OwnerFixture) => Promise<void>): Promise<void> {
    await using fixture = await openOwnerFixture(await open());
    await body(fixture);
  }
  const page = (fixture: OwnerFixture, slug: string, state: "local" | "signed" = "local") =>
    fixture.post(`# ${slug}`, state, { slug, presentation: isPage });
  const menuOf = (...entries: readonly (readonly [to: string, name?: string])[]) =>
    JSON.stringify(entries.map(([to, name]) => ({ to, ...(name !== undefined && { name }) })));

  it("follows a page to its new addresses, into the trash and out of it", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const { id } = await page(fixture, "who");
      const stored = await storedMenu(
        context,
        menuOf(["/search"], ["/slug/who", "Who"], ["https://a.example/", "A"]),
      );
      expect(stored).toBe(menuOf(["/search"], [`/publications/${id}`, "Who"], ["https://a.example/", "A"]));
      const shown = async () => JSON.parse(await presentMenu(context, stored))[1];
      expect(await shown()).toEqual({ to: "/slug/who", name: "Who" });
      await updatePublication(context, id, { slug: "about-me" });
      expect(await shown()).toEqual({ to: "/slug/about-me", name: "Who" });
      await updatePublication(context, id, { slug: null });
      expect(await shown()).toEqual({ to: `/publications/${id}`, name: "Who" });
      await updatePublication(context, id, { state: "draft" });
      await updatePublication(context, id, { state: "local", slug: "me" });
      expect(await shown()).toEqual({ to: "/slug/me", name: "Who" });
      // While it is deleted, the menu may be saved, and another page may get its address.
      await destroyPublication(context, id);
      expect(await storedMenu(context, await presentMenu(context, stored))).toBe(stored);
      await updatePublication(context, (await page(fixture, "other")).id, { slug: "me", takesSlug: true });
      expect((await restoreFromTrash(context, inTrash(id)))[0]).toMatchObject({ id, lostSlug: "me" });
      expect(await shown()).toMatchObject({ name: "Who" });
      expect((await shown()).to).not.toBe("/slug/me");
      // Nothing is left of a page that is deleted for good.
      await destroyPublication(context, id);
      await emptyTrash(context, [inTrash(id)]);
      expect(await storedMenu(context, stored)).toBe(menuOf(["/search"], ["https://a.example/", "A"]));
    }));

  it("leads to the newest version of a signed page", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const first = await page(fixture, "who", "signed");
      const stored = await storedMenu(context, menuOf(["/slug/who", "Who"]));
      context.clock.advance(5_000);
      const draft = await writeNewVersion(context, first.id);
      await updatePublication(context, draft.id, { body: "# Who, again" });
      await fixture.sign(draft.id);
      expect(await presentMenu(context, stored)).toBe(menuOf(["/slug/who", "Who"]));
    }));

  it("finds pages of a menu that was saved by their addresses, each once", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const { id } = await page(fixture, "who");
      await updatePublication(context, id, { slug: "me" });
      const saved = menuOf(["/slug/who", "Who"], ["/slug/gone", "Gone"], ["/slug/me", "Me"], ["/about"]);
      expect(await presentMenu(context, saved)).toBe(
        menuOf(["/slug/me", "Who"], ["/slug/gone", "Gone"], ["/about"]),
      );
      for (const text of ["", "{", "[]", menuOf(["/archive"])]) {
        expect(await presentMenu(context, text)).toBe(text);
        expect(await storedMenu(context, text)).toBe(text);
      }
    }));
});
