import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFile, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { addressOfPrivateKey, createArchiveCheck, recoverPublicKey } from "@freehold/protocol";
import { expect, it } from "vitest";
import { readArchive } from "../../web/src/verifier/read-archive.ts";
import { wxr, wxrItem } from "./support/exports/wordpress-export.ts";
import { openShell, type Shell } from "./support/shell.ts";

it("exports what a person has, checks it piece by piece, and imports it on another machine", async () => {
  await using here = await openShell();
  await using there = await openShell();
  const key = randomBytes(32);
  const setUp = async (shell: Shell, title: string) => {
    await shell.placeKeystore("data", key);
    const made = await shell.runHere(["init", "--url", "https://me.example", "--title", title]);
    expect(made.code).toBe(0);
  };
  for (const [shell, title] of [
    [here, "Here"],
    [there, "There"],
  ] as const) {
    await setUp(shell, title);
  }
  await writeFile(join(here.folder, "one.md"), "# One\n");
  const { contentHash } = (await here.runHere(["publish", "one.md", "--slug", "one", "--json"])).json();
  await here.runHere(["publish", "one.md", "--draft"]);
  const target = join(here.folder, "mine");

  const exported = await here.run(["export", "mine", "--json"]);
  expect([exported.code, exported.json()]).toEqual([
    0,
    expect.objectContaining({ folder: target, publications: 1, comments: 0, private: false, missing: [] }),
  ]);
  const full = await here.runHere(["export", "mine"]);
  expect([full.code, full.err]).toEqual([1, expect.stringContaining("not empty")]);
  const secret = await here.runHere(["export", "all", "--private"]);
  expect([secret.out, secret.err]).toEqual([
    expect.stringContaining("2 posts and files"),
    expect.stringContaining("Keep this file private"),
  ]);

  // Its own checker is tried on it: whole, with a byte changed, with the byte as it was.
  const check = async (folder: string) => {
    const { PATH } = process.env;
    return await promisify(execFile)(process.execPath, [join(folder, "verify.mjs")], { env: { PATH } }).then(
      ({ stdout }) => [0, stdout],
      (error) => [error.code, error.stdout],
    );
  };
  const address = addressOfPrivateKey(key);
  expect(await check(target)).toEqual([0, expect.stringContaining(`Signed by ${address}`)]);
  await appendFile(join(target, "comments.jsonl"), "\n");
  expect(await check(target)).toEqual([1, expect.stringContaining("! comments.jsonl was changed")]);
  await writeFile(join(target, "comments.jsonl"), "");
  expect((await here.runHere(["export", "mine.tar.gz", "--json"])).json()).toMatchObject({
    signedBy: address,
  });
  await here.runHere(["export", "mine.zip", "--unsigned"]);
  // Nothing is written over a file that is there.
  const kept = async (...names: string[]) =>
    await Promise.all(names.map((name) => readFile(join(here.folder, name), "utf8")));
  for (const name of ["thesis.tar.gz", "notes.zip", "draft.tgz.part", "report.json"])
    await writeFile(join(here.folder, name), "years of work");
  for (const [name, ...call] of [
    ["thesis.tar.gz", "export", "thesis.tar.gz"],
    ["notes.zip", "export", "notes.zip"],
    ["draft.tgz.part", "export", "draft.tgz"],
    ["thesis.tar.gz", "backup", "thesis.tar.gz"],
    ["report.json", "import", "one.md", "--report", "report.json"],
  ] as const) {
    const { code, err } = await here.runHere([...call, "--json"]);
    expect([name, code, err]).toEqual([name, 1, expect.stringContaining("FILE_EXISTS")]);
  }
  expect(await kept("thesis.tar.gz", "notes.zip", "draft.tgz.part", "report.json")).toEqual(
    Array(4).fill("years of work"),
  );
  expect((await here.runHere(["export", "notes.zip", "--unsigned", "--force"])).code).toBe(0);
  expect(await kept("notes.zip")).not.toEqual(["years of work"]);
  await rm(join(here.folder, "draft.tgz.part"));
  await rm(target, { recursive: true });
  await promisify(execFile)("tar", ["-xzf", "mine.tar.gz"], { cwd: here.folder });
  expect(await check(target)).toEqual([0, expect.stringContaining(`Signed by ${address}`)]);
  for (const name of ["mine.tar.gz", "mine.zip"]) {
    const checker = createArchiveCheck({ recover: recoverPublicKey });
    const archive = new Blob([await readFile(join(here.folder, name))]);
    for await (const { path, bytes } of readArchive(archive)) await checker.add(path, bytes);
    const isSigned = name === "mine.tar.gz";
    const { faults, signed, proofs } = checker.finish();
    expect([faults, signed !== null, proofs]).toEqual([[], isSigned, 1]);
  }
  expect((await readdir(here.folder)).filter((name) => /part$|files$/.test(name))).toEqual([]);

  const [file = ""] = (await readdir(join(target, "posts"))).filter((name) => name.endsWith(".md"));
  const verified = await here.runHere(["verify", `mine/posts/${file}`, `mine/posts/${file}.about.json`]);
  expect([verified.code, verified.out]).toEqual([0, expect.stringMatching(/^Valid\. /)]);

  const archive = join(here.folder, "mine.tar.gz");
  const dry = await there.runHere(["import", archive, "--dry-run"]);
  expect([dry.code, dry.out]).toEqual([0, expect.stringContaining("would be imported: 1 post")]);
  const imported = await there.run(["import", archive, "--json"]);
  expect([imported.code, imported.json()]).toMatchObject([0, { taken: { posts: 1 }, refused: 0 }]);
  const again = await there.runHere(["import", target]);
  expect([again.code, again.out]).toEqual([0, expect.stringContaining("Already imported: 1 post")]);
  const timeline = (await there.runHere(["timeline", "--json"])).json();
  expect(timeline).toMatchObject([{ contentHash, slug: "one" }]);

  const unreached = await there.run(["moved", "https://elsewhere.example", "--json"]);
  expect([unreached.code, unreached.err]).toEqual([1, expect.stringContaining("ADDRESS_NOT_HERE")]);
  expect((await there.runHere(["profile", "--json"])).json().url).toBe("https://me.example");
  const moved = await there.run(["moved", "https://elsewhere.example", "--force", "--json"]);
  expect([moved.code, moved.json()]).toEqual([
    0,
    { url: "https://elsewhere.example", before: "https://me.example", recipients: 0, readers: 0 },
  ]);
  const nowhere = await there.runHere(["moved"]);
  expect([nowhere.code, nowhere.err]).toEqual([2, expect.stringContaining("The new address is missing")]);

  await appendFile(join(target, "posts", file), "changed");
  await using third = await openShell();
  await setUp(third, "Third");
  const refused = await third.runHere(["import", target]);
  expect([refused.code, refused.out]).toEqual([
    1,
    expect.stringContaining(`${file}: it was changed since it was exported`),
  ]);
  expect(refused.err).toContain("1 entry was not imported");
  // Posts of others and other kinds are left out, which is no failure; a post that can't be read is.
  const good = wxr([
    wxrItem({ id: 1, content: "Words." }),
    wxrItem({ id: 2, type: "product" }),
    wxrItem({ id: 3, content: "Words." }).replace("ada", "ben"),
  ]);
  const bad = wxr([wxrItem({ id: 4, content: "<a>".repeat(70_000) })]);
  const codes: unknown[] = [];
  for (const [name, text] of Object.entries({ good, bad })) {
    await writeFile(join(third.folder, `${name}.xml`), text);
    codes.push((await third.runHere(["import", `${name}.xml`, "--author", "ada"])).code);
  }
  expect(codes).toEqual([0, 1]);
  const nothing = await third.runHere(["import", third.folder, "--json"]);
  expect([nothing.code, nothing.err]).toEqual([1, expect.stringContaining("IMPORT_INVALID")]);
});
