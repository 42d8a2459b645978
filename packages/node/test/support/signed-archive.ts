import {
  addressOfPrivateKey,
  archiveNames,
  contentHash,
  createArchiveCheck,
  digestOfPersonalMessage,
  formatManifestStatement,
  recoverPublicKey,
  signDigestWith,
  toHex,
} from "@freehold/protocol";
import { readArchive } from "../../../web/src/verifier/read-archive.ts";

const key = new Uint8Array(32).fill(7);

/** The files of a small export, with its list and the signature over it. */
export function makeSignedFiles(files: Readonly<Record<string, string>>): Record<string, string> {
  const listed = Object.entries(files).map(([path, text]) => {
    const bytes = Buffer.from(text);
    return JSON.stringify({ path, size: bytes.length, sha256: contentHash(bytes).slice(2) });
  });
  const manifest = listed.map((line) => `${line}\n`).join("");
  const message = formatManifestStatement({
    node: "https://me.example",
    address: addressOfPrivateKey(key),
    madeAt: "2026-11-23T10:00:00.000Z",
    files: listed.length,
    hash: contentHash(Buffer.from(manifest)),
  });
  const { signature, recovery } = signDigestWith(key)(digestOfPersonalMessage(message));
  const signed = {
    address: addressOfPrivateKey(key),
    message,
    signature: toHex(Uint8Array.of(...signature, 27 + recovery)),
  };
  return { ...files, [archiveNames.manifest]: manifest, [archiveNames.signature]: JSON.stringify(signed) };
}

/** What the verifier of an export says of an archive: the files that it saw where all is whole and signed, or why it is not. */
export async function verifyArchive(archive: Uint8Array): Promise<Map<string, string> | string> {
  const check = createArchiveCheck({ recover: recoverPublicKey });
  const seen = new Map<string, string>();
  try {
    for await (const { path, bytes, from } of readArchive(new Blob([Buffer.from(archive)]))) {
      const parts = await Array.fromAsync(bytes);
      seen.set(path, Buffer.concat(parts).toString("latin1"));
      await check.add(
        path,
        (async function* () {
          yield* parts;
        })(),
        from,
      );
    }
  } catch (error) {
    return String(error);
  }
  const { faults, signed } = check.finish();
  if (faults.length > 0) return faults.map(({ kind, path }) => `${path} ${kind}`).join(", ");
  return signed === null ? "unsigned" : seen;
}
