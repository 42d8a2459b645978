import { randomBytes } from "node:crypto";
import { appendFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openShell } from "./support/shell.ts";

it("exports what a person has, checks it piece by piece, and imports it on another machine", async () => {
  await using here = await openShell();
  await using there = await openShell();
  const key = randomBytes(32).toString("hex");
  for (const [shell, title] of [
    [here, "Here"],
    [there, "There"],
  ] as const) {
    await writeFile(join(shell.folder, "key"), key);
    const made = await shell.run([
      "init",
      "--url",
      "https://me.example",
      "--title",
      title,
      "--private-key-file",
      "key",
    ]);
    expect(made.code).toBe(0);
  }
  await writeFile(join(here.folder, "one.md"), "# One\n");
  const { contentHash } = (await here.run(["publish", "one.md", "--slug", "one", "--json"])).json();
  await here.run(["publish", "one.md", "--draft"]);
  const target = join(here.folder, "mine");

  const exported = await here.run(["export", "mine", "--json"]);
  expect([exported.code, exported.json()]).toEqual([
    0,
    expect.objectContaining({ folder: target, publications: 1, comments: 0, private: false, missing: [] }),
  ]);
  const full = await here.run(["export", "mine"]);
  expect([full.code, full.err]).toEqual([1, expect.stringContaining("not empty")]);
  const secret = await here.run(["export", "all", "--private"]);
  expect([secret.out, secret.err]).toEqual([
    expect.stringContaining("2 publications"),
    expect.stringContaining("It is a secret"),
  ]);

  const [file = ""] = (await readdir(join(target, "posts"))).filter((name) => name.endsWith(".md"));
  const verified = await here.run(["verify", `mine/posts/${file}`, `mine/posts/${file}.about.json`]);
  expect([verified.code, verified.out]).toEqual([0, expect.stringMatching(/^Valid\. /)]);

  const imported = await there.run(["import", target, "--json"]);
  expect([imported.code, imported.json()]).toMatchObject([0, { taken: { publications: 1 }, refused: 0 }]);
  const again = await there.run(["import", target]);
  expect([again.code, again.out]).toEqual([0, expect.stringContaining("Here before: 1 publication")]);
  const timeline = (await there.run(["timeline", "--json"])).json();
  expect(timeline).toMatchObject([{ contentHash, slug: "one" }]);

  await appendFile(join(target, "posts", file), "changed");
  await using third = await openShell();
  await writeFile(join(third.folder, "key"), key);
  await third.run(["init", "--url", "https://me.example", "--title", "Third", "--private-key-file", "key"]);
  const refused = await third.run(["import", target]);
  expect([refused.code, refused.out]).toEqual([
    1,
    expect.stringContaining(`${file}: its bytes are not those`),
  ]);
  expect(refused.err).toContain("Not everything was taken");
  const nothing = await third.run(["import", third.folder, "--json"]);
  expect([nothing.code, nothing.err]).toEqual([1, expect.stringContaining("EXPORT_INVALID")]);
});
