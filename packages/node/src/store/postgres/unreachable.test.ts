import { chown, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, it } from "vitest";
import { createCertificateAuthority } from "../../../test/support/certificates.ts";
import { freshPostgres } from "../../../test/support/databases.ts";
import { wordsOf } from "../../../test/support/error-words.ts";
import { AppError } from "../../errors/errors.ts";
import { openStore } from "../open-store.ts";
import { unreachable } from "./unreachable.ts";

/** Opens a database. @returns null, or the error for the owner */
async function tryOpen(databaseUrl: string): Promise<Record<"finding" | "advice", string> | null> {
  try {
    await (await openStore({ dataDir: "/nowhere", databaseUrl }))[Symbol.asyncDispose]();
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return wordsOf(error);
  }
}

it("says which sslmode a server with an authority of its own takes", async () => {
  await using database = await freshPostgres();
  const at = (end: string) => tryOpen(`${database.url}${end}`);
  expect(await at("?sslmode=verify-full")).toMatchObject({
    advice: expect.stringContaining("sslmode=disable"),
  });

  await using tls = await turnOnTls(database.url, ["127.0.0.1"]);
  for (const mode of ["require", "verify-full"]) {
    expect(await at(`?sslmode=${mode}`)).toMatchObject({
      finding: expect.stringMatching(/can't be reached: .*certificate/),
      advice: expect.stringContaining("?sslmode=verify-full&sslrootcert=/path/to/ca.pem"),
    });
  }
  expect(await at(`?sslmode=verify-full&sslrootcert=${tls.authority}`)).toBeNull();
  expect(await at("?sslmode=no-verify")).toBeNull();
  expect(await at("?sslmode=verify-full&sslrootcert=/nowhere/ca.pem")).toMatchObject({
    finding: "/nowhere/ca.pem: there is no such file.",
    advice: expect.stringContaining("sslrootcert"),
  });

  await using _other = await turnOnTls(database.url, ["db.example"], tls);
  expect(await at(`?sslmode=verify-full&sslrootcert=${tls.authority}`)).toMatchObject({
    advice: expect.stringContaining("the name that the server's certificate is for"),
  });
});

it.each([
  ["28P01", "", /user and password/],
  ["3D000", "", /createdb/],
  ["ECONNREFUSED", "", /Start the database server/],
  ["28000", "no pg_hba.conf entry for host, no encryption", /verify-full/],
  ["XX000", "what nobody knows", /DATABASE_URL/],
])("has one thing to do for %s %s", (code, message, advice) => {
  const error = unreachable(
    "postgres://me:secret@db.example/node",
    Object.assign(new Error(message), { code }),
  );
  expect(error.parts.advice[0]?.code).toMatch(advice);
  expect(error.message).not.toContain("secret");
});

/** Turns TLS on at a server that runs, until it is disposed of. Connections without TLS go on. */
async function turnOnTls(
  databaseUrl: string,
  hosts: string[],
  same?: Awaited<ReturnType<typeof makeAuthority>>,
) {
  const made = same ?? (await makeAuthority());
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ data_directory: string }>("show data_directory");
  const { uid, gid } = await stat(rows[0]?.data_directory ?? "");
  const { cert, key } = await made.issue(hosts);
  const files = {
    ssl_cert_file: join(made.folder, `${hosts[0]}.pem`),
    ssl_key_file: join(made.folder, `${hosts[0]}.key`),
  };
  await writeFile(files.ssl_cert_file, cert);
  await writeFile(files.ssl_key_file, key, { mode: 0o600 });
  for (const path of [made.folder, ...Object.values(files)]) await chown(path, uid, gid);
  for (const [name, value] of Object.entries(files))
    await client.query(`alter system set ${name} = '${value}'`);
  await client.query("alter system set ssl = on");
  await client.query("select pg_reload_conf()");
  // The server reads its settings in a process of its own; a new connection has those of then.
  await expect
    .poll(async () => (await client.query("show ssl_cert_file")).rows[0])
    .toEqual({ ssl_cert_file: files.ssl_cert_file });
  return {
    ...made,
    async [Symbol.asyncDispose]() {
      for (const name of ["ssl", ...Object.keys(files)]) await client.query(`alter system reset ${name}`);
      await client.query("select pg_reload_conf()");
      await client.end();
      if (!same) await rm(made.folder, { recursive: true, force: true });
    },
  };
}

async function makeAuthority() {
  const folder = await mkdtemp(join(tmpdir(), "freehold-test-"));
  const { certificate, issue } = await createCertificateAuthority();
  const authority = join(folder, "ca.pem");
  await writeFile(authority, certificate);
  return { folder, authority, issue };
}
