import { createHmac } from "node:crypto";
import { generateKeyPair, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { T0 } from "../../../test/support/store-records.ts";
import { decodeToken, encodeToken } from "./token-format.ts";

const key = new Uint8Array(32).fill(1);
const claims = { id: "a1", kind: "client", issuedAt: T0, expiresAt: T0 + 60_000 } as const;
const both = ["client", "integration"] as const;
const decode = (token: string, now = T0, kinds: readonly ("client" | "integration")[] = both) =>
  decodeToken(key, token, { kinds, now });

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const good = { kind: "client", jti: "a1", aud: "freehold:client", iat: T0 / 1000, exp: T0 / 1000 + 60 };

/** A token as anybody could write it, with an HMAC of this key. */
function forge(header: object, payload: object, secret: Uint8Array = key, hash = "sha256"): string {
  const text = `${part(header)}.${part(payload)}`;
  return `${text}.${createHmac(hash, secret).update(text).digest("base64url")}`;
}

describe("encodeToken", () => {
  it("is read again, of either kind, with or without an end", async () => {
    expect(await decode(await encodeToken(key, claims))).toEqual({ id: "a1", kind: "client" });
    const endless = await encodeToken(key, { ...claims, kind: "integration", expiresAt: null });
    expect(await decode(endless, T0 * 2)).toEqual({ id: "a1", kind: "integration" });
  });

  it("says what it is, and nothing that is secret", async () => {
    const [header = "", payload = ""] = (await encodeToken(key, claims)).split(".");
    const read = (text: string) => JSON.parse(Buffer.from(text, "base64url").toString());
    expect(read(header)).toEqual({ alg: "HS256", typ: "JWT" });
    expect(read(payload)).toEqual(good);
  });
});

describe("decodeToken", () => {
  it("takes what this test forges when nothing is wrong with it", async () => {
    expect(await decode(forge({ alg: "HS256", typ: "JWT" }, good))).toEqual({ id: "a1", kind: "client" });
  });

  it("takes no kind that is not asked for", async () => {
    const session = await encodeToken(key, claims);
    const program = await encodeToken(key, { ...claims, kind: "integration" });
    expect(await decode(session, T0, ["integration"])).toBeNull();
    expect(await decode(program, T0, ["client"])).toBeNull();
  });

  it("ends with the second in which it expires", async () => {
    const token = await encodeToken(key, claims);
    expect(await decode(token, T0 + 59_999)).not.toBeNull();
    expect(await decode(token, T0 + 60_000)).toBeNull();
  });

  const header = { alg: "HS256", typ: "JWT" };
  it.each<[string, string]>([
    ["no signature (alg none)", `${part({ alg: "none", typ: "JWT" })}.${part(good)}.`],
    ["alg none in other letters", `${part({ alg: "nOnE", typ: "JWT" })}.${part(good)}.`],
    ["alg none over a good HMAC", forge({ alg: "none", typ: "JWT" }, good)],
    ["another key", forge(header, good, new Uint8Array(32).fill(2))],
    ["an empty key", forge(header, good, new Uint8Array(0))],
    ["another HMAC", forge({ alg: "HS512", typ: "JWT" }, good, key, "sha512")],
    ["HS256 that is SHA-512", forge(header, good, key, "sha512")],
    ["no alg", forge({ typ: "JWT" }, good)],
    ["no type", forge({ alg: "HS256" }, good)],
    ["another type", forge({ alg: "HS256", typ: "at+jwt" }, good)],
    ["an extension that must be understood", forge({ ...header, crit: ["x"], x: 1 }, good)],
    ["no id", forge(header, { ...good, jti: undefined })],
    ["an empty id", forge(header, { ...good, jti: "" })],
    ["no kind", forge(header, { ...good, kind: undefined })],
    ["an unknown kind", forge(header, { ...good, kind: "admin", aud: "freehold:admin" })],
    ["a kind of another audience", forge(header, { ...good, kind: "integration" })],
    ["no audience", forge(header, { ...good, aud: undefined })],
    ["several audiences", forge(header, { ...good, aud: ["freehold:client", "freehold:integration"] })],
    ["no time", forge(header, { ...good, iat: undefined })],
    ["an end that is no number", forge(header, { ...good, exp: "never" })],
    ["a beginning in the future", forge(header, { ...good, nbf: T0 / 1000 + 1 })],
    ["an array", forge(header, [good])],
    ["nothing", ""],
    ["dots", ".."],
    ["words", "let me in"],
  ])("refuses %s", async (_name, token) => {
    expect(await decode(token)).toBeNull();
  });

  it("refuses one that was changed in any place", async () => {
    const token = await encodeToken(key, claims);
    for (let index = 0; index < token.length; index += 1) {
      // The last letter of a signature has two bits that stand for nothing.
      const other = token[index] === "A" ? "g" : "A";
      expect(await decode(token.slice(0, index) + other + token.slice(index + 1))).toBeNull();
    }
  });

  it("refuses one that is signed with a key pair", async () => {
    const { privateKey } = await generateKeyPair("ES256");
    const token = await new SignJWT(good).setProtectedHeader({ alg: "ES256", typ: "JWT" }).sign(privateKey);
    expect(await decode(token)).toBeNull();
  });
});
