import { createECDH, createHmac, pbkdf2Sync } from "node:crypto";
import { addressOfPrivateKey, decryptKeystore, encryptKeystore, toHex } from "@freehold/protocol";
import { openKeystore } from "@freehold/protocol/internal";
import { mnemonicToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import { createKeyWithWords, keyOfWords, WordsError, wordsOf } from "./recovery-words.ts";

const addressOf = (words: string) => addressOfPrivateKey(keyOfWords(words).privateKey);

/** The private key of words by Node's own cryptography alone, after BIP-39, BIP-32 and BIP-44. */
function deriveIndependently(words: string): string {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const hmac = (key: Buffer | string, data: Buffer) => createHmac("sha512", key).update(data).digest();
  const toBuffer = (number: bigint) => Buffer.from(number.toString(16).padStart(64, "0"), "hex");
  let node = hmac("Bitcoin seed", pbkdf2Sync(words, "mnemonic", 2048, 64, "sha512"));
  for (const index of [44 + 2 ** 31, 60 + 2 ** 31, 2 ** 31, 0, 0]) {
    const [key, chain] = [node.subarray(0, 32), node.subarray(32)];
    const curve = createECDH("secp256k1");
    curve.setPrivateKey(key);
    const hardened = Buffer.concat([Buffer.alloc(1), key]);
    const parent = index >= 2 ** 31 ? hardened : curve.getPublicKey(null, "compressed");
    const number = Buffer.alloc(4);
    number.writeUInt32BE(index);
    const child = hmac(chain, Buffer.concat([parent, number]));
    const sum = BigInt(`0x${child.subarray(0, 32).toString("hex")}`) + BigInt(`0x${key.toString("hex")}`);
    node = Buffer.concat([toBuffer(sum % order), child.subarray(32)]);
  }
  return node.subarray(0, 32).toString("hex");
}

test.each([
  // The published accounts of development nodes, and of the first vectors of BIP-39.
  [`${"test ".repeat(11)}junk`, "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"],
  [`${"abandon ".repeat(11)}about`, "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"],
  [`${"abandon ".repeat(23)}art`, "0xF278cF59F82eDcf871d630F28EcC8056f25C1cdb"],
  // Lists of a spreadsheet, a program and a note.
  [`${"abandon, ".repeat(11)}about`, "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"],
  [`${"abandon;".repeat(11)}about`, "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"],
  [
    `${Array.from({ length: 11 }, (_, at) => `${at + 1}. Abandon,\n`).join("")}12) about`,
    "0x9858EfFD232B4033E47d90003D41EC34EcaEda94",
  ],
])("the words %s give the address that wallets show", (words, address) => {
  expect(addressOf(words)).toBe(address);
});

test("new keys are those that other implementations derive from their words", () => {
  for (let i = 0; i < 5; i++) {
    const made = createKeyWithWords();
    const words = wordsOf(made).join(" ");
    expect(words.split(" ")).toHaveLength(24);
    expect(toHex(made.privateKey)).toBe(`0x${deriveIndependently(words)}`);
    expect(mnemonicToAccount(words).address).toBe(addressOfPrivateKey(made.privateKey));
    expect(addressOf(`\n 1. ${words.replaceAll(" ", " \t").toUpperCase()}\n`)).toBe(
      addressOfPrivateKey(made.privateKey),
    );
  }
});

test.each([
  ["", { kind: "count", count: 0 }],
  ["abandon ".repeat(13), { kind: "count", count: 13 }],
  [`${"abandon ".repeat(10)}secretword art`, { kind: "unknown", positions: [11] }],
  [`wrongone ${"abandon ".repeat(22)}wrongtwo`, { kind: "unknown", positions: [1, 24] }],
  ["abandon ".repeat(24), { kind: "checksum" }],
  [`art ${"abandon ".repeat(23)}`, { kind: "checksum" }],
])("%j is refused by its numbers, and no word is repeated", (text, problem) => {
  const refused = (() => {
    try {
      return keyOfWords(text);
    } catch (error) {
      return error;
    }
  })();
  expect(refused).toBeInstanceOf(WordsError);
  expect(refused).toMatchObject({ code: "WORDS_INVALID", problem });
  for (const word of text.split(" ").filter(Boolean))
    expect((refused as WordsError).message).not.toContain(word);
});

test("a key file has the words under its password, and opens without them", async () => {
  const made = createKeyWithWords();
  const words = wordsOf(made);
  const file = await encryptKeystore(made.privateKey, "a b c d", undefined, made.entropy);
  expect(file).not.toContain(toHex(made.entropy ?? new Uint8Array()).slice(2));
  // "path" is a word, too.
  expect(words.filter((word) => file.includes(`"${word}"`) && !file.includes(`"${word}":`))).toEqual([]);
  expect(wordsOf(await openKeystore(file, "a b c d"))).toEqual(words);
  const { "x-ethers": field, ...plain } = JSON.parse(file);
  expect(field).toMatchObject({ version: "0.1", path: "m/44'/60'/0'/0/0", locale: "en" });
  const damaged = [plain, { ...plain, "x-ethers": "?" }, { ...plain, "x-ethers": { ...field, path: "m/0" } }];
  for (const one of damaged) {
    expect(toHex(await decryptKeystore(JSON.stringify(one), "a b c d"))).toBe(toHex(made.privateKey));
    const opened = await openKeystore(JSON.stringify(one), "a b c d");
    expect(() => wordsOf(opened)).toThrow("has no recovery words");
  }
  const other = { ...plain, "x-ethers": { ...field, mnemonicCounter: "00".repeat(16) } };
  const opened = await openKeystore(JSON.stringify(other), "a b c d");
  expect(() => wordsOf(opened)).toThrow("belong to another key");
});

/** Written by ethers 6.17 for "abandon" 23 times and "art", with the password "testpassword" and little scrypt. */
const byEthers = {
  address: "f278cf59f82edcf871d630f28ecc8056f25c1cdb",
  id: "5e025404-b97c-493c-8bee-89476dbc12a3",
  version: 3,
  Crypto: {
    cipher: "aes-128-ctr",
    cipherparams: { iv: "27fda59823f81fecd215ad9f596b42a2" },
    ciphertext: "2bb5864699d88f620148922b9f70af3355e9ffbb4a751b368b5dc33606f0064a",
    kdf: "scrypt",
    kdfparams: {
      salt: "8a3613479b15e42e87c1b348ec894fcdacbfffe9e105fbc02965b8c45b3e1f67",
      n: 1024,
      dklen: 32,
      p: 1,
      r: 8,
    },
    mac: "f87939f1e9ddad501cd3cb290cf3d235155237348ff9900a07ccd30e510c740c",
  },
  "x-ethers": {
    client: "ethers/6.17.0",
    path: "m/44'/60'/0'/0/0",
    locale: "en",
    mnemonicCounter: "35817a00ed8af00e509ce24b4d1ea61d",
    mnemonicCiphertext: "ded791e2f5fe7f6ff39d92f15f60842b7d81dbf903e63ef524c06f307b288173",
    version: "0.1",
  },
};

test("a key file of ethers opens with its words", async () => {
  const opened = await openKeystore(JSON.stringify(byEthers), "testpassword");
  expect(wordsOf(opened).join(" ")).toBe(`${"abandon ".repeat(23)}art`);
});
