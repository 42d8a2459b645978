import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { privateKeyToAddress } from "viem/accounts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { decryptKey } from "./decrypt-key.ts";
import { encryptKey } from "./encrypt-key.ts";
import { readKeystore, writeKeystore } from "./keystore-file.ts";
import { addressOf, createPrivateKey, parsePrivateKey } from "./private-key.ts";

const SECRET = "7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d";

/** The two test vectors of the Web3 Secret Storage definition. */
const pbkdf2Vector = {
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
const scryptVector = {
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

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const changed = (parameters: object) => ({
  ...scryptVector,
  crypto: { ...scryptVector.crypto, kdfparams: { ...scryptVector.crypto.kdfparams, ...parameters } },
});

describe("decryptKey", () => {
  it.each([
    ["PBKDF2", pbkdf2Vector],
    ["scrypt", scryptVector],
    ["a capital Crypto", { version: 3, Crypto: scryptVector.crypto }],
  ])("opens the definition's vector with %s", async (_, vector) => {
    expect(hex(await decryptKey(vector, "testpassword"))).toBe(SECRET);
  });

  it("refuses a wrong password, and tells nothing else", async () => {
    await expect(decryptKey(pbkdf2Vector, "testpassworD")).rejects.toMatchObject({
      code: "WRONG_PASSWORD",
      message: "The password does not open the keystore.",
    });
  });

  it("refuses an address that the key does not have", async () => {
    await expect(
      decryptKey({ ...pbkdf2Vector, address: "11".repeat(20) }, "testpassword"),
    ).rejects.toMatchObject({
      code: "KEYSTORE_INVALID",
    });
    const named = { ...pbkdf2Vector, address: "008aeeda4d805471df9b2a5b0f38a0c3bcba786b" };
    expect(hex(await decryptKey(named, "testpassword"))).toBe(SECRET);
  });

  it.each([
    ["more than 1 GiB", changed({ n: 2 ** 21, r: 8 }), /1 GiB/],
    ["a huge r", changed({ n: 2, r: 2 ** 40 }), /1 GiB/],
    ["too many passes", changed({ p: 1000 }), /1 GiB/],
    ["an n that is no power of two", changed({ n: 1000 }), /power of two/],
    ["a short derived key", changed({ dklen: 16 }), /kdfparams/],
    ["an unknown version", { ...scryptVector, version: 1 }, /version/],
    ["a list", [], /keystore/],
    [
      "a billion rounds",
      {
        ...pbkdf2Vector,
        crypto: { ...pbkdf2Vector.crypto, kdfparams: { ...pbkdf2Vector.crypto.kdfparams, c: 1e9 } },
      },
      /rounds/,
    ],
  ])("refuses %s", async (_, keystore, sentence) => {
    const attempt = Promise.resolve().then(() => decryptKey(keystore, "testpassword"));
    await expect(attempt).rejects.toMatchObject({
      code: "KEYSTORE_INVALID",
      message: expect.stringMatching(sentence),
    });
  });
});

describe("encryptKey", () => {
  it("writes what decryptKey opens, in the definition's recommended strength", async () => {
    const key = createPrivateKey();
    const keystore = await encryptKey(key, "pässword 🔑");
    expect(keystore.crypto.kdfparams).toMatchObject({ n: 131072, r: 8, p: 1, dklen: 32 });
    expect(JSON.stringify(keystore)).not.toContain(hex(key));
    expect(hex(await decryptKey(JSON.parse(JSON.stringify(keystore)), "pässword 🔑"))).toBe(hex(key));
  });
});

describe("private keys", () => {
  it("have the address that viem gives them", () => {
    for (const key of [parsePrivateKey(Buffer.from(SECRET)), createPrivateKey()]) {
      expect(addressOf(key)).toBe(privateKeyToAddress(`0x${hex(key)}`));
    }
  });

  it.each([SECRET, `0x${SECRET}`, `  0X${SECRET.toUpperCase()}\r\n`])("are read from %j", (text) => {
    expect(hex(parsePrivateKey(Buffer.from(text)))).toBe(SECRET);
  });

  it.each([
    "",
    "0x",
    SECRET.slice(1),
    `${SECRET}0`,
    SECRET.replace("7", "g"),
    "0".repeat(64),
    "f".repeat(64),
  ])("are not read from %j", (text) => {
    expect(() => parsePrivateKey(Buffer.from(text))).toThrow(
      expect.objectContaining({
        code: "PRIVATE_KEY_INVALID",
        message: expect.not.stringContaining(text || "-"),
      }),
    );
  });
});

describe("the keystore file", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "freehold-keystore-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("is for its owner alone, whole, and never written over", async () => {
    const path = join(folder, "deep", "keystore.json");
    const keystore = await encryptKey(createPrivateKey(), "one");
    await writeKeystore(path, keystore);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readKeystore(path)).toEqual(keystore);
    const before = await readFile(path);
    await expect(writeKeystore(path, { ...keystore, id: "another" })).rejects.toMatchObject({
      code: "KEYSTORE_EXISTS",
    });
    expect(await readFile(path)).toEqual(before);
    expect(await readdir(join(folder, "deep"))).toEqual(["keystore.json"]);
  });

  it("is null when there is none, and refused when it is no JSON", async () => {
    const path = join(folder, "keystore.json");
    expect(await readKeystore(path)).toBeNull();
    await writeFile(path, "{");
    await expect(readKeystore(path)).rejects.toMatchObject({ code: "KEYSTORE_INVALID" });
    await writeFile(path, " ".repeat(70_000));
    await expect(readKeystore(path)).rejects.toMatchObject({ code: "KEYSTORE_INVALID" });
  });
});
