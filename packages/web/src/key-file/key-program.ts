import {
  type Address,
  addressOfPrivateKey,
  digestOf,
  digestOfPersonalMessage,
  type Hex,
  signDigestWithWasm,
  toHex,
} from "@freehold/protocol";
import { decryptKey } from "./decrypt-key.ts";
import { encryptKey } from "./encrypt-key.ts";
import { KeyFileError } from "./key-file-error.ts";
import type { KeyAnswer, KeyOrder, MadeKey } from "./key-orders.ts";

/** The key; it never leaves this worker, which the policy of its file lets call nobody, and ends with it. */
let held: Uint8Array<ArrayBuffer> | null = null;

addEventListener("message", ({ data: order }: MessageEvent<KeyOrder>) => {
  const answer = (rest: object) => postMessage({ id: order.id, ...rest } as KeyAnswer);
  obey(order, (share) => answer({ share })).then(
    (done) => answer({ done }),
    (error: unknown) =>
      answer({
        failed: error instanceof KeyFileError ? error.problem : null,
        message: String((error as Error).message),
      }),
  );
});

async function obey(order: KeyOrder, onProgress: (share: number) => void): Promise<MadeKey | Address | Hex> {
  switch (order.do) {
    case "make":
      return await make(order.password, onProgress);
    case "open":
      held = await decryptKey(order.file, order.password, onProgress);
      return addressOfPrivateKey(held);
    case "signTypedData":
      return sign(digestOf(order.typedData));
    case "signMessage":
      return sign(digestOfPersonalMessage(order.message));
  }
}

async function make(password: string, onProgress: (share: number) => void): Promise<MadeKey> {
  const key = makePrivateKey();
  const keystore = await encryptKey(key, password, onProgress);
  held = key;
  return { address: addressOfPrivateKey(key), file: `${JSON.stringify(keystore, null, 2)}\n` };
}

/** Of 2^128 random numbers one is no key; then the next one is. */
function makePrivateKey(): Uint8Array<ArrayBuffer> {
  for (;;) {
    const key = crypto.getRandomValues(new Uint8Array(32));
    try {
      addressOfPrivateKey(key);
      return key;
    } catch {}
  }
}

/** 65 bytes in hex, `v` 27 or 28. */
function sign(digest: Uint8Array): Hex {
  if (held === null) throw new KeyFileError("closed");
  const { signature, recovery } = signDigestWithWasm(held)(digest);
  return `${toHex(signature)}${(27 + recovery).toString(16)}` as Hex;
}
