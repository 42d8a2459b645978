import { addressOfPrivateKey } from "@freehold/protocol";
import { describe, expect, test } from "vitest";
import { decryptKey as decryptOnServer } from "../../../node/src/keystore/decrypt-key.ts";
import { encryptKey as encryptOnServer } from "../../../node/src/keystore/encrypt-key.ts";
import { decryptKey } from "./decrypt-key.ts";
import { encryptKey } from "./encrypt-key.ts";

const password = "correct horse 電池 staple";
const secret = "7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d";
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

/** The first test vector of the Web3 Secret Storage definition. */
const rounds = {
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
  version: 3,
};
const changed = (crypto: object, file: object = {}) => ({
  ...rounds,
  ...file,
  crypto: { ...rounds.crypto, ...crypto },
});
const scrypt = (params: object) =>
  changed({ kdf: "scrypt", kdfparams: { dklen: 32, n: 2, r: 8, p: 1, salt: "ab", ...params } });
const open = (file: unknown, word = "testpassword") => decryptKey(JSON.stringify(file), word);

describe("a key file", () => {
  test("that a browser makes is opened by the command line, and the other way round", async () => {
    const key = crypto.getRandomValues(new Uint8Array(32));
    const shares: number[] = [];
    const made = await encryptKey(key, password, (share) => shares.push(share));
    expect(shares.at(-1)).toBe(1);
    expect(shares.length).toBeGreaterThan(10);
    expect(`0x${made.address}`).toBe(addressOfPrivateKey(key).toLowerCase());
    expect(hex(await decryptOnServer(made, password))).toBe(hex(key));
    expect(hex(await open(await encryptOnServer(key, password), password))).toBe(hex(key));
    expect(JSON.stringify(made)).not.toContain(hex(key));
  });

  test("of the definition is opened, however its hex is written", async () => {
    expect(hex(await open(rounds))).toBe(secret);
    const { crypto, ...rest } = changed({ mac: `0x${rounds.crypto.mac.toUpperCase()}` });
    expect(hex(await open({ ...rest, Crypto: crypto }))).toBe(secret);
  });

  test.each([
    ["wrong-password", rounds, "another"],
    ["wrong-password", changed({ ciphertext: `00${rounds.crypto.ciphertext.slice(2)}` })],
    ["other-key", changed({}, { address: "ab".repeat(20) })],
    ["no-key-file", changed({}, { version: 1 })],
    ["no-key-file", changed({}, { address: 5 })],
    ["no-key-file", changed({ cipher: "none" })],
    ["no-key-file", changed({ mac: "ab" })],
    ["no-key-file", changed({ kdf: "md5" })],
    ["no-key-file", scrypt({ n: 3 })],
    ["no-key-file", scrypt({ dklen: 16 })],
    ["no-key-file", scrypt({ salt: "g" })],
    ["no-key-file", null],
    ["no-key-file", { version: 3 }],
    ["too-heavy", scrypt({ n: 2 ** 25 })],
    ["too-heavy", scrypt({ p: 65 })],
    ["too-heavy", changed({ kdfparams: { ...rounds.crypto.kdfparams, c: 10_000_001 } })],
  ])("%s", async (problem, file, word?: string) => {
    await expect(open(file, word)).rejects.toMatchObject({ problem });
  });

  test("that is no JSON is none", async () => {
    await expect(decryptKey("{", password)).rejects.toMatchObject({ problem: "no-key-file" });
  });
});
