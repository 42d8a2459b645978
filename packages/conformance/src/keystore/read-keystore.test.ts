import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KeystoreError, readKeystore } from "./read-keystore.ts";

// The examples of the format's own definition: one key, one password, both derivations.
const password = "testpassword";
const key = "7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d";
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

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "conformance-keystore-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function open(keystore: unknown, secret: string): Promise<string> {
  const [file, passwordFile] = [join(folder, "keystore.json"), join(folder, "password")];
  await writeFile(file, typeof keystore === "string" ? keystore : JSON.stringify(keystore));
  await writeFile(passwordFile, secret);
  return Buffer.from(await readKeystore(file, passwordFile)).toString("hex");
}

describe("the owner's keystore", () => {
  it("is opened by the first line of the password file", async () => {
    expect(await open(pbkdf2, `${password}\nand more\n`)).toBe(key);
  });

  it("may write `Crypto` with a capital", async () => {
    const { crypto, ...rest } = pbkdf2;
    expect(await open({ ...rest, Crypto: crypto }, password)).toBe(key);
  });

  it("is opened with scrypt as well", async () => {
    const { createCipheriv, scryptSync } = await import("node:crypto");
    const { keccak256 } = await import("@freehold/protocol");
    const parameters = { dklen: 32, n: 1024, r: 8, p: 1, salt: "0a".repeat(32) };
    const derived = scryptSync(password, Buffer.from(parameters.salt, "hex"), 32, { N: 1024, r: 8, p: 1 });
    const iv = Buffer.alloc(16, 7);
    const ciphertext = createCipheriv("aes-128-ctr", derived.subarray(0, 16), iv).update(
      Buffer.from(key, "hex"),
    );
    const mac = Buffer.from(keccak256(Buffer.concat([derived.subarray(16), ciphertext])));
    const hex = {
      cipherparams: { iv: iv.toString("hex") },
      ciphertext: ciphertext.toString("hex"),
      mac: mac.toString("hex"),
    };
    const crypto = { cipher: "aes-128-ctr", kdf: "scrypt", kdfparams: parameters, ...hex };
    expect(await open({ version: 3, crypto }, password)).toBe(key);
  });

  it.each([
    ["another password", pbkdf2, "guess", /does not open/],
    ["no JSON", "{", password, /no keystore/],
    ["another version", { ...pbkdf2, version: 1 }, password, /no keystore/],
    [
      "work for hours",
      { ...pbkdf2, crypto: { ...pbkdf2.crypto, kdfparams: { ...pbkdf2.crypto.kdfparams, c: 1e9 } } },
      password,
      /can't be done/,
    ],
  ])("is refused in words: %s", async (_what, keystore, secret, sentence) => {
    await expect(open(keystore, secret)).rejects.toThrow(KeystoreError);
    await expect(open(keystore, secret)).rejects.toThrow(sentence);
  });

  it("must be there", async () => {
    await expect(readKeystore(join(folder, "nothing"), join(folder, "password"))).rejects.toThrow(
      /can't be read/,
    );
  });
});
