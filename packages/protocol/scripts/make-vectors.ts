// Makes vectors/messages.json and vectors/envelopes.json with viem, which shares nothing with this package. Run it by
// hand when a case is added, and read the difference: what stood there before must not change.
import { writeFileSync } from "node:fs";
import {
  concatHex,
  type Hex,
  hashDomain,
  hashStruct,
  hashTypedData,
  keccak256,
  parseSignature,
  toHex,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { envelopeCases } from "./vectors/envelope-cases.ts";
import { type MessageCase, messageCases } from "./vectors/message-cases.ts";
import { domain, domainType, privateKey, type TypedMessage } from "./vectors/signing.ts";

const account = privateKeyToAccount(privateKey);
const domainTypes: Record<string, { name: string; type: string }[]> = { EIP712Domain: domainType };
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

async function makeMessage({ form, ...typed }: MessageCase) {
  const { types, primaryType, message } = typed;
  const encodeType = encodeTypeOf(typed);
  return {
    form,
    primaryType,
    encodeType,
    typeHash: keccak256(toHex(encodeType)),
    types,
    message,
    structHash: hashStruct({ data: message, primaryType, types }),
    digest: hashTypedData({ domain, types, primaryType, message }),
    signature: await account.signTypedData({ domain, types, primaryType, message }),
    signer: account.address,
  };
}

function encodeTypeOf({ types, primaryType }: TypedMessage): string {
  const others = Object.keys(types)
    .filter((name) => name !== primaryType)
    .sort();
  return [primaryType, ...others]
    .map(
      (name) => `${name}(${(types[name] ?? []).map((member) => `${member.type} ${member.name}`).join(",")})`,
    )
    .join("");
}

async function makeEnvelope({
  name,
  kind,
  error,
  typed,
  change,
  signature: changeSignature,
}: (typeof envelopeCases)[number]) {
  const signature = await account.signTypedData({ domain, ...typed });
  const typedData = {
    domain,
    types: { EIP712Domain: domainType, ...typed.types },
    primaryType: typed.primaryType,
    message: typed.message,
  };
  const text = JSON.stringify({ typedData, signature: changeSignature?.(signature, { highS }) ?? signature });
  const body: unknown = JSON.parse(text);
  return { name, kind, error, body: change ? change(JSON.parse(text)) : body };
}

/** The other signature that recovers to the same signer. */
function highS(signature: Hex): Hex {
  const { r, s, yParity } = parseSignature(signature);
  return concatHex([r, toHex(order - BigInt(s), { size: 32 }), yParity === 0 ? "0x1c" : "0x1b"]);
}

function write(name: string, content: object): void {
  writeFileSync(
    new URL(`../../../vectors/${name}`, import.meta.url),
    `${JSON.stringify(content, null, 1)}\n`,
  );
}

write("messages.json", {
  note: "Made with viem. The private key is a well-known test key and protects nothing.",
  privateKey,
  domain,
  domainSeparator: hashDomain({ domain, types: domainTypes }),
  cases: await Promise.all(messageCases.map(makeMessage)),
});
write("envelopes.json", {
  note: "The error that a body gives at a given time, or null for none. `now` is in milliseconds; the publications endpoints look at no time.",
  now: 1_735_000_000_000,
  cases: await Promise.all(envelopeCases.map(makeEnvelope)),
});
