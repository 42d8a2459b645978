import crypto from "node:crypto";
import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import type { S3Location } from "../../src/blobs/s3/s3-client.ts";
import { parseS3Url } from "../../src/config/s3-url.ts";
import { makeStrict } from "./strict-s3.ts";

export interface S3Server extends AsyncDisposable {
  readonly location: S3Location;
  /** Makes an object as old as that (ms); null where the storage can't be told. */
  readonly backdate: ((key: string, time: number) => Promise<void>) | null;
  /** Writes an object past the server, into a folder that exists; null if that is impossible. */
  readonly overwrite: ((key: string, bytes: Uint8Array) => Promise<void>) | null;
}

/**
 * The storage for tests: S3rver in this process, or the one in TEST_S3, in the form of S3_URL. Its bucket must exist; each test has
 * its own prefix.
 */
export async function startS3(): Promise<S3Server> {
  if (process.env.TEST_S3) return useOther(process.env.TEST_S3);
  allowDes();
  const folder = await mkdtemp(join(tmpdir(), "freehold-s3-"));
  const [directory, temporary] = [join(folder, "buckets"), join(folder, "temporary")];
  await mkdir(temporary);
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    directory,
    silent: true,
    // S3rver computes the signature of a list differently from Amazon.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: "freehold" }],
  });
  makeStrict(server, temporary);
  const { port } = await server.run();
  return {
    location: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: "freehold",
      prefix: "node/",
      region: "us-east-1",
      pathStyle: true,
      redirectBytes: null,
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
    },
    backdate: (key, time) =>
      utimes(join(directory, "freehold", `${key}._S3rver_object`), time / 1000, time / 1000),
    overwrite: (key, bytes) => writeFile(join(directory, "freehold", `${key}._S3rver_object`), bytes),
    async [Symbol.asyncDispose]() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function useOther(url: string): S3Server {
  const parsed = parseS3Url(url);
  if (typeof parsed === "string") throw new Error(`TEST_S3 ${parsed}.`);
  const location = { ...parsed, secretAccessKey: parsed.secretAccessKey ?? "" };
  return { location, backdate: null, overwrite: null, [Symbol.asyncDispose]: async () => {} };
}

let isDesAllowed = false;

/**
 * S3rver hides in DES where the next page of a list begins, and OpenSSL 3 has no DES any more: a list of over 1,000 objects would
 * fail. Triple DES with the same key three times is DES.
 */
function allowDes(): void {
  const replace =
    <T>(create: (algorithm: string, key: Buffer, iv: Buffer) => T) =>
    (algorithm: string, key: Buffer, iv: Buffer) =>
      algorithm === "des"
        ? create("des-ede3-cbc", Buffer.concat([key, key, key]), iv)
        : create(algorithm, key, iv);
  if (isDesAllowed) return;
  isDesAllowed = true;
  Object.assign(crypto, {
    createCipheriv: replace(crypto.createCipheriv),
    createDecipheriv: replace(crypto.createDecipheriv),
  });
}
