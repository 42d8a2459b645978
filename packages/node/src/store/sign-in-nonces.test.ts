import { expect, it } from "vitest";
import { forEachDatabase } from "../../test/support/databases.ts";
import { addressOf, T0 } from "../../test/support/store-records.ts";
import type { Store } from "./database.ts";
import { addSignInNonce, findSignInNonce, type SignInNonce, useSignInNonce } from "./sign-in-nonces.ts";

function nonceOf(number: number, client: string | null = null, createdAt = T0): SignInNonce {
  const messageHash = `hash ${number}`;
  const site = { domain: "a.example", uri: "https://a.example/" };
  return { messageHash, address: addressOf(1), ...site, client, createdAt, expiresAt: createdAt + 1_000 };
}

async function left(store: Store): Promise<number[]> {
  const rows = await store.db.selectFrom("sign_in_nonces").select("messageHash").orderBy("id").execute();
  return rows.map((row) => Number(row.messageHash.slice(5)));
}

forEachDatabase((_name, open) => {
  const room = { perClient: 2, inAll: 4 };

  it("finds what was added, until it is used, which one caller does", async () => {
    const store = await open();
    const nonce = nonceOf(1, "c");
    await store.transaction((tx) => addSignInNonce(tx, nonce, room));
    expect(await findSignInNonce(store.db, nonce.messageHash)).toEqual(nonce);
    expect(await findSignInNonce(store.db, "hash 2")).toBeNull();
    const used = await Promise.all(
      [1, 2, 3].map(() => store.transaction((tx) => useSignInNonce(tx, nonce.messageHash))),
    );
    expect(used.sort()).toEqual([false, false, true]);
    expect(await findSignInNonce(store.db, nonce.messageHash)).toBeNull();
  });

  it("makes room at the cost of who asks, then of the oldest", async () => {
    const store = await open();
    const add = async (number: number, client: string | null) => {
      await store.transaction((tx) => addSignInNonce(tx, nonceOf(number, client), room));
      return await left(store);
    };
    await add(1, "a");
    await add(2, "b");
    await add(3, "b");
    expect(await add(4, "b")).toEqual([1, 3, 4]);
    expect(await add(5, null)).toEqual([1, 3, 4, 5]);
    expect(await add(6, null)).toEqual([3, 4, 5, 6]);
  });

  it("forgets what has expired when one is added", async () => {
    const store = await open();
    await store.transaction((tx) => addSignInNonce(tx, nonceOf(1), room));
    await store.transaction((tx) => addSignInNonce(tx, nonceOf(2, null, T0 + 999), room));
    expect(await left(store)).toEqual([1, 2]);
    await store.transaction((tx) => addSignInNonce(tx, nonceOf(3, null, T0 + 1_000), room));
    expect(await left(store)).toEqual([2, 3]);
  });
});
