export { type Address, isChecksumAddress, parseAddress, toChecksumAddress } from "./address.ts";
export { EwpClient } from "./client.ts";
export type { EwpClientOptions, NotifyOptions, PeerContent } from "./client-options.ts";
export type { ContentHeaders } from "./content-headers.ts";
export { commonErrors, type Endpoint, type EndpointName, endpoints } from "./endpoints.ts";
export { EwpError, type EwpErrorCode, errors, isEwpErrorCode } from "./errors.ts";
export { fetchTransport } from "./fetch-transport.ts";
export {
  type ContentHasher,
  contentHash,
  createContentHasher,
  type Hash,
  keccak256,
  parseHash,
} from "./hashes.ts";
export { fromHex, type Hex, toHex } from "./hex.ts";
export { envelopeSchema } from "./json-schema.ts";
export { decryptKeystore, encryptKeystore } from "./keystore/keystore.ts";
export { KeystoreError, type KeystoreErrorCode } from "./keystore/keystore-error.ts";
export { type Limit, type LimitUnit, limit, valuesOf } from "./limit.ts";
export { protocolLimits } from "./limits.ts";
export { maySign } from "./may-sign.ts";
export {
  type Claims,
  type Form,
  type Meanings,
  type MessageKind,
  messageKinds,
  messages,
} from "./messages.ts";
export { type Parsed, parseEnvelope } from "./parse-envelope.ts";
export { type ParsedProfile, parseProfile } from "./parse-profile.ts";
export {
  type IndexEntry,
  type IndexItem,
  type ParsedPublicationsPage,
  parsePublicationsPage,
} from "./parse-publications-page.ts";
export { parseTime } from "./parse-time.ts";
export { PeerError, type PeerErrorKind } from "./peer-error.ts";
export { digestOfPersonalMessage, recoverPersonalSigner } from "./personal-message.ts";
export {
  type ContentQuery,
  type IndexQuery,
  parseContentQuery,
  parseIndexQuery,
  type ThumbnailSize,
  thumbnailSizes,
} from "./query.ts";
export { type Asker, recogniseForm } from "./recognise-form.ts";
export {
  addressOfPrivateKey,
  addressOfPublicKey,
  createPrivateKey,
  type Recover,
  recoverWithWasm,
  type SignDigest,
  signDigestWithWasm,
} from "./recover.ts";
export { renderProtocolTables } from "./render-protocol-tables.ts";
export {
  type ContentKind,
  contentKinds,
  type IndexPage,
  isoSeconds,
  type NodeProfile,
  type Pagination,
  type PublicationEntry,
  type PublicationsPage,
} from "./resources.ts";
export { parseRetryAfter } from "./retry-after.ts";
export { digestOf, signEnvelope } from "./sign-envelope.ts";
export { signingDomain } from "./signing-domain.ts";
export type { PeerRequest, PeerResponse, Transport } from "./transport.ts";
export type { Envelope, TypedData, TypeMember } from "./typed-data.ts";
export { typedDataFor } from "./typed-data-for.ts";
export { joinNodeUrl, parseNodeUrl, sameNodeUrl } from "./url.ts";
export { timestampWindowSeconds, type Verified, verifyEnvelope } from "./verify-envelope.ts";
export { type ProofEntry, proofEnvelope, verifyProof } from "./verify-proof.ts";
export type { IndexPosition } from "./walk-index.ts";
export { nodeUpdatedHeaders, type WireForm } from "./wire-form.ts";
