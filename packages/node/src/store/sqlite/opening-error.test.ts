import { execFile } from "node:child_process";
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { wordsOf } from "../../../test/support/error-words.ts";
import { AppError } from "../../errors/errors.ts";
import { openSqlite } from "./dialect.ts";

const nobody = 65_534;
const isRoot = process.geteuid?.() === 0;

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "freehold-test-"));
  file = join(folder, "freehold.sqlite");
});

afterEach(() => rm(folder, { recursive: true, force: true }));

it("names the file, and asks for no backup where nothing was read", async () => {
  await mkdir(file);
  const error = catchError(() => openSqlite({ dataDir: folder }));
  expect(wordsOf(error)).toMatchObject({
    code: "CANNOT_OPEN",
    finding: `The database ${file} can't be opened. ${file}: that is a folder.`,
  });
  expect(error).not.toHaveProperty("message", expect.stringContaining("Restore"));
});

it("asks for a backup where the file is damaged", async () => {
  await writeFile(file, "x".repeat(5_000));
  const error = catchError(() => openSqlite({ dataDir: folder }));
  expect(wordsOf(error)).toMatchObject({
    finding: `The database ${file} is damaged: file is not a database.`,
    advice: expect.stringContaining("restore a backup"),
  });
});

describe.runIf(isRoot)("of another user", () => {
  it("says whose file a copy by root is, and how the node's user gets it", async () => {
    await chown(folder, nobody, nobody);
    await writeFile(file, "", { mode: 0o600 });
    expect(await openAs(nobody)).toMatchObject({
      code: "CANNOT_OPEN",
      finding: expect.stringMatching(/freehold\.sqlite: the user \S+ \(65534\) may not read or write it\.$/),
      advice: `It belongs to the user root (0). Run \`chown -R ${nobody} ${folder}\` as root.`,
    });
  });

  it("says as which user the program is to be run", async () => {
    await chmod(folder, 0o755);
    await writeFile(file, "", { mode: 0o600 });
    expect(await openAs(nobody)).toMatchObject({
      advice: "It belongs to the user root (0): run the program as that user.",
    });
  });

  it("sends to the mode of a file of this very user", async () => {
    await chown(folder, nobody, nobody);
    await writeFile(file, "", { mode: 0o400 });
    await chown(file, nobody, nobody);
    expect(await openAs(nobody)).toMatchObject({ advice: expect.stringContaining(`ls -l ${file}`) });
  });
});

function catchError(work: () => unknown): unknown {
  try {
    work();
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    return error;
  }
}

/** Opens the database in a process of that user. @returns code, finding and advice of the error */
async function openAs(uid: number): Promise<unknown> {
  const program = `
    const { openSqlite } = await import(${JSON.stringify(join(import.meta.dirname, "dialect.ts"))});
    try { openSqlite({ dataDir: ${JSON.stringify(folder)} }); console.log(null); }
    catch ({ code, parts }) { console.log(JSON.stringify({ code, parts })); }`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], {
    uid,
    gid: uid,
  });
  return wordsOf(JSON.parse(stdout));
}
