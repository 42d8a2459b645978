import { createCipheriv, scryptSync } from "node:crypto";
import { keccak256 } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { describe, expect, it } from "vitest";
import { scrypt as scryptInBrowser } from "../hashing/hash-in-browser.ts";
import { scrypt as scryptWithWasm } from "../hashing/hash-with-wasm.ts";
import { toHex } from "../hex.ts";
import { createPrivateKey } from "../recover.ts";
import { decryptKeystore, encryptKeystore } from "./keystore.ts";

const secret = "0x7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d";

/** The two test vectors of the Web3 Secret Storage definition. */
const pbkdf2 = {
  crypto: {
    cipher: "aes-128-ctr",
    cipherparams: { iv: "6087dab2f9fdbbfaddc31a909735c1e6" },
    ciphertext: "5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46",
    kdf: "pbkdf2",
    kdfparams: {
      c: 262144,
      dklen: 32,
      prf: "hmac-sha256",
      salt: "ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd",
    },
    mac: "517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2",
  },
  id: "3198bc9c-6672-5ab3-d995-4942343ae5b6",
  version: 3,
};
const scrypt = {
  crypto: {
    cipher: "aes-128-ctr",
    cipherparams: { iv: "83dbcc02d8ccb40e466191a123791e0e" },
    ciphertext: "d172bf743a674da9cdad04534d56926ef8358534d458fffccd4e6ad2fbde479c",
    kdf: "scrypt",
    kdfparams: {
      dklen: 32,
      n: 262144,
      r: 1,
      p: 8,
      salt: "ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19",
    },
    mac: "2103ac29920d71da29f15d75b4a16dbe95cfd7ff8faea1056c33131d846e3097",
  },
  id: "3198bc9c-6672-5ab3-d995-4942343ae5b6",
  version: 3,
};

const changed = (crypto: object, file: object = {}) => ({
  ...pbkdf2,
  ...file,
  crypto: { ...pbkdf2.crypto, ...crypto },
});
const params = (changes: object) =>
  changed({ kdf: "scrypt", kdfparams: { dklen: 32, n: 2, r: 8, p: 1, salt: "ab", ...changes } });
const rounds = (c: number) => changed({ kdfparams: { ...pbkdf2.crypto.kdfparams, c } });
const open = async (file: unknown, password = "testpassword") =>
  toHex(await decryptKeystore(JSON.stringify(file), password));

describe("decryptKeystore", () => {
  it.each([
    ["PBKDF2", pbkdf2],
    ["scrypt", scrypt],
    ["a capital Crypto", { version: 3, Crypto: pbkdf2.crypto }],
    ["0x and capitals", changed({ mac: `0x${pbkdf2.crypto.mac.toUpperCase()}` })],
    ["its address", { ...pbkdf2, address: "008aeeda4d805471df9b2a5b0f38a0c3bcba786b" }],
  ])("opens the definition's vector with %s", async (_, vector) => {
    expect(await open(vector)).toBe(secret);
  });

  it.each([31, 30, 28])(
    "opens a file of %i bytes, as geth wrote keys that begin with zeros",
    async (length) => {
      const key = new Uint8Array(length).fill(7);
      const [salt, iv] = [Buffer.alloc(32, 1), Buffer.alloc(16, 2)];
      const derived = scryptSync("short", salt, 32, { N: 2, r: 8, p: 1 });
      const cipher = createCipheriv("aes-128-ctr", derived.subarray(0, 16), iv);
      const ciphertext = Buffer.concat([cipher.update(key), cipher.final()]);
      const file = changed({
        kdf: "scrypt",
        kdfparams: { dklen: 32, n: 2, r: 8, p: 1, salt: salt.toString("hex") },
        cipherparams: { iv: iv.toString("hex") },
        ciphertext: ciphertext.toString("hex"),
        mac: keccak256(Buffer.concat([derived.subarray(16), ciphertext])).slice(2),
      });
      expect(await open(file, "short")).toBe(`0x${"00".repeat(32 - length)}${"07".repeat(length)}`);
    },
  );

  it("reports a wrong password as WRONG_PASSWORD", async () => {
    await expect(open(pbkdf2, "testpassworD")).rejects.toMatchObject({
      code: "WRONG_PASSWORD",
      message: "This password does not open the key file.",
    });
  });

  it.each([
    ["WRONG_PASSWORD", changed({ ciphertext: `00${pbkdf2.crypto.ciphertext.slice(2)}` }), /password/],
    ["KEYSTORE_OTHER_KEY", { ...pbkdf2, address: "11".repeat(20) }, /address/],
    ["KEYSTORE_INVALID", null, /the file/],
    ["KEYSTORE_INVALID", [], /keystore of version 3/],
    ["KEYSTORE_INVALID", { version: 3 }, /crypto/],
    ["KEYSTORE_INVALID", { encseed: "00", ethaddr: "00", bkp: "00" }, /sale of 2014/],
    ["KEYSTORE_INVALID", { data: "x", iv: "x", salt: "x" }, /vault of MetaMask/],
    ["KEYSTORE_INVALID", { version: 4, crypto: { kdf: { function: "scrypt" } } }, /key of a validator/],
    ["KEYSTORE_INVALID", { ...pbkdf2, version: 1 }, /version/],
    ["KEYSTORE_INVALID", { ...pbkdf2, address: 5 }, /address/],
    ["KEYSTORE_INVALID", changed({ cipher: "none" }), /crypto.cipher/],
    ["KEYSTORE_INVALID", changed({ mac: "ab" }), /crypto.mac/],
    ["KEYSTORE_INVALID", changed({ kdf: "md5" }), /crypto.kdf/],
    ["KEYSTORE_INVALID", params({ n: 3 }), /kdfparams.n/],
    ["KEYSTORE_INVALID", params({ n: 1 }), /kdfparams.n/],
    ["KEYSTORE_INVALID", params({ dklen: 16 }), /kdfparams.dklen/],
    ["KEYSTORE_INVALID", params({ salt: "g" }), /kdfparams.salt/],
    ["KEYSTORE_INVALID", params({ salt: "ab".repeat(257) }), /kdfparams.salt/],
    ["KEYSTORE_TOO_HEAVY", params({ n: 2 ** 20, r: 8 }), /1 GiB/],
    ["KEYSTORE_TOO_HEAVY", params({ r: 2 ** 40 }), /1 GiB/],
    ["KEYSTORE_TOO_HEAVY", params({ p: 65 }), /1 GiB/],
    ["KEYSTORE_TOO_HEAVY", rounds(10_000_001), /rounds/],
  ])("%s: %j", async (code, file, message) => {
    await expect(open(file)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it("reads a file with a byte-order mark, and one that leaves its address empty", async () => {
    const file = `\uFEFF${JSON.stringify({ ...pbkdf2, address: "" })}`;
    expect(toHex(await decryptKeystore(file, "testpassword"))).toBe(secret);
  });

  it("refuses what is no JSON", async () => {
    await expect(decryptKeystore("{", "")).rejects.toMatchObject({ code: "KEYSTORE_INVALID" });
  });
});

describe("encryptKeystore", () => {
  it("writes what decryptKeystore opens, in the definition's recommended strength", async () => {
    const key = createPrivateKey();
    const text = await encryptKeystore(key, "correct horse 電池 🔑");
    expect(text).not.toContain(toHex(key).slice(2));
    expect(JSON.parse(text)).toMatchObject({
      version: 3,
      address: privateKeyToAddress(toHex(key)).slice(2).toLowerCase(),
      crypto: { kdf: "scrypt", kdfparams: { n: 131072, r: 8, p: 1, dklen: 32 } },
    });
    expect(toHex(await decryptKeystore(text, "correct horse 電池 🔑"))).toBe(toHex(key));
  });
});

it.each([
  ["a password in UTF-8", "correct horse 電池", { n: 1024, r: 8, p: 2 }],
  ["nothing", "", { n: 2, r: 1, p: 1 }],
  // As in the definition's example: RFC 7914 forbids n of 2^(16 r) or more.
  ["an n beyond RFC 7914", "testpassword", { n: 131_072, r: 1, p: 1 }],
])("scrypt of %s is the same in a browser and on a server", async (_, password, cost) => {
  const salt = new Uint8Array(password.length);
  const shares: number[] = [];
  const inBrowser = await scryptInBrowser(password, salt, cost, (share) => shares.push(share));
  expect(toHex(await scryptWithWasm(password, salt, cost))).toBe(toHex(inBrowser));
  expect(shares.at(-1)).toBe(1);
});
