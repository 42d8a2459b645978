import { AsyncLocalStorage } from "node:async_hooks";
import { createHash, type Hash, randomUUID } from "node:crypto";
import { link, open, rename, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type S3rver from "@20minutes/s3rver";
import type { S3rverRequest } from "@20minutes/s3rver";
import S3Error from "@20minutes/s3rver/lib/models/error.js";
import { codeOf } from "../../src/errors/errors.ts";

/**
 * Makes S3rver as strict as storages are. By itself it empties an object when a request for its key begins, and compares no
 * checksum. Here nothing is visible before all bytes of a request came and were right: its length, `Content-MD5`, and the
 * SHA-256 of its signature. `If-None-Match: *` is kept (412), and a copy of an object onto itself makes it young.
 *
 * @param temporaryFolder on the disk of the buckets, and not in one
 */
export function makeStrict({ store, middleware }: S3rver, temporaryFolder: string): void {
  const requests = new AsyncLocalStorage<S3rverRequest>();
  middleware.unshift((request, next) => requests.run(request, next));

  store.putContent = async (path, content) => {
    const { method = "", headers = {} } = requests.getStore() ?? {};
    const isNew = headers["if-none-match"] === "*";
    const temporary = join(temporaryFolder, randomUUID());
    try {
      const found = await write(temporary, Buffer.isBuffer(content) ? Readable.from([content]) : content);
      // The body of a request that completes an upload is a list of its parts.
      if (method === "PUT") requireDigests(found, headers);
      if (isNew) await link(temporary, path);
      else await rename(temporary, path);
      return [found.size, found.md5.toString("hex")];
    } catch (error) {
      if (isNew && codeOf(error) === "EEXIST")
        throw new S3Error("PreconditionFailed", "At least one of the pre-conditions did not hold");
      throw error;
    } finally {
      await rm(temporary, { force: true });
    }
  };

  const copyObject = store.copyObject.bind(store);
  store.copyObject = async (...from) => {
    await copyObject(...from);
    const [, , bucket, key] = from;
    await utimes(store.getResourcePath(bucket, key, "object"), new Date(), new Date());
    return await store.getMetadata(bucket, key);
  };
}

interface Received {
  readonly size: number;
  readonly md5: Buffer;
  readonly sha256: Buffer;
}

/** @throws the error of a connection that ended early */
async function write(path: string, content: Readable): Promise<Received> {
  await using file = await open(path, "wx");
  const [md5, sha256]: [Hash, Hash] = [createHash("md5"), createHash("sha256")];
  let size = 0;
  for await (const chunk of content) {
    md5.update(chunk);
    sha256.update(chunk);
    size += chunk.length;
    await file.appendFile(chunk);
  }
  return { size, md5: md5.digest(), sha256: sha256.digest() };
}

function requireDigests({ size, md5, sha256 }: Received, headers: S3rverRequest["headers"]): void {
  const signed = headers["x-amz-content-sha256"];
  const [length, sum] = [headers["content-length"], headers["content-md5"]];
  if (length !== undefined && Number(length) !== size)
    throw new S3Error("IncompleteBody", "You did not provide the number of bytes specified");
  if (sum !== undefined && sum !== md5.toString("base64"))
    throw new S3Error("BadDigest", "The Content-MD5 you specified did not match what we received");
  if (signed !== undefined && /^[0-9a-f]{64}$/.test(signed) && signed !== sha256.toString("hex"))
    throw new S3Error("BadDigest", "The x-amz-content-sha256 does not match what was computed");
}
