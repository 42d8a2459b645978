import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** What an authenticator is told by a page, and how it misbehaves. */
interface Ceremony {
  readonly challenge: string;
  readonly rpId: string;
  readonly origin: string;
  /** Whether it checks a fingerprint, a face or a PIN. */
  readonly verifiesUser?: boolean;
  readonly counter?: number;
  /** More in what the browser says of the page. */
  readonly pad?: string;
}

/** A passkey in software: ES256, without attestation (WebAuthn, section 6). */
export function createAuthenticator(id: Buffer = randomBytes(16)) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const name = id.toString("base64url");
  const clientData = (type: string, { challenge, origin, pad }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, pad }));
  const credential = { id: name, rawId: name, type: "public-key", clientExtensionResults: {} };

  return {
    /** The answer of `navigator.credentials.create`, as its `toJSON`. */
    create(ceremony: Ceremony) {
      // A map of five: key type EC2, algorithm ES256, curve P-256, x, y.
      const key = Buffer.concat([
        Buffer.from("a5010203262001215820", "hex"),
        Buffer.from(x, "base64url"),
        Buffer.from("225820", "hex"),
        Buffer.from(y, "base64url"),
      ]);
      const length = Buffer.from([id.length >> 8, id.length & 0xff]);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, key]);
      const authData = Buffer.concat([authenticatorData(ceremony, 0x40), attested]);
      const attestationObject = Buffer.concat([
        // A map of three: fmt "none", attStmt {}, authData with 16 bits of length.
        Buffer.from("a363666d74646e6f6e656761747453746d74a0686175746844617461", "hex"),
        Buffer.from([0x59, authData.length >> 8, authData.length & 0xff]),
        authData,
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: clientData("webauthn.create", ceremony).toString("base64url"),
          attestationObject: attestationObject.toString("base64url"),
          transports: ["internal", "a new one"],
        },
      };
    },
    /** The answer of `navigator.credentials.get`, as its `toJSON`. */
    use(ceremony: Ceremony) {
      const client = clientData("webauthn.get", ceremony);
      const authData = authenticatorData(ceremony, 0);
      const hash = createHash("sha256").update(client).digest();
      const signature = sign("sha256", Buffer.concat([authData, hash]), privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: authData.toString("base64url"),
          signature: signature.toString("base64url"),
          userHandle: null,
        },
      };
    },
  };
}

function authenticatorData({ rpId, verifiesUser = true, counter = 0 }: Ceremony, more: number): Buffer {
  const flags = 0x01 | (verifiesUser ? 0x04 : 0) | more;
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([createHash("sha256").update(rpId).digest(), Buffer.from([flags]), count]);
}
