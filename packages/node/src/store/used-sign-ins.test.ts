import { expect, it } from "vitest";
import { forEachDatabase } from "../../test/support/databases.ts";
import { useSignIn } from "./used-sign-ins.ts";

forEachDatabase((_name, open) => {
  it("is the first for one caller, also when several come at the same time", async () => {
    const store = await open();
    const used = await Promise.all([1, 2, 3].map(() => store.transaction((tx) => useSignIn(tx, "a", 4))));
    expect(used.sort()).toEqual([false, false, true]);
    expect(await store.transaction((tx) => useSignIn(tx, "b", 4))).toBe(true);
  });

  it("remembers as many as it is told, the newest", async () => {
    const store = await open();
    const use = (key: string) => store.transaction((tx) => useSignIn(tx, key, 2));
    for (const key of ["a", "b", "c"]) expect(await use(key)).toBe(true);
    const rows = await store.db.selectFrom("used_sign_ins").select("key").orderBy("id").execute();
    expect(rows.map(({ key }) => key)).toEqual(["b", "c"]);
    expect([await use("b"), await use("c")]).toEqual([false, false]);
  });
});
