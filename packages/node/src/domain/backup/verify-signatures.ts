import { parseEnvelope, proofEnvelope, verifyEnvelope } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import type { Row } from "../../store/table-rows.ts";

/**
 * Checks the signature of a row that has one: the proof of a signed publication, own, replica or still to be fetched, and
 * that of a follow.
 *
 * @returns whether there was one and it is good; null where the row's table has none
 * @throws nothing: what can't be read is not good
 */
export function verifyRow({ recover }: Pick<Context, "recover">, table: string, row: Row): boolean | null {
  try {
    // Whoever fetches the content takes the proof for one that was verified when it came.
    if (table === "pulls")
      return isProofGood(recover, { ...row, publisher_address: row.peer_address ?? null });
    if (table === "publications") return row.state === "signed" ? isProofGood(recover, row) : null;
    return table === "connections" ? isFollowGood(recover, row) : null;
  } catch {
    return false;
  }
}

function isProofGood(recover: Context["recover"], row: Row): boolean {
  const envelope = proofEnvelope({
    contentHash: String(row.content_hash) as `0x${string}`,
    publisherAddress: String(row.publisher_address) as `0x${string}`,
    timestamp: Number(row.timestamp),
    signature: String(row.signature),
    encodeType: String(row.proof_type),
  });
  const { meaning, signature } = verifyEnvelope(parseEnvelope("StatementOfSource", envelope), { recover });
  return (
    signature === row.signature &&
    meaning.publisherAddress === row.publisher_address &&
    meaning.contentHash === row.content_hash &&
    meaning.timestamp === row.timestamp
  );
}

function isFollowGood(recover: Context["recover"], row: Row): boolean {
  const envelope: unknown = JSON.parse(String(row.proof));
  const { meaning } = verifyEnvelope(parseEnvelope("CreateConnection", envelope), { recover });
  return (
    meaning.followerAddress === row.follower_address &&
    meaning.followeeAddress === row.followee_address &&
    meaning.timestamp === row.signed_at
  );
}
