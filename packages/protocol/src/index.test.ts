import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as protocol from "./index.ts";
import { renderProtocolTables } from "./internal.ts";

it("exports this and nothing else", () => {
  expect(Object.keys(protocol).sort()).toMatchInlineSnapshot(`
    [
      "EwpClient",
      "EwpError",
      "KeystoreError",
      "PeerError",
      "addressOfContents",
      "addressOfPrivateKey",
      "addressOfPublicKey",
      "archiveNames",
      "checkProofs",
      "commonErrors",
      "completeAddresses",
      "contentHash",
      "contentKinds",
      "createArchiveCheck",
      "createContentHasher",
      "createPrivateKey",
      "decryptKeystore",
      "digestOf",
      "digestOfPersonalMessage",
      "encryptKeystore",
      "endpoints",
      "envelopeSchema",
      "errors",
      "fetchTransport",
      "formatManifestStatement",
      "formatPostWithProof",
      "formatVersionLink",
      "fromHex",
      "hashesOfText",
      "isChecksumAddress",
      "isEwpErrorCode",
      "isoSeconds",
      "joinNodeUrl",
      "keccak256",
      "mapProse",
      "maySign",
      "messageKinds",
      "messages",
      "nodeUpdatedHeaders",
      "parseAddress",
      "parseContentQuery",
      "parseEnvelope",
      "parseHash",
      "parseIndexQuery",
      "parseNodeUrl",
      "parseProfile",
      "parsePublicationsPage",
      "parseRetryAfter",
      "parseTime",
      "proofEnvelope",
      "readManifestStatement",
      "readPastedPost",
      "readProofs",
      "readVersionLink",
      "recogniseForm",
      "recoverPersonalSigner",
      "recoverPublicKey",
      "sameNodeUrl",
      "signDigestWith",
      "signEnvelope",
      "signingDomain",
      "thumbnailSizes",
      "timestampWindowSeconds",
      "toChecksumAddress",
      "toHex",
      "typedDataFor",
      "verdictOf",
      "verifyEnvelope",
      "verifyManifestSignature",
      "verifyProof",
      "versionLinkReach",
      "withoutVersionLink",
    ]
  `);
});

it.each(protocol.messageKinds)("has the JSON Schema of %s in its folder", (kind) => {
  const file = new URL(`../schema/${kind}.json`, import.meta.url);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(protocol.envelopeSchema(kind));
});

it("renders a row for every endpoint, error and message", () => {
  const tables = renderProtocolTables();
  for (const { method, path } of Object.values(protocol.endpoints))
    expect(tables).toContain(`| ${method} \`${path}\` |`);
  for (const [code, { status }] of Object.entries(protocol.errors))
    expect(tables).toContain(`| ${status} | ${code} |`);
  for (const kind of protocol.messageKinds) expect(tables).toContain(`| ${kind} |`);
});
