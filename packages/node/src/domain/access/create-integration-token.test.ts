import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { openWritingDesk, type WritingDesk } from "../../../test/support/writing-desk.ts";
import type { Store } from "../../store/store.ts";
import { accessLimits } from "./access-limits.ts";
import { createIntegrationToken, type NewIntegrationToken } from "./create-integration-token.ts";
import { listTokens } from "./list-tokens.ts";
import { revokeToken } from "./revoke-token.ts";

forEachDatabase((_name, open) => {
  async function sit(body: (desk: WritingDesk, store: Store) => Promise<void>): Promise<void> {
    const store = await open();
    await using desk = await openWritingDesk(store);
    await body(desk, store);
  }

  const create = (desk: WritingDesk, about: Partial<NewIntegrationToken> = {}) =>
    createIntegrationToken(desk.context, {
      label: "a script",
      scopes: ["read:timeline"],
      expiresInSeconds: null,
      ...about,
    });

  it("shows the token once, and lists everything else", () =>
    sit(async (desk, store) => {
      const scopes = ["sign:publications", "create:publications"];
      const { token, ...made } = await create(desk, {
        label: "  CI ü 🏠 ",
        scopes,
        expiresInSeconds: 86_400,
      });
      const createdAt = new Date(desk.context.clock.now()).toISOString();
      expect(made).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        kind: "integration",
        label: "CI ü 🏠",
        scopes: ["create:publications", "sign:publications"],
        createdAt,
        expiresAt: new Date(desk.context.clock.now() + 86_400_000).toISOString(),
        isExpired: false,
        lastUsedAt: null,
      });
      expect(await listTokens(desk.context)).toEqual([made]);
      const kept = JSON.stringify(await store.db.selectFrom("tokens").selectAll().execute());
      for (const part of token.split(".").slice(1)) expect(kept).not.toContain(part);
    }));

  it.each<[string, Partial<NewIntegrationToken>, RegExp]>([
    ["no label", { label: " " }, /label/],
    ["a long label", { label: "x".repeat(101) }, /label/],
    ["a label on two lines", { label: "a\nb" }, /label/],
    ["half a character", { label: "a\ud83c" }, /label/],
    ["no scope", { scopes: [] }, /scopes/],
    ["an unknown scope", { scopes: ["read:timeline", "read:everything"] }, /scopes/],
    ["two scopes in one", { scopes: ["read:timeline manage:settings"] }, /scopes/],
    ["the owner's rule", { scopes: ["owner"] }, /scopes/],
    ["no time", { expiresInSeconds: 0 }, /minute/],
    ["a time that was", { expiresInSeconds: -60 }, /minute/],
    ["a part of a second", { expiresInSeconds: 60.5 }, /minute/],
    ["a hundred years", { expiresInSeconds: 3_155_760_000 }, /ten years/],
    ["no number", { expiresInSeconds: Number.NaN }, /minute/],
  ])("refuses %s", (_what, about, words) =>
    sit(async (desk) => {
      const refused = expect.objectContaining({
        code: "VALIDATION_FAILED",
        message: expect.stringMatching(words),
      });
      await expect(create(desk, about)).rejects.toEqual(refused);
      expect(await listTokens(desk.context)).toEqual([]);
    }),
  );

  it("is for a node that has an owner", () =>
    sit(async (desk, store) => {
      await store.transaction((tx) => tx.deleteFrom("profiles").execute());
      await expect(create(desk)).rejects.toEqual(expect.objectContaining({ code: "NOT_INSTALLED" }));
    }));

  it("makes no more than a hundred, and forgets those that expired long ago", () =>
    sit(async (desk, store) => {
      const { clock } = desk.context;
      const gone = await create(desk, { expiresInSeconds: 60 });
      const row = { kind: "integration", label: "x", scopes: "read:timeline" } as const;
      const rest = { created_at: clock.now(), expires_at: null, last_used_at: null };
      const others = Array.from({ length: accessLimits.integrationTokens - 1 }, (_, n) => ({
        ...row,
        ...rest,
        id: `t${n}`,
      }));
      await store.transaction((tx) => tx.insertInto("tokens").values(others).execute());
      await expect(create(desk)).rejects.toEqual(expect.objectContaining({ code: "TOO_MANY" }));
      clock.advance(60_000);
      const seen = (await listTokens(desk.context)).find(({ id }) => id === gone.id);
      expect(seen).toMatchObject({ isExpired: true });
      clock.advance(accessLimits.expiredTokenMs);
      expect((await listTokens(desk.context)).map(({ id }) => id)).not.toContain(gone.id);
      await create(desk);
      expect(await listTokens(desk.context)).toHaveLength(accessLimits.integrationTokens);
    }));

  it("lists the newest first", () =>
    sit(async (desk) => {
      for (const label of ["one", "two", "three"]) {
        await create(desk, { label });
        desk.context.clock.advance(1_000);
      }
      expect((await listTokens(desk.context)).map(({ label }) => label)).toEqual(["three", "two", "one"]);
    }));

  it("revokes one, once, and leaves the others", () =>
    sit(async (desk) => {
      const [one, other] = [await create(desk), await create(desk)];
      await revokeToken(desk.context, one.id);
      expect((await listTokens(desk.context)).map(({ id }) => id)).toEqual([other.id]);
      const missing = expect.objectContaining({ code: "NOT_FOUND" });
      for (const id of [one.id, "", "%", one.token]) {
        await expect(revokeToken(desk.context, id)).rejects.toEqual(missing);
      }
    }));
});
