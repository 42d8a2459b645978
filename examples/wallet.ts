import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import {
  addressOfPrivateKey,
  digestOf,
  digestOfPersonalMessage,
  fromHex,
  signDigestWith,
  type TypedData,
  toHex,
} from "@freehold/protocol";

/**
 * A minimal wallet. A shell has neither keccak nor secp256k1; everything else in the examples is curl.
 *
 *     wallet.ts address KEYFILE                   prints the address of the key
 *     wallet.ts sign-message KEYFILE <TEXT        signs a text, as `personal_sign` does (EIP-191)
 *     wallet.ts sign-typed-data KEYFILE <JSON     signs a message of the protocol, as `eth_signTypedData_v4` does (EIP-712)
 *
 * KEYFILE holds 32 bytes in hex. The key is never an argument, because every user of the machine can read arguments.
 */
const [action = "", keyFile = ""] = process.argv.slice(2);
const key = fromHex(`0x${readFileSync(keyFile, "utf8").trim()}`);
if (key?.length !== 32) throw new Error(`${keyFile} holds no key: 64 hex digits.`);

switch (action) {
  case "address":
    print(addressOfPrivateKey(key));
    break;
  case "sign-message":
    print(sign(digestOfPersonalMessage(await text(process.stdin)), key));
    break;
  case "sign-typed-data":
    // Throws for anything but a message of the protocol, so that nobody can get a payment signed.
    print(sign(digestOf(JSON.parse(await text(process.stdin)) as TypedData), key));
    break;
  default:
    throw new Error(`There is no ${JSON.stringify(action)}: address, sign-message or sign-typed-data.`);
}

/** The signature in Ethereum's usual form: `r`, `s` and `v`, 65 bytes in hex. */
function sign(digest: Uint8Array, privateKey: Uint8Array): string {
  const { signature, recovery } = signDigestWith(privateKey)(digest);
  return toHex(new Uint8Array([...signature, 27 + recovery]));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
