import { expect, it } from "vitest";
import { freshDatabase } from "../../test/support/databases.ts";
import { addressOf, profileOf } from "../../test/support/store-records.ts";
import { joinReads } from "./join-reads.ts";
import { migrate } from "./migrate.ts";
import { openStore } from "./open-store.ts";
import { readProfiles, saveProfile } from "./peers/profiles.ts";

it("asks once for all rows that are wanted in one turn, and again for later ones", async () => {
  await using database = await freshDatabase("sqlite");
  await using store = await openStore(database);
  await migrate(store);
  await store.transaction(async (tx) => {
    for (const number of [1, 2]) await saveProfile(tx, profileOf(number));
  });
  const asked: number[] = [];
  const find = joinReads((db, addresses: Parameters<typeof readProfiles>[1]) => {
    asked.push(addresses.length);
    return readProfiles(db, addresses);
  });
  const found = await Promise.all([1, 2, 3, 1].map((number) => find(store.db, addressOf(number))));
  expect(found.map((profile) => profile?.address ?? null)).toEqual([
    addressOf(1),
    addressOf(2),
    null,
    addressOf(1),
  ]);
  await store.transaction((tx) => saveProfile(tx, { ...profileOf(1), title: "New" }));
  expect(await find(store.db, addressOf(1))).toMatchObject({ title: "New" });
  expect(asked).toEqual([3, 1]);
});

it("tells all who asked of a failure, and asks anew after it", async () => {
  await using database = await freshDatabase("sqlite");
  await using store = await openStore(database);
  const find = joinReads(readProfiles);
  const both = await Promise.allSettled([1, 2].map((number) => find(store.db, addressOf(number))));
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await migrate(store);
  expect(await find(store.db, addressOf(1))).toBeNull();
});
