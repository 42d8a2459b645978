import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../test/support/owner-fixture.ts";
import { rowsOf } from "../../../test/support/store-records.ts";
import type { Store } from "../../store/database.ts";
import { accessLimits } from "./access-limits.ts";
import { createIntegrationToken, listTokens, revokeToken } from "./tokens.ts";

type NewToken = Parameters<typeof createIntegrationToken>[1];

forEachDatabase((_name, open) => {
  async function withFixture(body: (fixture: OwnerFixture, store: Store) => Promise<void>): Promise<void> {
    const store = await open();
    await using fixture = await openOwnerFixture(store);
    await body(fixture, store);
  }

  const create = (fixture: OwnerFixture, about: Partial<NewToken> = {}) =>
    createIntegrationToken(fixture.context, {
      label: "a script",
      scopes: ["read:timeline"],
      expiresInSeconds: null,
      ...about,
    });

  it("shows the token once, and lists everything else", () =>
    withFixture(async (fixture, store) => {
      const scopes = ["sign:publications", "create:publications"];
      const { token, ...made } = await create(fixture, {
        label: "  CI ü 🏠 ",
        scopes,
        expiresInSeconds: 86_400,
      });
      const createdAt = new Date(fixture.context.clock.now()).toISOString();
      expect(made).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        kind: "integration",
        label: "CI ü 🏠",
        scopes: ["create:publications", "sign:publications"],
        createdAt,
        expiresAt: new Date(fixture.context.clock.now() + 86_400_000).toISOString(),
        isExpired: false,
        lastUsedAt: null,
      });
      expect(await listTokens(fixture.context)).toEqual([made]);
      const kept = JSON.stringify(await rowsOf(store.db, "tokens"));
      for (const part of token.split(".").slice(1)) expect(kept).not.toContain(part);
    }));

  it.each<[string, Partial<NewToken>, RegExp]>([
    ["no label", { label: " " }, /needs a name/],
    ["a long label", { label: "x".repeat(101) }, /needs a name/],
    ["a label that changes direction", { label: "read\u202eetirw" }, /needs a name/],
    ["a label with a character that shows nothing", { label: "back\u200bup" }, /needs a name/],
    ["a label on two lines", { label: "a\nb" }, /needs a name/],
    ["half a character", { label: "a\ud83c" }, /needs a name/],
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
    withFixture(async (fixture) => {
      const refused = expect.objectContaining({
        code: "VALIDATION_FAILED",
        message: expect.stringMatching(words),
      });
      await expect(create(fixture, about)).rejects.toEqual(refused);
      expect(await listTokens(fixture.context)).toEqual([]);
    }),
  );

  it("is for a node that has an owner", () =>
    withFixture(async (fixture, store) => {
      await store.transaction((tx) => tx.deleteFrom("profiles").execute());
      await expect(create(fixture)).rejects.toEqual(expect.objectContaining({ code: "NOT_INSTALLED" }));
    }));

  it("makes no more than a hundred, and forgets those that expired long ago", () =>
    withFixture(async (fixture, store) => {
      const { clock } = fixture.context;
      const gone = await create(fixture, { expiresInSeconds: 60 });
      const row = { kind: "integration", label: "x", scopes: "read:timeline" } as const;
      const rest = { createdAt: clock.now(), expiresAt: null, lastUsedAt: null };
      const others = Array.from({ length: accessLimits.integrationTokens - 1 }, (_, n) => ({
        ...row,
        ...rest,
        id: `t${n}`,
      }));
      await store.transaction((tx) => tx.insertInto("tokens").values(others).execute());
      await expect(create(fixture)).rejects.toEqual(expect.objectContaining({ code: "TOO_MANY" }));
      clock.advance(60_000);
      const seen = (await listTokens(fixture.context)).find(({ id }) => id === gone.id);
      expect(seen).toMatchObject({ isExpired: true });
      clock.advance(accessLimits.expiredTokenMs);
      expect((await listTokens(fixture.context)).map(({ id }) => id)).not.toContain(gone.id);
      await create(fixture);
      expect(await listTokens(fixture.context)).toHaveLength(accessLimits.integrationTokens);
    }));

  it("lists the newest first", () =>
    withFixture(async (fixture) => {
      for (const label of ["one", "two", "three"]) {
        await create(fixture, { label });
        fixture.context.clock.advance(1_000);
      }
      expect((await listTokens(fixture.context)).map(({ label }) => label)).toEqual(["three", "two", "one"]);
    }));

  it("revokes one, once, and leaves the others", () =>
    withFixture(async (fixture) => {
      const [one, other] = [await create(fixture), await create(fixture)];
      await revokeToken(fixture.context, one.id);
      expect((await listTokens(fixture.context)).map(({ id }) => id)).toEqual([other.id]);
      const missing = expect.objectContaining({ code: "NOT_FOUND" });
      for (const id of [one.id, "", "%", one.token]) {
        await expect(revokeToken(fixture.context, id)).rejects.toEqual(missing);
      }
    }));
});
