import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { createWallet } from "../../../test/support/wallet.ts";
import { openWritingDesk, type WritingDesk } from "../../../test/support/writing-desk.ts";
import type { Store } from "../../store/store.ts";
import { accessLimits } from "./access-limits.ts";
import { authenticate } from "./authenticate.ts";
import { createIntegrationToken } from "./create-integration-token.ts";
import { encodeToken } from "./encode-token.ts";
import { listTokens } from "./list-tokens.ts";
import { readSignInMessage } from "./read-sign-in-message.ts";
import { revokeToken } from "./revoke-token.ts";
import { signIn } from "./sign-in.ts";
import { signOut } from "./sign-out.ts";
import { obtainTokenKey } from "./token-key.ts";

const site = { domain: "node1.example", uri: "https://node1.example/" };
const refused = expect.objectContaining({ code: "UNAUTHENTICATED" });

forEachDatabase((_name, open) => {
  async function sit(body: (desk: WritingDesk, store: Store) => Promise<void>): Promise<void> {
    const store = await open();
    await using desk = await openWritingDesk(store);
    await body(desk, store);
  }

  async function session(desk: WritingDesk) {
    const { message } = await readSignInMessage(desk.context, { address: desk.self, ...site });
    const signature = await createWallet(7).signMessage(message);
    return await signIn(desk.context, { message, signature, ...site });
  }

  const program = (desk: WritingDesk, expiresInSeconds: number | null = 3_600) =>
    createIntegrationToken(desk.context, { label: "script", scopes: ["manage:comments"], expiresInSeconds });
  const bearer = (desk: WritingDesk, token: string) =>
    authenticate(desk.context, { bearer: token, cookie: null });
  const cookie = (desk: WritingDesk, token: string) =>
    authenticate(desk.context, { bearer: null, cookie: token });

  it("knows who brings nothing for nobody in particular", () =>
    sit(async (desk) => {
      expect(await authenticate(desk.context, { bearer: null, cookie: null })).toEqual({ kind: "anonymous" });
    }));

  it("knows a program by its token, and what it may do", () =>
    sit(async (desk) => {
      const { token, id } = await program(desk);
      const scopes = new Set(["manage:comments"]);
      expect(await bearer(desk, token)).toEqual({ kind: "integration", tokenId: id, scopes });
    }));

  it("takes no program's token for a session, and no bad bearer for a good cookie", () =>
    sit(async (desk) => {
      const { token } = await program(desk);
      await expect(cookie(desk, token)).rejects.toEqual(refused);
      const { token: good } = await session(desk);
      const both = { bearer: `${token}x`, cookie: good };
      await expect(authenticate(desk.context, both)).rejects.toEqual(refused);
      expect(await authenticate(desk.context, { bearer: token, cookie: good })).toMatchObject({
        kind: "integration",
      });
    }));

  it("takes a token of another kind than its record for none", () =>
    sit(async (desk) => {
      const { id } = await program(desk);
      const key = await obtainTokenKey(desk.context);
      const issuedAt = desk.context.clock.now();
      const claims = { id, kind: "client", issuedAt, expiresAt: issuedAt + 60_000 } as const;
      await expect(bearer(desk, await encodeToken(key, claims))).rejects.toEqual(refused);
    }));

  it("lets nobody in after signing out, with a bearer or a cookie", () =>
    sit(async (desk) => {
      const [one, other] = [await session(desk), await session(desk)];
      await signOut(desk.context, await cookie(desk, one.token));
      await expect(cookie(desk, one.token)).rejects.toEqual(refused);
      await expect(bearer(desk, one.token)).rejects.toEqual(refused);
      expect(await bearer(desk, other.token)).toEqual({ kind: "client", tokenId: other.tokenId });
      await signOut(desk.context, { kind: "anonymous" });
    }));

  it("lets no program end a session, or itself", () =>
    sit(async (desk) => {
      const { token } = await program(desk);
      await expect(signOut(desk.context, await bearer(desk, token))).rejects.toEqual(
        expect.objectContaining({ code: "FORBIDDEN" }),
      );
      expect(await bearer(desk, token)).toMatchObject({ kind: "integration" });
    }));

  it("lets nobody in with what was revoked", () =>
    sit(async (desk) => {
      const [made, signed] = [await program(desk), await session(desk)];
      await revokeToken(desk.context, made.id);
      await expect(bearer(desk, made.token)).rejects.toEqual(refused);
      expect(await bearer(desk, signed.token)).toMatchObject({ kind: "client" });
      await revokeToken(desk.context, signed.tokenId);
      await expect(bearer(desk, signed.token)).rejects.toEqual(refused);
    }));

  it("lets nobody in with what has expired", () =>
    sit(async (desk) => {
      const { clock } = desk.context;
      const [short, endless, signed] = [
        await program(desk, 60),
        await program(desk, null),
        await session(desk),
      ];
      clock.advance(59_999);
      expect(await bearer(desk, short.token)).toMatchObject({ tokenId: short.id });
      clock.advance(1);
      await expect(bearer(desk, short.token)).rejects.toEqual(refused);
      clock.advance(accessLimits.sessionMs - 60_001);
      expect(await cookie(desk, signed.token)).toMatchObject({ tokenId: signed.tokenId });
      clock.advance(1);
      await expect(cookie(desk, signed.token)).rejects.toEqual(refused);
      clock.advance(1e12);
      expect(await bearer(desk, endless.token)).toMatchObject({ tokenId: endless.id });
    }));

  it("believes the record where it ends before the token says so", () =>
    sit(async (desk, store) => {
      const { token, id } = await program(desk, null);
      const expires_at = desk.context.clock.now();
      await store.transaction((tx) =>
        tx.updateTable("tokens").set({ expires_at }).where("id", "=", id).execute(),
      );
      await expect(bearer(desk, token)).rejects.toEqual(refused);
    }));

  it("takes no token from the future, but for a clock that was put right a little", () =>
    sit(async (desk) => {
      const { token } = await session(desk);
      desk.context.clock.advance(-accessLimits.clockJumpMs);
      expect(await bearer(desk, token)).toMatchObject({ kind: "client" });
      desk.context.clock.advance(-1);
      await expect(bearer(desk, token)).rejects.toEqual(refused);
    }));

  it("takes nothing from a node with another key, or before there is one", () =>
    sit(async (desk) => {
      await expect(bearer(desk, "a.b.c")).rejects.toEqual(refused);
      const other = await open();
      await using neighbour = await openWritingDesk(other);
      const { token } = await session(neighbour);
      await session(desk);
      await expect(bearer(desk, token)).rejects.toEqual(refused);
      await expect(bearer(desk, "x".repeat(1_000_000))).rejects.toEqual(refused);
      await expect(cookie(desk, "")).rejects.toEqual(refused);
    }));

  it("makes one key, also when several need the first at once", () =>
    sit(async (desk) => {
      const keys = await Promise.all([1, 2, 3, 4].map(() => obtainTokenKey(desk.context)));
      expect(new Set(keys.map((key) => Buffer.from(key).toString("hex"))).size).toBe(1);
      expect(keys[0]).toHaveLength(32);
    }));

  it("notes the last use to the minute, without a write at every request", () =>
    sit(async (desk, store) => {
      const { clock } = desk.context;
      const { token } = await program(desk);
      const lastUse = async () => (await listTokens(desk.context))[0]?.lastUsedAt;
      expect(await lastUse()).toBeNull();
      const first = clock.now();
      await Promise.all(Array.from({ length: 5 }, () => bearer(desk, token)));
      expect(await lastUse()).toBe(new Date(first).toISOString());
      clock.advance(59_999);
      const quiet = {
        ...desk.context,
        store: { ...store, transaction: () => Promise.reject(new Error("a write")) },
      };
      await authenticate(quiet, { bearer: token, cookie: null });
      expect(desk.context.log.kept).toEqual([]);
      clock.advance(1);
      await bearer(desk, token);
      expect(await lastUse()).toBe(new Date(first + 60_000).toISOString());
    }));

  it("lets its owner in when the disk is full", () =>
    sit(async (desk, store) => {
      const { token } = await program(desk);
      const full = {
        ...desk.context,
        store: { ...store, transaction: () => Promise.reject(new Error("full")) },
      };
      expect(await authenticate(full, { bearer: token, cookie: null })).toMatchObject({
        kind: "integration",
      });
      expect(desk.context.log.kept).toHaveLength(1);
    }));
});
