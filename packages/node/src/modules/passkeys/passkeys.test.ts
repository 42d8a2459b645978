import { expect, it } from "vitest";
import { createAuthenticator } from "../../../test/support/authenticator.ts";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../test/support/owner-fixture.ts";
import { createWallet } from "../../../test/support/wallet.ts";
import { accessLimits } from "../../domain/access/access-limits.ts";
import { authenticate } from "../../domain/access/callers.ts";
import { signIn } from "../../domain/access/sign-in.ts";
import { requireOwner } from "../../domain/profile/owner.ts";
import type { Store } from "../../store/database.ts";
import { createPasskey, listPasskeys, prepareNewPasskey, removePasskey } from "./passkeys.ts";
import { hasPasskey, preparePasskeySignIn, signInWithPasskey } from "./sign-in.ts";

const origin = "https://node1.example";
const site = { domain: "node1.example", uri: `${origin}/` };
const refuse = (code: string) => expect.objectContaining({ code });
const bad = refuse("INVALID_SIGNATURE");

forEachDatabase((_name, open) => {
  async function withFixture(body: (fixture: OwnerFixture, store: Store) => Promise<void>): Promise<void> {
    const store = await open();
    await using fixture = await openOwnerFixture(store);
    await body(fixture, store);
  }

  const at = (options: { challenge: string }, rest = {}) => ({
    challenge: options.challenge,
    rpId: "node1.example",
    origin,
    ...rest,
  });

  async function register({ context }: OwnerFixture, key = createAuthenticator(), label = "Phone") {
    const response = key.create(at(await prepareNewPasskey(context, site)));
    return { key, passkey: await createPasskey(context, { ...site, label, response }) };
  }

  async function enter({ context }: OwnerFixture, key: ReturnType<typeof createAuthenticator>, rest = {}) {
    const response = key.use(at(await preparePasskeySignIn(context, site), rest));
    return await signInWithPasskey(context, { ...site, response, device: { agent: "Firefox/1 Windows" } });
  }

  it("is made by the owner, and signs in as often as it is used", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      expect(await hasPasskey(context, site)).toBe(false);
      const options = await prepareNewPasskey(context, site);
      expect(options).toMatchObject({
        rp: { id: "node1.example", name: "Owner" },
        attestation: "none",
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        excludeCredentials: [],
        user: {
          name: "node1.example",
          displayName: "Owner",
          id: Buffer.from((await requireOwner(context)).address.slice(2), "hex").toString("base64url"),
        },
        pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: "public-key" })),
      });
      const { key, passkey } = await register(fixture);
      expect(passkey).toMatchObject({ label: "Phone", host: "node1.example", lastUsedAt: null });
      expect(await hasPasskey(context, site)).toBe(true);
      const asked = await preparePasskeySignIn(context, site);
      expect(asked).toMatchObject({ rpId: "node1.example", userVerification: "required" });
      expect(asked.allowCredentials ?? []).toEqual([]);
      const { token, tokenId } = await enter(fixture, key);
      const caller = await authenticate(context, { bearer: null, cookie: token });
      expect(caller).toEqual({ kind: "client", tokenId });
      await enter(fixture, key);
      const [listed] = await listPasskeys(context);
      expect(listed?.lastUsedAt).toBe(new Date(context.clock.now()).toISOString());
      expect((await prepareNewPasskey(context, site)).excludeCredentials).toHaveLength(1);
      await expect(register(fixture, key)).rejects.toEqual(refuse("VALIDATION_FAILED"));
    }));

  it("gets one error whether it is unknown, wrong, removed, or for another host", () =>
    withFixture(async (fixture, store) => {
      const { context } = fixture;
      const id = Buffer.alloc(16, 5);
      const { key, passkey } = await register(fixture, createAuthenticator(id));
      const errors: string[] = [];
      const failed = (attempt: Promise<unknown>) => attempt.catch((error) => errors.push(error.message));
      await failed(enter(fixture, createAuthenticator()));
      await failed(enter(fixture, createAuthenticator(id)));
      await failed(enter(fixture, key, { verifiesUser: false }));
      await failed(enter(fixture, key, { origin: "https://evil.example" }));
      await failed(enter(fixture, key, { origin: `${origin}:8443` }));
      await failed(enter(fixture, key, { rpId: "example" }));
      await store.transaction((tx) => tx.updateTable("passkeys").set({ rpId: "old.example" }).execute());
      expect(await hasPasskey(context, site)).toBe(false);
      expect((await prepareNewPasskey(context, site)).excludeCredentials).toEqual([]);
      await failed(enter(fixture, key));
      await store.transaction((tx) => tx.updateTable("passkeys").set({ rpId: passkey.host }).execute());
      const { token } = await enter(fixture, key);
      await removePasskey(context, passkey.id);
      await failed(enter(fixture, key));
      await failed(signInWithPasskey(context, { ...site, response: { id: "x" } }));
      expect(errors).toHaveLength(9);
      expect(new Set(errors).size).toBe(1);
      // Sessions go on.
      expect(await authenticate(context, { bearer: token, cookie: null })).toMatchObject({ kind: "client" });
      await expect(removePasskey(context, passkey.id)).rejects.toEqual(refuse("NOT_FOUND"));
    }));

  it("is made under this page's host, with the user verified, from a challenge for that", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const make = async (rest: object) => {
        const response = createAuthenticator().create(at(await prepareNewPasskey(context, site), rest));
        return await createPasskey(context, { ...site, label: "Phone", response });
      };
      const wrong = [
        { origin: "https://evil.example" },
        { rpId: "evil.example" },
        { verifiesUser: false },
        { challenge: (await preparePasskeySignIn(context, site)).challenge },
        { challenge: "made up" },
      ];
      for (const rest of wrong) await expect(make(rest)).rejects.toEqual(bad);
      const { key } = await register(fixture);
      const { challenge } = await prepareNewPasskey(context, site);
      await expect(enter(fixture, key, { challenge })).rejects.toEqual(bad);
      for (const [page, code] of [
        [{ domain: "evil.example", uri: "https://evil.example/" }, "FORBIDDEN"],
        [{ domain: "a.example", uri: "https://evil.example/" }, "VALIDATION_FAILED"],
      ] as const) {
        await expect(prepareNewPasskey(context, page)).rejects.toEqual(refuse(code));
        await expect(preparePasskeySignIn(context, page)).rejects.toEqual(refuse(code));
        await expect(hasPasskey(context, page)).rejects.toEqual(refuse(code));
      }
      for (const domain of ["127.0.0.1:8543", "[::1]:8543"]) {
        const page = { domain, uri: `http://${domain}/`, localOrigin: `http://${domain}` };
        await expect(preparePasskeySignIn(context, page)).rejects.toEqual(refuse("VALIDATION_FAILED"));
      }
      // One was made, by `register`.
      expect(await listPasskeys(context)).toHaveLength(1);
    }));

  it("has the id that its authenticator signed, and a challenge that is text", () =>
    withFixture(async (fixture, store) => {
      const { context } = fixture;
      const make = (response: unknown) => createPasskey(context, { ...site, label: "Phone", response });
      const response = createAuthenticator().create(at(await prepareNewPasskey(context, site)));
      const other = Buffer.alloc(16, 9).toString("base64url");
      await expect(make({ ...response, id: other, rawId: other })).rejects.toEqual(bad);
      for (const challenge of [1, null, ["a"]]) {
        const clientDataJSON = Buffer.from(JSON.stringify({ challenge })).toString("base64url");
        const changed = { ...response, response: { ...response.response, clientDataJSON } };
        await expect(make(changed)).rejects.toEqual(bad);
      }
      expect(await listPasskeys(context)).toEqual([]);
      const saidHow = (transports: unknown) => ({
        ...response,
        response: { ...response.response, transports },
      });
      await make(saidHow(["usb", "nfc"]));
      const again = createAuthenticator().create(at(await prepareNewPasskey(context, site)));
      await make({ ...again, response: { ...again.response, transports: ["by pigeon"] } });
      const kept = await store.db.selectFrom("passkeys").select("transports").orderBy("id").execute();
      expect(kept.map(({ transports }) => transports)).toEqual(["usb nfc", ""]);
    }));

  it("answers a challenge once, also when it is sent twice at the same time", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const { key } = await register(fixture);
      const response = key.use(at(await preparePasskeySignIn(context, site)));
      const send = () => signInWithPasskey(context, { ...site, response });
      const results = await Promise.allSettled([send(), send()]);
      expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      await expect(send()).rejects.toEqual(bad);
      const made = createAuthenticator().create(at(await prepareNewPasskey(context, site)));
      await createPasskey(context, { ...site, label: "Key", response: made });
      await expect(createPasskey(context, { ...site, label: "Key", response: made })).rejects.toEqual(bad);
    }));

  it("may answer within five minutes, and not one millisecond later", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const { key } = await register(fixture);
      const [inTime, late] = [
        key.use(at(await preparePasskeySignIn(context, site))),
        key.use(at(await preparePasskeySignIn(context, site))),
      ];
      context.clock.advance(accessLimits.signInMs - 1);
      await signInWithPasskey(context, { ...site, response: inTime });
      context.clock.advance(1);
      await expect(signInWithPasskey(context, { ...site, response: late })).rejects.toEqual(
        refuse("EXPIRED_SIGNATURE"),
      );
    }));

  it("is good for a challenge of this node's alone, to the letter, in one spelling, for its purpose", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const { key } = await register(fixture);
      const { challenge } = await preparePasskeySignIn(context, site);
      const bytes = Buffer.from(challenge, "base64url");
      const others = Array.from({ length: bytes.length }, (_, at) => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ 1;
        return changed.toString("base64url");
      });
      const { challenge: toCreate } = await prepareNewPasskey(context, site);
      const texts = [...others, toCreate, `${challenge}=`, `${challenge} `, challenge.slice(0, -1), ""];
      for (const text of texts) {
        const response = key.use(at({ challenge: text }));
        await expect(signInWithPasskey(context, { ...site, response })).rejects.toEqual(bad);
      }
      await signInWithPasskey(context, { ...site, response: key.use(at({ challenge })) });
    }));

  it("is refused when its counter stays or goes back: there is a copy of it", () =>
    withFixture(async (fixture) => {
      const { key } = await register(fixture);
      await enter(fixture, key, { counter: 7 });
      for (const counter of [7, 6, 0]) await expect(enter(fixture, key, { counter })).rejects.toEqual(bad);
      await enter(fixture, key, { counter: 8 });
    }));

  it("can't be given a wallet's signature, nor its challenge be signed by a wallet", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const { challenge } = await preparePasskeySignIn(context, site);
      const signature = await createWallet(7).signMessage(challenge);
      await expect(signIn(context, { ...site, message: challenge, signature })).rejects.toEqual(bad);
    }));

  it("has so many neighbours, and a name of so many characters", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      for (const label of [
        "",
        " ",
        "x".repeat(accessLimits.passkeyLabelLength + 1),
        "a\nb",
        "a\u202eb",
        "\u3164",
      ]) {
        await expect(register(fixture, createAuthenticator(), label)).rejects.toEqual(
          refuse("VALIDATION_FAILED"),
        );
      }
      await register(fixture, createAuthenticator(), "😀".repeat(accessLimits.passkeyLabelLength));
      for (let n = 1; n < accessLimits.passkeys; n++) await register(fixture);
      await expect(register(fixture)).rejects.toEqual(refuse("TOO_MANY"));
      expect(await listPasskeys(context)).toHaveLength(accessLimits.passkeys);
    }));

  it("reads no part that is longer than the limit", () =>
    withFixture(async (fixture) => {
      const { key } = await register(fixture);
      const { challenge } = await preparePasskeySignIn(fixture.context, site);
      // Base64 makes four characters of three bytes: the longest answer has exactly the limit.
      const used = key.use(at({ challenge }));
      const data = JSON.parse(Buffer.from(used.response.clientDataJSON, "base64url").toString());
      const bytes = (accessLimits.passkeyAnswerLength / 4) * 3;
      const empty = JSON.stringify({ ...data, pad: "" }).length;
      const padded = (more: number) => key.use(at({ challenge }, { pad: "x".repeat(bytes - empty + more) }));
      expect(padded(0).response.clientDataJSON).toHaveLength(accessLimits.passkeyAnswerLength);
      const send = (more: number) => signInWithPasskey(fixture.context, { ...site, response: padded(more) });
      await expect(send(1)).rejects.toEqual(bad);
      await send(0);
    }));
});
