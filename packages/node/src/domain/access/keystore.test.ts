import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPrivateKey, encryptKeystore } from "@freehold/protocol";
import { privateKeyToAddress } from "viem/accounts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readKeystore, writeKeystore } from "./keystore.ts";
import { addressOf, parsePrivateKey } from "./signer.ts";

const SECRET = "7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

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
    const keystore = await encryptKeystore(createPrivateKey(), "one");
    await writeKeystore(path, keystore);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readKeystore(path)).toBe(keystore);
    const before = await readFile(path);
    await expect(writeKeystore(path, "another")).rejects.toMatchObject({
      code: "KEYSTORE_EXISTS",
    });
    expect(await readFile(path)).toEqual(before);
    expect(await readdir(join(folder, "deep"))).toEqual(["keystore.json"]);
  });

  it("is null when there is none, and refused when it is too large", async () => {
    const path = join(folder, "keystore.json");
    expect(await readKeystore(path)).toBeNull();
    await writeFile(path, " ".repeat(70_000));
    await expect(readKeystore(path)).rejects.toMatchObject({ code: "KEYSTORE_INVALID" });
  });
});
