import { alice, bob, hello, membersOf, type TypedMessage, time, typed } from "./signing.ts";

export interface MessageCase extends TypedMessage {
  form: "baseline" | "reference" | "both" | "specification";
}

type Form = MessageCase["form"];

const urls = { followeeUrl: "https://b.example", followerUrl: "https://a.example" };
const both = { followerAddress: alice, followeeAddress: bob };
const proof = { contentHash: hello, publisherAddress: alice, timestamp: time };
const proofMembers = "bytes32 contentHash, address publisherAddress, uint64 timestamp";
const profile = { url: "https://a.example", title: "A", description: "", timestamp: time };
const comment = { nodeAddress: bob, commenterAddress: alice, publicationId: 42, commentBodyHash: hello };
const commentMembers =
  "address nodeAddress, address commenterAddress, uint256 publicationId, bytes32 commentBodyHash";

/** Messages that are right, in every form, order and width. */
export const messageCases: readonly MessageCase[] = [
  make(
    "baseline",
    "CreateConnection",
    "address followerAddress, address followeeAddress, string followeeUrl, string followerUrl, uint64 timestamp",
    { ...both, followeeUrl: urls.followeeUrl, followerUrl: "https://a.example/ünï", timestamp: time },
  ),
  make(
    "reference",
    "CreateConnection",
    "address followeeAddress, string followeeUrl, string followerUrl, uint256 timestamp",
    { followeeAddress: bob, ...urls, timestamp: time },
  ),
  make(
    "baseline",
    "DestroyConnection",
    "address followerAddress, address followeeAddress, uint64 timestamp",
    { ...both, timestamp: time },
  ),
  make(
    "reference",
    "DeleteConnection",
    "address followeeAddress, address followerAddress, uint256 timestamp",
    { followeeAddress: bob, followerAddress: alice, timestamp: time },
  ),
  make(
    "baseline",
    "NodeProfileUpdate",
    "address ownerAddress, string url, string title, string description, uint64 timestamp",
    { ownerAddress: alice, ...profile, title: "  A title, kept as it is \n" },
  ),
  make(
    "reference",
    "NodeProfileUpdate",
    "address publisherAddress, string url, string title, string description, uint256 timestamp",
    { publisherAddress: alice, ...profile, title: "节点", description: "说明 ✓" },
  ),
  make("both", "StatementOfSource", proofMembers, proof),
  make("both", "StatementOfSource", proofMembers, { ...proof, timestamp: Number.MAX_SAFE_INTEGER }),
  make("specification", "Publication", "bytes32 contentHash, address authorAddress, uint256 timestamp", {
    contentHash: hello,
    authorAddress: alice,
    timestamp: time,
  }),
  install(
    "string avatar, string address, string url, string title, string description",
    "Node node, Settings settings, uint256 timestamp",
  ),
  make("baseline", "CommentSignature", `${commentMembers}, uint256 timestamp`, {
    ...comment,
    timestamp: time,
  }),
  make("reference", "CommentSignature", commentMembers, comment),
  make("both", "DeleteComment", "address nodeAddress, uint256 commentId, address commenterAddress", {
    nodeAddress: bob,
    commentId: 7,
    commenterAddress: alice,
  }),

  // Another width, another order: the signer signed exactly that, with the same meaning.
  make(
    "both",
    "StatementOfSource",
    "bytes32 contentHash, address publisherAddress, uint256 timestamp",
    proof,
  ),
  make("specification", "Publication", "bytes32 contentHash, address authorAddress, uint64 timestamp", {
    contentHash: hello,
    authorAddress: alice,
    timestamp: time,
  }),
  make(
    "both",
    "StatementOfSource",
    "uint256 timestamp, address publisherAddress, bytes32 contentHash",
    proof,
  ),
  make(
    "baseline",
    "CreateConnection",
    "uint256 timestamp, string followerUrl, string followeeUrl, address followeeAddress, address followerAddress",
    { ...both, ...urls, timestamp: time },
  ),
  make("both", "DeleteComment", "uint64 commentId, address commenterAddress, address nodeAddress", {
    nodeAddress: bob,
    commentId: 0,
    commenterAddress: alice,
  }),
  install(
    "string description, string title, string url, string address, string avatar",
    "uint64 timestamp, Settings settings, Node node",
  ),
  // The address is signed as text here, so that its case is part of the hash.
  install(
    "string avatar, string address, string url, string title, string description",
    "Node node, Settings settings, uint256 timestamp",
    alice.toLowerCase(),
  ),

  // Edges of the values.
  make("both", "StatementOfSource", proofMembers, {
    ...proof,
    contentHash: `0x${"0".repeat(64)}`,
    timestamp: 0,
  }),
  make("both", "StatementOfSource", proofMembers, {
    ...proof,
    contentHash: `0x${"f".repeat(64)}`,
    timestamp: 4_294_967_296,
  }),
  make(
    "baseline",
    "NodeProfileUpdate",
    "address ownerAddress, string url, string title, string description, uint64 timestamp",
    { ownerAddress: alice, ...profile, title: "𝕬".repeat(255), description: "é\u0301🏡\t".repeat(400) },
  ),
];

function make(
  form: Form,
  primaryType: string,
  members: string,
  message: Record<string, unknown>,
): MessageCase {
  return { form, ...typed(primaryType, members, message) };
}

function install(node: string, data: string, address: string = alice): MessageCase {
  return {
    form: "both",
    primaryType: "DATA",
    types: {
      DATA: membersOf(data),
      Node: membersOf(node),
      Settings: membersOf("string defaultLanguage, string defaultTheme, string walletConnectProjectId"),
    },
    message: {
      node: { avatar: "", address, url: "https://a.example", title: "A", description: "" },
      settings: { defaultLanguage: "en", defaultTheme: "light", walletConnectProjectId: "" },
      timestamp: time,
    },
  };
}
