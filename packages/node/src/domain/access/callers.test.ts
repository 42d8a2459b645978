import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../test/support/owner-fixture.ts";
import { createWallet } from "../../../test/support/wallet.ts";
import type { Store } from "../../store/database.ts";
import { accessLimits } from "./access-limits.ts";
import { authenticate } from "./callers.ts";
import { signIn, signOut } from "./sign-in.ts";
import { readSignInMessage } from "./sign-in-message.ts";
import { encodeToken, obtainTokenKey } from "./token-format.ts";
import { createIntegrationToken, listTokens, revokeToken } from "./tokens.ts";

const site = { domain: "node1.example", uri: "https://node1.example/" };
const refused = expect.objectContaining({ code: "UNAUTHENTICATED" });

forEachDatabase((_name, open) => {
  async function withFixture(body: (fixture: OwnerFixture, store: Store) => Promise<void>): Promise<void> {
    const store = await open();
    await using fixture = await openOwnerFixture(store);
    await body(fixture, store);
  }

  async function session(fixture: OwnerFixture) {
    const { message } = await readSignInMessage(fixture.context, { address: fixture.self, ...site });
    const signature = await createWallet(7).signMessage(message);
    return await signIn(fixture.context, { message, signature, ...site });
  }

  const program = (fixture: OwnerFixture, expiresInSeconds: number | null = 3_600) =>
    createIntegrationToken(fixture.context, {
      label: "script",
      scopes: ["manage:comments"],
      expiresInSeconds,
    });
  const bearer = (fixture: OwnerFixture, token: string) =>
    authenticate(fixture.context, { bearer: token, cookie: null });
  const cookie = (fixture: OwnerFixture, token: string) =>
    authenticate(fixture.context, { bearer: null, cookie: token });

  it("knows who brings nothing for nobody in particular", () =>
    withFixture(async (fixture) => {
      expect(await authenticate(fixture.context, { bearer: null, cookie: null })).toEqual({
        kind: "anonymous",
      });
    }));

  it("knows a program by its token, and what it may do", () =>
    withFixture(async (fixture) => {
      const { token, id } = await program(fixture);
      const scopes = new Set(["manage:comments"]);
      expect(await bearer(fixture, token)).toEqual({
        kind: "integration",
        tokenId: id,
        label: "script",
        scopes,
      });
    }));

  it("takes no program's token for a session, and no bad bearer for a good cookie", () =>
    withFixture(async (fixture) => {
      const { token } = await program(fixture);
      await expect(cookie(fixture, token)).rejects.toEqual(refused);
      const { token: good } = await session(fixture);
      const both = { bearer: `${token}x`, cookie: good };
      await expect(authenticate(fixture.context, both)).rejects.toEqual(refused);
      expect(await authenticate(fixture.context, { bearer: token, cookie: good })).toMatchObject({
        kind: "integration",
      });
    }));

  it("takes a token of another kind than its record for none", () =>
    withFixture(async (fixture) => {
      const { id } = await program(fixture);
      const key = await obtainTokenKey(fixture.context);
      const issuedAt = fixture.context.clock.now();
      const claims = { id, kind: "client", issuedAt, expiresAt: issuedAt + 60_000 } as const;
      await expect(bearer(fixture, await encodeToken(key, claims))).rejects.toEqual(refused);
    }));

  it("lets nobody in after signing out, with a bearer or a cookie", () =>
    withFixture(async (fixture) => {
      const [one, other] = [await session(fixture), await session(fixture)];
      await signOut(fixture.context, await cookie(fixture, one.token));
      await expect(cookie(fixture, one.token)).rejects.toEqual(refused);
      await expect(bearer(fixture, one.token)).rejects.toEqual(refused);
      expect(await bearer(fixture, other.token)).toEqual({ kind: "client", tokenId: other.tokenId });
      await signOut(fixture.context, { kind: "anonymous" });
    }));

  it("lets no program end a session, or itself", () =>
    withFixture(async (fixture) => {
      const { token } = await program(fixture);
      await expect(signOut(fixture.context, await bearer(fixture, token))).rejects.toEqual(
        expect.objectContaining({ code: "FORBIDDEN" }),
      );
      expect(await bearer(fixture, token)).toMatchObject({ kind: "integration" });
    }));

  it("lets nobody in with what was revoked", () =>
    withFixture(async (fixture) => {
      const [made, signed] = [await program(fixture), await session(fixture)];
      await revokeToken(fixture.context, made.id);
      await expect(bearer(fixture, made.token)).rejects.toEqual(refused);
      expect(await bearer(fixture, signed.token)).toMatchObject({ kind: "client" });
      await revokeToken(fixture.context, signed.tokenId);
      await expect(bearer(fixture, signed.token)).rejects.toEqual(refused);
    }));

  it("lets nobody in with what has expired", () =>
    withFixture(async (fixture) => {
      const { clock } = fixture.context;
      const [short, endless, signed] = [
        await program(fixture, 60),
        await program(fixture, null),
        await session(fixture),
      ];
      clock.advance(59_999);
      expect(await bearer(fixture, short.token)).toMatchObject({ tokenId: short.id });
      clock.advance(1);
      await expect(bearer(fixture, short.token)).rejects.toEqual(refused);
      clock.advance(accessLimits.sessionMs - 60_001);
      expect(await cookie(fixture, signed.token)).toMatchObject({ tokenId: signed.tokenId });
      clock.advance(1);
      await expect(cookie(fixture, signed.token)).rejects.toEqual(refused);
      clock.advance(1e12);
      expect(await bearer(fixture, endless.token)).toMatchObject({ tokenId: endless.id });
    }));

  it("believes the record where it ends before the token says so", () =>
    withFixture(async (fixture, store) => {
      const { token, id } = await program(fixture, null);
      const expiresAt = fixture.context.clock.now();
      await store.transaction((tx) =>
        tx.updateTable("tokens").set({ expiresAt }).where("id", "=", id).execute(),
      );
      await expect(bearer(fixture, token)).rejects.toEqual(refused);
    }));

  it("takes no token from the future, but for a clock that was put right a little", () =>
    withFixture(async (fixture) => {
      const { token } = await session(fixture);
      fixture.context.clock.advance(-accessLimits.clockJumpMs);
      expect(await bearer(fixture, token)).toMatchObject({ kind: "client" });
      fixture.context.clock.advance(-1);
      await expect(bearer(fixture, token)).rejects.toEqual(refused);
    }));

  it("takes nothing from a node with another key, or before there is one", () =>
    withFixture(async (fixture) => {
      await expect(bearer(fixture, "a.b.c")).rejects.toEqual(refused);
      const other = await open();
      await using neighbour = await openOwnerFixture(other);
      const { token } = await session(neighbour);
      await session(fixture);
      await expect(bearer(fixture, token)).rejects.toEqual(refused);
      await expect(bearer(fixture, "x".repeat(1_000_000))).rejects.toEqual(refused);
      await expect(cookie(fixture, "")).rejects.toEqual(refused);
    }));

  it("makes one key, also when several need the first at once", () =>
    withFixture(async (fixture) => {
      const keys = await Promise.all([1, 2, 3, 4].map(() => obtainTokenKey(fixture.context)));
      expect(new Set(keys.map((key) => Buffer.from(key).toString("hex"))).size).toBe(1);
      expect(keys[0]).toHaveLength(32);
    }));

  it("notes the last use to the minute, without a write at every request", () =>
    withFixture(async (fixture, store) => {
      const { clock } = fixture.context;
      const { token } = await program(fixture);
      const lastUse = async () => (await listTokens(fixture.context))[0]?.lastUsedAt;
      expect(await lastUse()).toBeNull();
      const first = clock.now();
      await Promise.all(Array.from({ length: 5 }, () => bearer(fixture, token)));
      expect(await lastUse()).toBe(new Date(first).toISOString());
      clock.advance(59_999);
      const quiet = {
        ...fixture.context,
        store: { ...store, transaction: () => Promise.reject(new Error("a write")) },
      };
      await authenticate(quiet, { bearer: token, cookie: null });
      expect(fixture.context.log.entries).toEqual([]);
      clock.advance(1);
      await bearer(fixture, token);
      expect(await lastUse()).toBe(new Date(first + 60_000).toISOString());
    }));

  it("lets its owner in when the disk is full", () =>
    withFixture(async (fixture, store) => {
      const { token } = await program(fixture);
      const full = {
        ...fixture.context,
        store: { ...store, transaction: () => Promise.reject(new Error("full")) },
      };
      expect(await authenticate(full, { bearer: token, cookie: null })).toMatchObject({
        kind: "integration",
      });
      expect(fixture.context.log.entries).toHaveLength(1);
    }));
});
