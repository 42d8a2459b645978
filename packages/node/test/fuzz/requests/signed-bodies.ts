import {
  addressOfPrivateKey,
  type Form,
  type Meanings,
  type MessageKind,
  messageKinds,
  signDigestWith,
  signEnvelope,
} from "@freehold/protocol";
import fc from "fast-check";
import type { UntrustedPeer } from "../target/fake-peers.ts";
import type { Inventory } from "../target/inventory.ts";
import { mutateTree } from "./mutate-tree.ts";
import { oddJson } from "./odd-values.ts";

export interface Signing {
  readonly inventory: Inventory;
  readonly untrustedPeers: readonly UntrustedPeer[];
  /** Base URLs of sites whose documents are hostile. */
  readonly sites: readonly string[];
  /** Seconds: what is signed is signed about now. */
  readonly now: number;
}

/**
 * Envelopes of a message: right ones of untrusted peers, signed by others than they name, of other kinds, changed after they were
 * signed, and what is none.
 */
export function signedEnvelope(kind: MessageKind, signing: Signing): fc.Arbitrary<unknown> {
  const right = rightEnvelope(kind, signing);
  return fc.oneof(
    { weight: 3, arbitrary: right },
    { weight: 5, arbitrary: right.chain(mutateTree) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...messageKinds).chain((other) => rightEnvelope(other, signing)),
    },
    { weight: 1, arbitrary: oddJson },
  );
}

function rightEnvelope(
  kind: MessageKind,
  { inventory, untrustedPeers, now }: Signing,
): fc.Arbitrary<unknown> {
  const fields = fc.record({
    one: fc.constantFrom(...untrustedPeers),
    other: fc.constantFrom(...untrustedPeers),
    toOwner: fc.boolean(),
    late: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: -60, max: 60 }) },
      { weight: 1, arbitrary: fc.integer() },
    ),
    hash: fc.oneof(
      fc.constant(`0x${"ab".repeat(32)}`),
      fc.constantFrom(`0x${"cd".repeat(32)}`, ...inventory.hashes),
    ),
    id: fc.nat(50),
    form: fc.constantFrom<Form[]>("baseline", "reference"),
    isOwn: fc.boolean(),
  });
  return fields.map(({ one, other, toOwner, late, hash, id, form, isOwn }) => {
    const timestamp = Math.abs(now + late);
    const peer = toOwner ? { address: inventory.owner, url: inventory.url } : other;
    const meanings: Record<MessageKind, object> = {
      CreateConnection: {
        followerAddress: one.address,
        followeeAddress: peer.address,
        followeeUrl: peer.url,
        followerUrl: one.url,
        timestamp,
      },
      DestroyConnection: { followerAddress: one.address, followeeAddress: peer.address, timestamp },
      NodeProfileUpdate: {
        ownerAddress: one.address,
        url: one.url,
        title: "Another",
        description: "",
        timestamp,
      },
      StatementOfSource: { contentHash: hash, publisherAddress: one.address, timestamp },
      DATA: {
        node: { avatar: "", address: one.address, url: inventory.url, title: "Claimed", description: "" },
        settings: { defaultLanguage: "en", defaultTheme: "system", walletConnectProjectId: "" },
        timestamp,
      },
      CommentSignature: {
        nodeAddress: inventory.owner,
        commenterAddress: one.address,
        publicationId: id,
        commentBodyHash: hash,
        timestamp,
      },
      DeleteComment: { nodeAddress: inventory.owner, commentId: id, commenterAddress: one.address },
    };
    const signer = signDigestWith(isOwn ? one.key : other.key);
    try {
      return signEnvelope(kind, meanings[kind] as Meanings[typeof kind], signer, form);
    } catch {
      // Two peers that are one can't follow each other: nothing of that is signed.
      return {
        typedData: { primaryType: kind, message: meanings[kind] },
        signature: addressOfPrivateKey(one.key),
      };
    }
  });
}
