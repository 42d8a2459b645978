import { expect, it } from "vitest";
import { forEachDatabase, holdTransaction } from "../../test/support/databases.ts";
import { T0 } from "../../test/support/store-records.ts";
import {
  addToken,
  countTokens,
  deleteExpiredTokens,
  deleteIdleTokens,
  deleteToken,
  findToken,
  holdToken,
  listTokens,
  noteTokenUse,
  type TokenRecord,
} from "./tokens.ts";

function tokenOf(number: number, changes: Partial<TokenRecord> = {}): TokenRecord {
  const id = String(number).padStart(4, "0");
  const rest = { label: "", scopes: "", createdAt: T0 + number, expiresAt: null, lastUsedAt: null } as const;
  return { id, kind: "client", ...rest, ...changes };
}

forEachDatabase((_name, open) => {
  it("keeps a token as it was made, until it is deleted", async () => {
    const store = await open();
    const token = tokenOf(1, { kind: "integration", label: "l", scopes: "a b", expiresAt: T0 * 2 });
    await store.transaction((tx) => addToken(tx, token));
    expect(await findToken(store.db, token.id)).toEqual(token);
    expect(await store.transaction((tx) => deleteToken(tx, token.id))).toBe(true);
    expect(await store.transaction((tx) => deleteToken(tx, token.id))).toBe(false);
    expect(await findToken(store.db, token.id)).toBeNull();
  });

  it("deletes a token after the transaction that holds it, which others may use meanwhile", async () => {
    const store = await open();
    await store.transaction((tx) => addToken(tx, tokenOf(1)));
    const held = await holdTransaction(store, async (tx) => {
      expect(await holdToken(tx, "0001")).toMatchObject({ id: "0001" });
    });
    const deletion = store.transaction((tx) => deleteToken(tx, "0001"));
    await held.untilMet(deletion);
    await held.commit(async (tx) => {
      await noteTokenUse(tx, "0001", { now: T0 + 200, unlessAfter: T0 });
      expect(await findToken(tx, "0001")).toMatchObject({ lastUsedAt: T0 + 200 });
    });
    expect(await deletion).toBe(true);
    expect(await store.transaction((tx) => holdToken(tx, "0001"))).toBeNull();
  });

  it("lists and counts one kind, newest first", async () => {
    const store = await open();
    await store.transaction(async (tx) => {
      for (const number of [1, 3, 2]) await addToken(tx, tokenOf(number));
      await addToken(tx, tokenOf(4, { kind: "integration" }));
    });
    expect((await listTokens(store.db, "client")).map(({ id }) => id)).toEqual(["0003", "0002", "0001"]);
    expect(await countTokens(store.db, "client")).toBe(3);
    expect(await countTokens(store.db, "integration")).toBe(1);
  });

  it("notes a use unless one was noted just before", async () => {
    const store = await open();
    await store.transaction((tx) => addToken(tx, tokenOf(1)));
    const use = async (now: number) => {
      await store.transaction((tx) => noteTokenUse(tx, "0001", { now, unlessAfter: now - 100 }));
      return (await findToken(store.db, "0001"))?.lastUsedAt;
    };
    expect(await use(T0)).toBe(T0);
    expect(await use(T0 + 99)).toBe(T0);
    expect(await use(T0 + 100)).toBe(T0 + 100);
    // A clock that went back.
    expect(await use(T0 - 5_000)).toBe(T0 - 5_000);
  });

  it("forgets what has expired, of one kind", async () => {
    const store = await open();
    await store.transaction(async (tx) => {
      await addToken(tx, tokenOf(1, { expiresAt: T0 }));
      await addToken(tx, tokenOf(2, { expiresAt: T0 + 1 }));
      await addToken(tx, tokenOf(3));
      await addToken(tx, tokenOf(4, { kind: "integration", expiresAt: T0 }));
      await deleteExpiredTokens(tx, "client", T0);
    });
    expect((await listTokens(store.db, "client")).map(({ id }) => id)).toEqual(["0003", "0002"]);
    expect(await countTokens(store.db, "integration")).toBe(1);
  });

  it("keeps those that were used last, or made last", async () => {
    const store = await open();
    await store.transaction(async (tx) => {
      for (const number of [1, 2, 3, 4]) await addToken(tx, tokenOf(number));
      await addToken(tx, tokenOf(5, { kind: "integration", createdAt: 0 }));
      await noteTokenUse(tx, "0001", { now: T0 + 9, unlessAfter: 0 });
      await deleteIdleTokens(tx, "client", 2);
    });
    expect((await listTokens(store.db, "client")).map(({ id }) => id)).toEqual(["0004", "0001"]);
    expect(await countTokens(store.db, "integration")).toBe(1);
  });
});
