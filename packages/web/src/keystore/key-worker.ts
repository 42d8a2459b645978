import {
  type Address,
  addressOfPrivateKey,
  createPrivateKey,
  decryptKeystore,
  digestOf,
  digestOfPersonalMessage,
  encryptKeystore,
  type Hex,
  KeystoreError,
  signDigestWithWasm,
  toHex,
} from "@freehold/protocol";
import type { KeyReply, KeyRequest, MadeKey } from "./key-messages.ts";

/** The key; it never leaves this worker, which the policy of its file lets call nobody, and ends with it. */
let held: Uint8Array<ArrayBuffer> | null = null;

addEventListener("message", ({ data: order }: MessageEvent<KeyRequest>) => {
  const answer = (rest: object) => postMessage({ id: order.id, ...rest } as KeyReply);
  perform(order, (share) => answer({ share })).then(
    (done) => answer({ done }),
    (error: unknown) =>
      answer({
        failed: error instanceof KeystoreError ? error.code : null,
        message: String((error as Error).message),
      }),
  );
});

async function perform(
  order: KeyRequest,
  onProgress: (share: number) => void,
): Promise<MadeKey | Address | Hex> {
  switch (order.do) {
    case "make":
      return await make(order.password, onProgress);
    case "open":
      held = await decryptKeystore(order.file, order.password, onProgress);
      return addressOfPrivateKey(held);
    case "signTypedData":
      return sign(digestOf(order.typedData));
    case "signMessage":
      return sign(digestOfPersonalMessage(order.message));
  }
}

async function make(password: string, onProgress: (share: number) => void): Promise<MadeKey> {
  const key = createPrivateKey();
  const file = await encryptKeystore(key, password, onProgress);
  held = key;
  return { address: addressOfPrivateKey(key), file };
}

/** 65 bytes in hex, `v` 27 or 28. */
function sign(digest: Uint8Array): Hex {
  if (held === null) throw new KeystoreError("KEYSTORE_CLOSED", "No key file is open.");
  const { signature, recovery } = signDigestWithWasm(held)(digest);
  return `${toHex(signature)}${(27 + recovery).toString(16)}` as Hex;
}
