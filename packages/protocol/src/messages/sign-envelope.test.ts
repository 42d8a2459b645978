import { expect, it } from "vitest";
import {
  addressOfPrivateKey,
  digestOf,
  type Form,
  type Meanings,
  type MessageKind,
  parseEnvelope,
  recoverPublicKey,
  signDigestWith,
  signEnvelope,
  typedDataFor,
  verifyEnvelope,
} from "../index.ts";

const key = new Uint8Array(32).fill(3);
const self = addressOfPrivateKey(key);
const other = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const hash = `0x${"ab".repeat(32)}` as const;
const timestamp = 1_735_000_000;
const urls = { followeeUrl: "https://b.example", followerUrl: "https://a.example" };

const meanings: Meanings = {
  CreateConnection: { followerAddress: self, followeeAddress: other, ...urls, timestamp },
  DestroyConnection: { followerAddress: self, followeeAddress: other, timestamp },
  NodeProfileUpdate: { ownerAddress: self, url: "https://a.example", title: "A", description: "", timestamp },
  StatementOfSource: { contentHash: hash, publisherAddress: self, timestamp },
  DATA: {
    node: { avatar: "", address: self, url: "https://a.example", title: "A", description: "" },
    settings: { defaultLanguage: "en", defaultTheme: "light", walletConnectProjectId: "" },
    timestamp,
  },
  CommentSignature: {
    nodeAddress: other,
    commenterAddress: self,
    publicationId: 1,
    commentBodyHash: hash,
    timestamp,
  },
  DeleteComment: { nodeAddress: other, commentId: 1, commenterAddress: self },
};

const cases = Object.keys(meanings).flatMap((kind) =>
  (["baseline", "reference"] as const).map((form) => ({ kind: kind as MessageKind, form })),
);

function signAndVerify<K extends MessageKind>(kind: K, meaning: Meanings[K], form: Form) {
  const envelope = signEnvelope(kind, meaning, signDigestWith(key), form);
  return verifyEnvelope(parseEnvelope(kind, JSON.parse(JSON.stringify(envelope))), {
    recover: recoverPublicKey,
    now: timestamp * 1000,
  });
}

it.each(cases)("$kind in $form form has the same meaning after parsing", ({ kind, form }) => {
  const timeless = kind === "CommentSignature" && form === "reference";
  const expected = timeless ? { ...meanings.CommentSignature, timestamp: null } : meanings[kind];
  const { meaning, signer } = signAndVerify(kind, meanings[kind], form);
  expect(meaning).toEqual(expected);
  expect(signer).toBe(self);
});

it("has the follower of the reference form only after the signature is verified", () => {
  const envelope = signEnvelope(
    "CreateConnection",
    meanings.CreateConnection,
    signDigestWith(key),
    "reference",
  );
  const parsed = parseEnvelope("CreateConnection", envelope);
  expect(parsed.claims.followerAddress).toBeNull();
  expect(verifyEnvelope(parsed, { recover: recoverPublicKey }).meaning.followerAddress).toBe(self);
});

it("refuses to sign a message that every peer would refuse", () => {
  const sign = signDigestWith(key);
  const profile = meanings.NodeProfileUpdate;
  expect(() => signEnvelope("NodeProfileUpdate", { ...profile, title: "" }, sign)).toThrow("INVALID_PAYLOAD");
  const follow = { ...meanings.CreateConnection, followerUrl: "http://a.example" };
  expect(() => signEnvelope("CreateConnection", follow, sign)).toThrow("INVALID_URL_FORMAT");
  expect(() => signDigestWith(new Uint8Array(32))).toThrow(RangeError);
});

it("hashes no foreign typed data", () => {
  const typedData = typedDataFor("DeleteComment", meanings.DeleteComment);
  expect(() => digestOf({ ...typedData, domain: { ...typedData.domain, chainId: 5 } })).toThrow(
    "INVALID_PAYLOAD",
  );
  expect(() => digestOf({ ...typedData, primaryType: "Permit" })).toThrow("INVALID_PAYLOAD");
});

it("names the expected type in the error, for developers of other clients", () => {
  const typedData = typedDataFor("DeleteComment", meanings.DeleteComment);
  const types = { ...typedData.types, DeleteComment: [{ name: "commentId", type: "uint256" }] };
  expect(() => digestOf({ ...typedData, types })).toThrow(
    "The type of DeleteComment is not that of the protocol: DeleteComment(address nodeAddress,uint256 commentId,address commenterAddress).",
  );
});

it("forwards only signed values", () => {
  const envelope = signEnvelope("StatementOfSource", meanings.StatementOfSource, signDigestWith(key));
  const message = { ...envelope.typedData.message, timestamp: String(timestamp) };
  const types = { ...envelope.typedData.types, Extra: [{ name: "a", type: "string" }] };
  const sent = { ...envelope, extra: 1, typedData: { ...envelope.typedData, extra: 1, types, message } };
  const verified = verifyEnvelope(parseEnvelope("StatementOfSource", sent), { recover: recoverPublicKey });
  expect(verified.envelope).toEqual(envelope);
});
