import type { Address, Hex } from "@freehold/protocol";
import type { Reader } from "../database.ts";
import { prepareQuery } from "../prepare-query.ts";
import { publicationColumns } from "../tables/publications.ts";
import type { Publication } from "./publications.ts";

interface SignedKey {
  publisher: Address;
  contentHash: Hex;
  timestamp: number;
}

const selectSigned = prepareQuery((db, key: SignedKey) =>
  signedWith(db, key).where("timestamp", "=", key.timestamp),
);

const selectNewestSigned = prepareQuery((db, key: Omit<SignedKey, "timestamp">) =>
  signedWith(db, key).where("timestamp", "is not", null).orderBy("timestamp", "desc").limit(1),
);

function signedWith(db: Reader, { publisher, contentHash }: Omit<SignedKey, "timestamp">) {
  return db
    .selectFrom("publications")
    .select(publicationColumns)
    .where("contentHash", "=", contentHash)
    .where("publisherAddress", "=", publisher);
}

/** The signed publication with that hash and second; the newest with that hash when `timestamp` is null. */
export async function findSignedPublication(
  db: Reader,
  publisher: Address,
  contentHash: Hex,
  timestamp: number | null,
): Promise<Publication | null> {
  const key = { publisher, contentHash };
  const [row] = await (timestamp === null
    ? selectNewestSigned(db, key)
    : selectSigned(db, { ...key, timestamp }));
  return row ?? null;
}

/** The hashes of signed publications that are kept, of any publisher. */
export async function findSignedHashes(db: Reader, hashes: readonly Hex[]): Promise<Set<Hex>> {
  if (hashes.length === 0) return new Set();
  const found = await db
    .selectFrom("publications")
    .select("contentHash")
    .where("contentHash", "in", hashes)
    .where("timestamp", "is not", null)
    .execute();
  return new Set(found.map((row) => row.contentHash));
}
