/** A key that was encrypted for a passkey: only the output of the passkey's `prf` extension decrypts it. */
export interface PasskeyLock {
  readonly credentialId: Uint8Array<ArrayBuffer>;
  /** The input of the passkey's function; 32 random bytes. */
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly sealed: SealedKey;
}

/** A key encrypted with AES-256-GCM. */
export interface SealedKey {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly ciphertext: Uint8Array<ArrayBuffer>;
}

/** The answer of a passkey: its secret for one salt. */
interface PasskeySecret {
  readonly credentialId: Uint8Array<ArrayBuffer>;
  readonly secret: Uint8Array<ArrayBuffer>;
}

/** Whether this browser says that its passkeys can unlock keys (the `prf` extension of WebAuthn). */
export async function supportsPasskeyLocks(): Promise<boolean> {
  const { PublicKeyCredential: passkeys } = globalThis;
  const capabilities = await passkeys?.getClientCapabilities?.();
  return capabilities?.["extension:prf"] === true;
}

/**
 * Asks for a passkey of this site and computes its secret for a salt. The answer stays in this browser: nobody is signed
 * in by it.
 *
 * @param credentialId the passkey; null for any
 * @returns null if the passkey has no such secret
 * @throws DOMException NotAllowedError if the owner refuses, or no passkey fits
 */
export async function askPasskeySecret(
  salt: Uint8Array<ArrayBuffer>,
  credentialId: Uint8Array<ArrayBuffer> | null,
): Promise<PasskeySecret | null> {
  const credential = await navigator.credentials.get({
    publicKey: {
      challenge: crypto.getRandomValues(new Uint8Array(32)),
      allowCredentials: credentialId === null ? [] : [{ type: "public-key", id: credentialId }],
      userVerification: "required",
      extensions: { prf: { eval: { first: salt } } },
    },
  });
  if (!(credential instanceof PublicKeyCredential)) return null;
  const secret = credential.getClientExtensionResults().prf?.results?.first;
  if (!(secret instanceof ArrayBuffer)) return null;
  return { credentialId: new Uint8Array(credential.rawId), secret: new Uint8Array(secret) };
}

/** Encrypts a key under a passkey's secret. @param context what the key is bound to: its address */
export async function sealKey(
  key: Uint8Array<ArrayBuffer>,
  secret: Uint8Array<ArrayBuffer>,
  context: string,
): Promise<SealedKey> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const aes = await deriveAesKey(secret);
  const ciphertext = await crypto.subtle.encrypt(parameters(iv, context), aes, key);
  return { iv, ciphertext: new Uint8Array(ciphertext) };
}

/** Decrypts what `sealKey` made. @throws DOMException OperationError for another secret, context or content */
export async function unsealKey(
  { iv, ciphertext }: SealedKey,
  secret: Uint8Array<ArrayBuffer>,
  context: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const aes = await deriveAesKey(secret);
  return new Uint8Array(await crypto.subtle.decrypt(parameters(iv, context), aes, ciphertext));
}

const parameters = (iv: Uint8Array<ArrayBuffer>, context: string) => ({
  name: "AES-GCM",
  iv,
  additionalData: new TextEncoder().encode(context),
});

async function deriveAesKey(secret: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const { subtle } = crypto;
  const base = await subtle.importKey("raw", secret, "HKDF", false, ["deriveKey"]);
  const info = new TextEncoder().encode("freehold key file, passkey");
  const hkdf = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info };
  return await subtle.deriveKey(hkdf, base, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}
