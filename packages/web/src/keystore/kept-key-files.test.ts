import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sealKey, unsealKey } from "./passkey-lock.ts";

const [ada, bob] = [`0x${"A".repeat(40)}`, `0x${"B".repeat(40)}`] as const;
const bytes = (fill: number, length = 32) => new Uint8Array(length).fill(fill);
const lock = {
  credentialId: bytes(1),
  salt: bytes(2),
  sealed: { iv: bytes(3, 12), ciphertext: bytes(4, 48) },
};

// The module holds its database: each test has a new one, as a browser that stores nothing yet.
let kept: typeof import("./kept-key-files.ts");
let browsers = 0;
beforeEach(async () => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  browsers += 1;
  kept = await import(/* @vite-ignore */ `./kept-key-files.ts?browser=${browsers}`);
});
afterEach(() => void vi.unstubAllGlobals());

test("the file of another address is never taken for the wanted one", async () => {
  await kept.keepKeyFile(ada, "of Ada");
  expect(await kept.readKeptFile(bob)).toBeNull();
  expect(await kept.readKeptFile(ada)).toMatchObject({ address: ada, file: "of Ada", passkey: null });
  expect(await kept.readKeptFile(null)).toMatchObject({ address: ada });
});

test("a newer file of the same key keeps its passkey, and forgetting removes both", async () => {
  expect(await kept.setPasskeyLock(ada, lock)).toBe(false);
  await kept.keepKeyFile(ada, "old");
  await kept.keepKeyFile(bob, "of Bob");
  expect(await kept.setPasskeyLock(ada, lock)).toBe(true);
  await kept.keepKeyFile(ada, "new");
  expect(await kept.readKeptFile(ada)).toMatchObject({ file: "new", passkey: lock });
  await kept.forgetKeyFile(ada);
  expect(await kept.readKeptFiles()).toMatchObject([{ address: bob, file: "of Bob" }]);
});

test("a browser that stores nothing keeps nothing, and says so", async () => {
  vi.stubGlobal("indexedDB", undefined);
  expect(await kept.keepKeyFile(ada, "of Ada")).toBe(false);
  expect(await kept.readKeptFiles()).toEqual([]);
});

test("only the secret and the address that it was sealed with give a key back", async () => {
  const sealed = await sealKey(bytes(7), bytes(8), ada);
  expect(await unsealKey(sealed, bytes(8), ada)).toEqual(bytes(7));
  await expect(unsealKey(sealed, bytes(9), ada)).rejects.toThrow();
  await expect(unsealKey(sealed, bytes(8), bob)).rejects.toThrow();
  const changed = { ...sealed, ciphertext: sealed.ciphertext.with(0, (sealed.ciphertext[0] ?? 0) ^ 1) };
  await expect(unsealKey(changed, bytes(8), ada)).rejects.toThrow();
});
