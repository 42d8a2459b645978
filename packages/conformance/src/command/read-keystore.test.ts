import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KeystoreError } from "@freehold/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readKeystore } from "./run-command.ts";

// The examples of the format's own definition: a key and its password.
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

  it.each([
    ["another password", pbkdf2, "guess", /does not open/],
    ["no JSON", "{", password, /not a key file/],
    ["another version", { ...pbkdf2, version: 1 }, password, /not a key file/],
  ])("is refused in words: %s", async (_what, keystore, secret, sentence) => {
    await expect(open(keystore, secret)).rejects.toThrow(KeystoreError);
    await expect(open(keystore, secret)).rejects.toThrow(sentence);
  });

  it("is required", async () => {
    await expect(readKeystore(join(folder, "nothing"), join(folder, "password"))).rejects.toThrow(
      /can't be read/,
    );
  });
});
