import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { openShell } from "./support/shell.ts";

it("keeps nothing of a post that can't be signed, so that the next try has its slug", async () => {
  await using shell = await openShell();
  await shell.placeKeystore("data", Buffer.alloc(32, 7));
  expect((await shell.runHere(["init", "--url", "https://me.example", "--title", "Me"])).code).toBe(0);
  await writeFile(join(shell.folder, "one.md"), "# One\n");
  await writeFile(join(shell.folder, "two.md"), "# Two\n");
  expect((await shell.runHere(["publish", "one.md"])).code).toBe(0);
  const move = (seconds: number) => {
    const db = new DatabaseSync(join(shell.folder, "data/freehold.sqlite"));
    db.exec(`update publications set timestamp = timestamp + ${seconds} where timestamp is not null`);
    db.close();
  };
  // The clock was wrong when the first one was signed.
  move(7_200);
  const publish = () => shell.runHere(["publish", "two.md", "--slug", "now", "--json"]);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const { code, err } = await publish();
    expect([code, JSON.parse(err).error.message]).toEqual([1, expect.stringContaining("clock was wrong")]);
  }
  const db = new DatabaseSync(join(shell.folder, "data/freehold.sqlite"));
  expect(db.prepare("select count(*) as n from publications").get()).toEqual({ n: 1 });
  expect(db.prepare("select count(*) as n from trash").get()).toEqual({ n: 0 });
  db.close();
  move(-7_200);
  expect((await publish()).json()).toMatchObject({ slug: "now" });
});
