import { type Hex, signDigestWith, signEnvelope } from "@freehold/protocol";
import { parseSiweMessage, validateSiweMessage } from "viem/siwe";
import { describe, expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../test/support/owner-fixture.ts";
import { rowsOf } from "../../../test/support/store-records.ts";
import { createWallet } from "../../../test/support/wallet.ts";
import type { Store } from "../../store/database.ts";
import { accessLimits } from "./access-limits.ts";
import { authenticate } from "./callers.ts";
import { signIn } from "./sign-in.ts";
import { readSignInMessage } from "./sign-in-message.ts";
import { listTokens } from "./tokens.ts";

const site = { domain: "node1.example", uri: "https://node1.example/console" };
const wallet = createWallet(7);
const outsider = createWallet(8);
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

function twinOf(signature: Hex): Hex {
  const s = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, "0");
  return `0x${signature.slice(2, 66)}${s}${signature.endsWith("1b") ? "1c" : "1b"}`;
}

forEachDatabase((_name, open) => {
  async function withFixture(body: (fixture: OwnerFixture, store: Store) => Promise<void>): Promise<void> {
    const store = await open();
    await using fixture = await openOwnerFixture(store);
    await body(fixture, store);
  }

  const ask = (fixture: OwnerFixture) =>
    readSignInMessage(fixture.context, { address: fixture.self.toLowerCase(), ...site });
  const enter = async (fixture: OwnerFixture, message: string, signature?: string, at = site) =>
    signIn(fixture.context, { message, signature: signature ?? (await wallet.signMessage(message)), ...at });
  const refuse = (code: string, words: RegExp | string = "") =>
    expect.objectContaining({ code, message: expect.stringMatching(words) });
  const sessions = (fixture: OwnerFixture) => listTokens(fixture.context);

  describe("readSignInMessage", () => {
    it("writes EIP-4361 as others read it", () =>
      withFixture(async (fixture) => {
        const { message, expiresAt } = await ask(fixture);
        const fields = parseSiweMessage(message);
        const issuedAt = new Date(fixture.context.clock.now());
        expect(fields).toEqual({
          address: fixture.self,
          chainId: 1,
          domain: site.domain,
          expirationTime: new Date(issuedAt.getTime() + 300_000),
          issuedAt,
          nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
          statement: expect.stringContaining("owner"),
          uri: site.uri,
          version: "1",
        });
        expect(expiresAt).toBe(fields.expirationTime?.toISOString());
        expect(validateSiweMessage({ message: fields, domain: site.domain, time: issuedAt })).toBe(true);
      }));

    it("gives every message a nonce of its own", () =>
      withFixture(async (fixture) => {
        const nonces = await Promise.all(
          [1, 2, 3].map(async () => parseSiweMessage((await ask(fixture)).message).nonce),
        );
        expect(new Set(nonces).size).toBe(3);
      }));

    it("is for the owner alone, on a page of this node's", () =>
      withFixture(async (fixture) => {
        const { context } = fixture;
        await expect(readSignInMessage(context, { address: outsider.address, ...site })).rejects.toEqual(
          refuse("FORBIDDEN", "owner"),
        );
        await expect(readSignInMessage(context, { address: "0x12", ...site })).rejects.toEqual(
          refuse("VALIDATION_FAILED"),
        );
        const evil = { domain: "evil.example", uri: "https://evil.example/" };
        await expect(readSignInMessage(context, { address: fixture.self, ...evil })).rejects.toEqual(
          refuse("FORBIDDEN"),
        );
      }));

    it("stores nothing, however many are asked for, and the owner's is good all the same", () =>
      withFixture(async (fixture, store) => {
        const { message } = await ask(fixture);
        for (let n = 0; n < 50; n += 1) await ask(fixture);
        expect(await rowsOf(store.db, "used_sign_ins")).toEqual([]);
        await enter(fixture, message);
        expect(await rowsOf(store.db, "used_sign_ins")).toHaveLength(1);
      }));
  });

  describe("signIn", () => {
    it("gives the owner a session", () =>
      withFixture(async (fixture) => {
        const { message } = await ask(fixture);
        const { token, tokenId, expiresAt } = await enter(fixture, message);
        const caller = { kind: "client", tokenId };
        expect(await authenticate(fixture.context, { bearer: token, cookie: null })).toEqual(caller);
        expect(await authenticate(fixture.context, { bearer: null, cookie: token })).toEqual(caller);
        expect(Date.parse(expiresAt)).toBe(fixture.context.clock.now() + accessLimits.sessionMs);
        expect(await sessions(fixture)).toMatchObject([
          { id: tokenId, kind: "client", label: null, expiresAt },
        ]);
      }));

    it("takes a message once, also when two come at the same time", () =>
      withFixture(async (fixture) => {
        const { message } = await ask(fixture);
        const outcomes = await Promise.allSettled([1, 2, 3].map(() => enter(fixture, message)));
        expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
        await expect(enter(fixture, message)).rejects.toEqual(refuse("INVALID_SIGNATURE", "already used"));
        expect(await sessions(fixture)).toHaveLength(1);
      }));

    it("does not take the message, or anything in it, for a credential", () =>
      withFixture(async (fixture) => {
        const { message } = await ask(fixture);
        const signature = await wallet.signMessage(message);
        const { nonce = "" } = parseSiweMessage(message);
        for (const bearer of [message, nonce, signature, fixture.self]) {
          await expect(authenticate(fixture.context, { bearer, cookie: null })).rejects.toEqual(
            refuse("UNAUTHENTICATED"),
          );
        }
        for (const wrong of ["", "0x", nonce, message, fixture.self]) {
          await expect(enter(fixture, message, wrong)).rejects.toEqual(refuse("INVALID_SIGNATURE"));
        }
        expect(await sessions(fixture)).toEqual([]);
      }));

    it("takes a message of this node's alone, to the letter", () =>
      withFixture(async (fixture) => {
        const { message } = await ask(fixture);
        const { nonce = "" } = parseSiweMessage(message);
        const changed = [
          message.replace("Chain ID: 1", "Chain ID: 5"),
          message.replace(nonce, "0".repeat(32)),
          message.replace(nonce, nonce.toUpperCase()),
          message.replace(/Expiration Time: .*/, "Expiration Time: 2099-01-01T00:00:00.000Z"),
          message.replace(/\nExpiration Time: .*/, ""),
          message.replace(nonce, nonce.slice(0, 12)),
          message.replace(nonce, nonce.slice(0, 12) + (await ask(fixture)).message.slice(-20)),
          message.replace(/Issued At: \d{4}/, "Issued At: 2099"),
          message.replace(fixture.self, fixture.self.toLowerCase()),
          message.replace(site.domain, "evil.example"),
          message.replaceAll("\n", "\r\n"),
          `${message}\n`,
          `${message}\nRequest ID: 1`,
          "x".repeat(100_000),
          "",
        ];
        for (const other of changed) {
          await expect(enter(fixture, other)).rejects.toEqual(refuse("INVALID_SIGNATURE", "is unknown"));
        }
        await enter(fixture, message);
      }));

    it("takes it on the site alone for which it was made", () =>
      withFixture(async (fixture) => {
        const { message } = await ask(fixture);
        const localOrigin = "http://localhost:8543";
        const here = { domain: "localhost:8543", uri: `${localOrigin}/`, localOrigin };
        const elsewhere = { domain: "evil.example", uri: "https://evil.example/" };
        await expect(enter(fixture, message, undefined, here)).rejects.toEqual(
          refuse("INVALID_SIGNATURE", "address"),
        );
        const otherPort = { ...here, localOrigin: "http://localhost:3000" };
        for (const place of [elsewhere, otherPort])
          await expect(enter(fixture, message, undefined, place)).rejects.toEqual(refuse("FORBIDDEN"));
        const page = { ...site, uri: "https://node1.example/" };
        await expect(enter(fixture, message, undefined, page)).rejects.toEqual(refuse("INVALID_SIGNATURE"));
        expect(await sessions(fixture)).toEqual([]);
      }));

    it("takes the owner's signature alone, in one form", () =>
      withFixture(async (fixture) => {
        const { message } = await ask(fixture);
        const signature = await wallet.signMessage(message);
        const others = [await outsider.signMessage(message), await wallet.signMessage(`${message} `)];
        for (const other of others) {
          await expect(enter(fixture, message, other)).rejects.toEqual(
            refuse("INVALID_SIGNATURE", "owner's key"),
          );
        }
        for (const other of [
          twinOf(signature),
          signature.slice(0, 130),
          `${signature.slice(0, 130)}25`,
          "0xzz",
        ]) {
          await expect(enter(fixture, message, other)).rejects.toEqual(
            refuse("INVALID_SIGNATURE", "wrong format"),
          );
        }
        const contract = `${signature}${"00".repeat(32)}`;
        await expect(enter(fixture, message, contract)).rejects.toEqual(
          refuse("INVALID_SIGNATURE", "Contract wallets"),
        );
        expect(await sessions(fixture)).toEqual([]);
        // Whoever failed has not used it up for the owner; v as 0 and 1 is what some wallets give.
        const v = signature.endsWith("1b") ? "00" : "01";
        await enter(fixture, message, signature.slice(0, 130) + v);
      }));

    it("takes no signature of the owner's over a message of the protocol", () =>
      withFixture(async (fixture) => {
        const { message } = await ask(fixture);
        const meaning = {
          contentHash: `0x${"ab".repeat(32)}`,
          publisherAddress: fixture.self,
          timestamp: 1,
        } as const;
        const signDigest = signDigestWith(new Uint8Array(32).fill(7));
        const { typedData, signature } = signEnvelope("StatementOfSource", meaning, signDigest);
        expect(await wallet.signTypedData(typedData)).toBe(signature);
        await expect(enter(fixture, message, signature)).rejects.toEqual(refuse("INVALID_SIGNATURE"));
        await expect(enter(fixture, JSON.stringify(typedData), signature)).rejects.toEqual(
          refuse("INVALID_SIGNATURE"),
        );
      }));

    it("takes no message of another node with the same owner and address", () =>
      withFixture(async (fixture) => {
        await using other = await openOwnerFixture(await open());
        const { message } = await ask(other);
        await expect(enter(fixture, message)).rejects.toEqual(refuse("INVALID_SIGNATURE", "is unknown"));
        await enter(other, message);
      }));

    it("is used up for good, also where the clock goes back", () =>
      withFixture(async (fixture) => {
        const { message } = await ask(fixture);
        await enter(fixture, message);
        fixture.context.clock.advance(accessLimits.signInMs);
        await enter(fixture, (await ask(fixture)).message);
        fixture.context.clock.advance(-accessLimits.signInMs);
        await expect(enter(fixture, message)).rejects.toEqual(refuse("INVALID_SIGNATURE", "already used"));
      }));

    it("waits five minutes, and not one millisecond more", () =>
      withFixture(async (fixture) => {
        const [late, inTime] = [await ask(fixture), await ask(fixture)];
        fixture.context.clock.advance(accessLimits.signInMs - 1);
        await enter(fixture, inTime.message);
        fixture.context.clock.advance(1);
        await expect(enter(fixture, late.message)).rejects.toEqual(refuse("EXPIRED_SIGNATURE", "expired"));
      }));

    it("is not lengthened by a clock that goes back", () =>
      withFixture(async (fixture) => {
        const { message } = await ask(fixture);
        fixture.context.clock.advance(-accessLimits.clockJumpMs - 1);
        await expect(enter(fixture, message)).rejects.toEqual(refuse("EXPIRED_SIGNATURE"));
        fixture.context.clock.advance(1);
        await enter(fixture, message);
      }));

    it("keeps so many sessions, and ends those that were used least lately", () =>
      withFixture(async (fixture, store) => {
        const { clock } = fixture.context;
        const now = clock.now();
        const row = {
          kind: "client",
          label: "",
          scopes: "",
          createdAt: now,
          expiresAt: now + 9e8,
        } as const;
        const others = Array.from({ length: accessLimits.sessions }, (_, n) => ({
          ...row,
          id: `s${n}`,
          lastUsedAt: n === 5 ? null : now + n,
        }));
        await store.transaction((tx) => tx.insertInto("tokens").values(others).execute());
        clock.advance(1_000);
        const { token, tokenId } = await enter(fixture, (await ask(fixture)).message);
        const left = (await sessions(fixture)).map(({ id }) => id);
        expect(left).toHaveLength(accessLimits.sessions);
        expect(left).toContain(tokenId);
        // s0 was used when s5 was made: the id decides.
        expect(left.includes("s0") && left.includes("s5")).toBe(false);
        expect(await authenticate(fixture.context, { bearer: token, cookie: null })).toMatchObject({
          tokenId,
        });
      }));

    it("is not there before the node has an owner, and tells the log nothing that is secret", () =>
      withFixture(async (fixture, store) => {
        const { token } = await enter(fixture, (await ask(fixture)).message);
        expect(JSON.stringify(fixture.context.log.entries)).not.toContain(token);
        await store.transaction((tx) => tx.deleteFrom("profiles").execute());
        await expect(ask(fixture)).rejects.toEqual(refuse("NOT_INSTALLED"));
        await expect(enter(fixture, "x", "0x")).rejects.toEqual(refuse("NOT_INSTALLED"));
      }));
  });
});
