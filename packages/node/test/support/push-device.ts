import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

/** A device as a push service sees it: its public keys, and the private one that only it has. */
export interface PushDevice {
  readonly keys: { p256dh: string; auth: string };
  /** The message that it got. @throws when it was encrypted for another device, or changed */
  open(body: Buffer): string;
}

/** Decrypts by RFC 8188 and RFC 8291, written again for the tests. */
export function createPushDevice(): PushDevice {
  const own = createECDH("prime256v1");
  own.generateKeys();
  const auth = randomBytes(16);
  return {
    keys: { p256dh: own.getPublicKey("base64url"), auth: auth.toString("base64url") },
    open(body) {
      const salt = body.subarray(0, 16);
      const keyEnd = 21 + body.readUInt8(20);
      const sender = body.subarray(21, keyEnd);
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), own.getPublicKey(), sender]);
      const key = hkdf(own.computeSecret(sender), auth, info, 32);
      const decipher = createDecipheriv(
        "aes-128-gcm",
        hkdf(key, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16),
        hkdf(key, salt, Buffer.from("Content-Encoding: nonce\0"), 12),
      );
      decipher.setAuthTag(body.subarray(-16));
      const padded = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()]);
      // The last record ends with a 2 and zeros.
      return padded.subarray(0, padded.lastIndexOf(2)).toString("utf8");
    },
  };
}

function hkdf(key: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Buffer {
  return Buffer.from(hkdfSync("sha256", key, salt, info, length));
}
