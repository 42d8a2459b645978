import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import type { FreshDatabase } from "../../test/support/databases.ts";
import { forEachDatabase } from "../../test/support/databases.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations/migrations.ts";
import { openStore } from "./open-store.ts";

const names = migrations.map((migration) => migration.name);

forEachDatabase((_name, open, fresh) => {
  it("applies every migration once, in order", async () => {
    await using store = await openStore(await fresh());
    expect(await migrate(store)).toEqual({ applied: names });
    expect(await migrate(store)).toEqual({ applied: [] });
    expect(names).toEqual(names.toSorted());
  });

  it("refuses a database that a newer program made, and leaves it alone", async () => {
    const store = await open();
    await store.transaction((tx) =>
      tx.insertInto("migrations").values({ name: "9999-later", appliedAt: 0 }).execute(),
    );
    await expect(migrate(store)).rejects.toThrow("newer version of Freehold: it has been through 9999-later");
  });

  it("is safe when two processes start at once", async () => {
    const database = await fresh();
    const applied = await Promise.all([migrateInProcess(database), migrateInProcess(database)]);
    expect(applied.flat().sort()).toEqual(names);
  });
});

/** @returns what a process of its own applied. */
async function migrateInProcess(database: FreshDatabase): Promise<string[]> {
  const program = `
    import { openStore } from ${JSON.stringify(pathOf("open-store.ts"))};
    import { migrate } from ${JSON.stringify(pathOf("migrate.ts"))};
    await using store = await openStore(${JSON.stringify(database)});
    console.log(JSON.stringify((await migrate(store)).applied));`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect(code).toBe(0);
  return JSON.parse(output);
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}
