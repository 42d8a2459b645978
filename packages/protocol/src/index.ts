export {
  type ArchiveCheck,
  type ArchiveFault,
  type ArchiveReport,
  createArchiveCheck,
} from "./archive/check-archive.ts";
export {
  archiveNames,
  formatManifestStatement,
  type ManifestSignature,
  type ManifestStatement,
  readManifestStatement,
  verifyManifestSignature,
} from "./archive/manifest.ts";
export { EwpClient } from "./client/client.ts";
export type { EwpClientOptions, NotifyOptions, PeerContent } from "./client/client-options.ts";
export { PeerError, type PeerErrorKind } from "./client/peer-error.ts";
export type { PeerRequest, PeerResponse, Transport } from "./client/transport.ts";
export { fetchTransport, parseRetryAfter } from "./client/transport.ts";
export type { IndexPosition } from "./client/walk-index.ts";
export { type Address, isChecksumAddress, parseAddress, toChecksumAddress } from "./crypto/address.ts";
export {
  type ContentHasher,
  contentHash,
  createContentHasher,
  type Hash,
  keccak256,
  parseHash,
} from "./crypto/hashes.ts";
export { fromHex, type Hex, toHex } from "./crypto/hex.ts";
export {
  decryptKeystore,
  encryptKeystore,
  KeystoreError,
  type KeystoreErrorCode,
} from "./crypto/keystore/keystore.ts";
export {
  addressOfPrivateKey,
  addressOfPublicKey,
  createPrivateKey,
  type Recover,
  recoverPublicKey,
  type SignDigest,
  signDigestWith,
} from "./crypto/recover.ts";
export { digestOfPersonalMessage, recoverPersonalSigner } from "./crypto/signature.ts";
export { commonErrors, type Endpoint, type EndpointName, endpoints } from "./endpoints.ts";
export { EwpError, type EwpErrorCode, errors, isEwpErrorCode } from "./errors.ts";
export type { TypeMember } from "./messages/eip712.ts";
export { signingDomain } from "./messages/eip712.ts";
export {
  digestOf,
  maySign,
  signEnvelope,
  timestampWindowSeconds,
  type Verified,
  verifyEnvelope,
} from "./messages/envelope.ts";
export { parseTime } from "./messages/fields.ts";
export { envelopeSchema } from "./messages/json-schema.ts";
export {
  type Claims,
  type Form,
  type Meanings,
  type MessageKind,
  messageKinds,
  messages,
} from "./messages/messages.ts";
export { type Parsed, parseEnvelope } from "./messages/parse-envelope.ts";
export type { Envelope, TypedData } from "./messages/typed-data.ts";
export { typedDataFor } from "./messages/typed-data.ts";
export { type ProofEntry, proofEnvelope, verifyProof } from "./messages/verify-proof.ts";
export {
  checkProofs,
  type ProofCheck,
  type StepName,
  type StepState,
  verdictOf,
} from "./proofs/check-proofs.ts";
export {
  formatPostWithProof,
  hashesOfText,
  type PastedPost,
  readPastedPost,
  type TextChange,
} from "./proofs/pasted-post.ts";
export { type GivenProof, type ProofProblem, type ProofReading, readProofs } from "./proofs/read-proofs.ts";
export { mapProse } from "./prose.ts";
export { completeAddresses } from "./resources/complete-addresses.ts";
export type { ContentHeaders } from "./resources/content-headers.ts";
export {
  type IndexEntry,
  type IndexItem,
  type ParsedProfile,
  type ParsedPublicationsPage,
  parseProfile,
  parsePublicationsPage,
} from "./resources/parse-resources.ts";
export {
  type ContentQuery,
  type IndexQuery,
  parseContentQuery,
  parseIndexQuery,
  type ThumbnailSize,
  thumbnailSizes,
} from "./resources/query.ts";
export { type Asker, recogniseForm } from "./resources/recognise-form.ts";
export {
  type ContentKind,
  contentKinds,
  type IndexPage,
  isoSeconds,
  type NodeProfile,
  type Pagination,
  type PublicationEntry,
} from "./resources/resources.ts";
export { addressOfContents, joinNodeUrl, parseNodeUrl, sameNodeUrl } from "./resources/url.ts";
export { nodeUpdatedHeaders, type WireForm } from "./resources/wire-form.ts";
export {
  formatVersionLink,
  readVersionLink,
  versionLinkReach,
  withoutVersionLink,
} from "./version-link.ts";
