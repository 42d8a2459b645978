import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addressOfPrivateKey,
  EwpError,
  type Form,
  fromHex,
  type Meanings,
  type MessageKind,
  parseEnvelope,
  type Recover,
  recoverPublicKey,
  signDigestWith,
  signEnvelope,
  type Verified,
  verifyEnvelope,
} from "../index.ts";

const mutations = process.env.TEST_FULL ? 100_000 : 2_000;
const seed = 20_261_121;
const key = new Uint8Array(32).fill(7);
const otherKey = new Uint8Array(32).fill(8);
const self = addressOfPrivateKey(key);
const other = addressOfPrivateKey(otherKey);
const now = 1_735_000_000_000;
const timestamp = now / 1000;
const hash = `0x${"ab".repeat(32)}` as const;

/** A valid body in every form that there is, so that each is somebody's starting point. */
const originals: readonly [Original, ...Original[]] = [
  original("CreateConnection", "baseline", {
    followerAddress: self,
    followeeAddress: other,
    followerUrl: "https://a.example/ünï",
    followeeUrl: "https://b.example",
    timestamp,
  }),
  original("CreateConnection", "reference", {
    followerAddress: self,
    followeeAddress: other,
    followerUrl: "https://a.example",
    followeeUrl: "https://b.example",
    timestamp,
  }),
  original("DestroyConnection", "baseline", { followerAddress: self, followeeAddress: other, timestamp }),
  original("DestroyConnection", "reference", { followerAddress: self, followeeAddress: other, timestamp }),
  ...(["baseline", "reference"] as const).map((form) =>
    original("NodeProfileUpdate", form, {
      ownerAddress: self,
      url: "https://a.example",
      title: "  A title \n",
      description: "",
      timestamp,
    }),
  ),
  original("StatementOfSource", "baseline", { contentHash: hash, publisherAddress: self, timestamp }),
  original("DATA", "baseline", {
    node: { avatar: "", address: self, url: "https://a.example", title: "A", description: "" },
    settings: { defaultLanguage: "en", defaultTheme: "light", walletConnectProjectId: "" },
    timestamp,
  }),
  ...(["baseline", "reference"] as const).map((form) =>
    original("CommentSignature", form, {
      nodeAddress: other,
      commenterAddress: self,
      publicationId: 42,
      commentBodyHash: hash,
      timestamp: form === "baseline" ? timestamp : null,
    }),
  ),
  original("DeleteComment", "baseline", { nodeAddress: other, commentId: 7, commenterAddress: self }),
];

interface Original {
  kind: MessageKind;
  form: Form;
  text: string;
  verified: Verified<MessageKind>;
}

function original<K extends MessageKind>(kind: K, form: Form, meaning: Meanings[K]): Original {
  const text = JSON.stringify(signEnvelope(kind, meaning, signDigestWith(key), form));
  return { kind, form, text, verified: verify(kind, JSON.parse(text)) };
}

function verify(
  kind: MessageKind,
  body: unknown,
  recover: Recover = recoverPublicKey,
): Verified<MessageKind> {
  return verifyEnvelope(parseEnvelope(kind, body), { recover, now });
}

type Path = readonly (string | number)[];

/** Every place in a body, its leaves and its branches. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, [...path, name]))];
}

type Body = Record<string, unknown>;

function parentAt(body: Body, path: Path): Body {
  return path.slice(0, -1).reduce<Body>((value, name) => value[name] as Body, body);
}

function set(body: Body, path: Path, value: unknown): void {
  const name = String(path.at(-1) ?? "typedData");
  Object.defineProperty(parentAt(body, path), name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function get(body: Body, path: Path): unknown {
  return path.reduce<unknown>((value, name) => (value as Body)[name], body);
}

/** Values that parsers trip over. */
const hostileValues = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    "",
    "0x",
    [],
    {},
    0,
    -0,
    -1,
    0.5,
    2 ** 53,
    2 ** 53 - 1,
    1e300,
    timestamp + 1,
    String(timestamp),
    ` ${timestamp}`,
    `0x${timestamp.toString(16)}`,
    self,
    other,
    self.toLowerCase(),
    self.toUpperCase(),
    hash,
    hash.toUpperCase(),
    "uint64",
    "uint256",
    "uint128",
    "string",
    "address",
    "bytes32",
    "CreateConnection",
    "DestroyConnection",
    "DeleteConnection",
    "StatementOfSource",
    "Publication",
    "NodeProfileUpdate",
    "CommentSignature",
    "DeleteComment",
    "DATA",
    "EIP712Domain",
    "https://a.example/",
    "https://c.example",
    "http://a.example",
    "\ud800",
  ),
  fc.string(),
  fc.jsonValue({ maxDepth: 3 }),
);

const hostileNames = fc.constantFrom(
  "__proto__",
  "constructor",
  "followerAddress",
  "publisherAddress",
  "ownerAddress",
  "authorAddress",
  "timestamp",
  "url",
  "salt",
  "verifyingContract",
  "extra",
);

/** One change: where, as a share of the places that there are, and what. */
const change = fc.oneof(
  fc.record({ do: fc.constant("replace" as const), at: fc.nat(), value: hostileValues }),
  fc.record({ do: fc.constant("remove" as const), at: fc.nat() }),
  fc.record({ do: fc.constant("add" as const), at: fc.nat(), name: hostileNames, value: hostileValues }),
  fc.record({ do: fc.constant("swap" as const), at: fc.nat(), with: fc.nat() }),
  fc.record({
    do: fc.constant("edit" as const),
    at: fc.nat(),
    position: fc.nat(),
    letter: fc.string({ maxLength: 2 }),
  }),
  fc.record({ do: fc.constant("sign" as const), byte: fc.nat({ max: 64 }), value: fc.nat({ max: 255 }) }),
  fc.record({ do: fc.constant("repeat" as const), name: hostileNames, value: hostileValues }),
);
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;

function apply(text: string, change: Change): string {
  const body = JSON.parse(text) as Body;
  const paths = pathsOf(body).slice(1);
  const pick = (at: number): Path => paths[at % Math.max(paths.length, 1)] ?? ["signature"];
  switch (change.do) {
    case "replace":
      set(body, pick(change.at), change.value);
      break;
    case "remove": {
      const path = pick(change.at);
      delete parentAt(body, path)[String(path.at(-1))];
      break;
    }
    case "add": {
      const branch = pick(change.at);
      const place =
        typeof get(body, branch) === "object" && get(body, branch) !== null ? branch : branch.slice(0, -1);
      set(body, [...place, change.name], change.value);
      break;
    }
    case "swap": {
      const [one, two] = [pick(change.at), pick(change.with)];
      if (JSON.stringify(one).startsWith(JSON.stringify(two).slice(0, -1))) break;
      if (JSON.stringify(two).startsWith(JSON.stringify(one).slice(0, -1))) break;
      const [first, second] = [get(body, one), get(body, two)];
      set(body, one, second);
      set(body, two, first);
      break;
    }
    case "edit": {
      const path = pick(change.at);
      const value = get(body, path);
      if (typeof value !== "string") break;
      const position = change.position % (value.length + 1);
      set(
        body,
        path,
        value.slice(0, position) + change.letter + value.slice(position + change.letter.length),
      );
      break;
    }
    case "sign": {
      if (typeof body.signature !== "string") break;
      const bytes = Buffer.from(body.signature.slice(2), "hex");
      if (change.byte < bytes.length) bytes[change.byte] = change.value;
      body.signature = `0x${bytes.toString("hex")}`;
      break;
    }
    case "repeat":
      // A key that stands twice: the last one counts, for whoever reads JSON.
      return JSON.stringify(body).replace(
        '"message":{',
        () => `"message":{${JSON.stringify(change.name)}:${JSON.stringify(change.value) ?? "null"},`,
      );
  }
  return JSON.stringify(body) ?? "null";
}

/** What is left of a meaning that nobody signed: nothing. */
function expectSameMeaning(
  { kind, form, text, verified }: Original,
  changes: readonly Change[],
  recover?: Recover,
): void {
  let accepted: Verified<MessageKind>;
  try {
    accepted = verify(kind, JSON.parse(changes.reduce(apply, text)), recover);
  } catch (error) {
    if (error instanceof EwpError) return;
    throw error;
  }
  // The reference form of a follow does not name its follower: whatever is changed is somebody else's signature then.
  if (kind === "CreateConnection" && form === "reference" && accepted.signer !== verified.signer) return;
  expect(accepted.signer).toBe(verified.signer);
  expect(accepted.meaning).toEqual(verified.meaning);
}

const anyOriginal = fc.constantFrom(...originals);
const someChanges = fc.array(change, { minLength: 1, maxLength: 3 });

/** What recovery takes, of an original: its digest, its signature, which of the keys. */
function signedParts({ kind, text }: Original): Parameters<Recover> {
  const { digest, signature } = parseEnvelope(kind, JSON.parse(text));
  const bytes = fromHex(signature);
  return [digest, bytes.subarray(0, 64), bytes[64] === 28 ? 1 : 0];
}

describe("hostile envelopes (weaknesses: Let in 1)", () => {
  it(`none of ${mutations} mutations of a valid envelope is accepted with a changed meaning`, () => {
    fc.assert(
      fc.property(anyOriginal, someChanges, (original, changes) => expectSameMeaning(original, changes)),
      { numRuns: mutations, seed, endOnFailure: false },
    );
  }, 180_000);

  it("the property detects a recovery that ignores the signed bytes", () => {
    const [first] = originals;
    const publicKey = recoverPublicKey(...signedParts(first));
    const careless = fc.property(anyOriginal, someChanges, (original, changes) =>
      expectSameMeaning(original, changes, () => publicKey),
    );
    expect(() => fc.assert(careless, { numRuns: 20_000, seed })).toThrow(/Property failed/);
  }, 60_000);

  it("a message's signature is no other message's, though the fields are the same", () => {
    for (const { kind, text, verified } of originals) {
      for (const { kind: asked } of originals.filter((candidate) => candidate.kind !== kind)) {
        const body = JSON.parse(text) as { typedData: Body };
        expect(() => verify(asked, body)).toThrow(EwpError);
        const message = verified.envelope.typedData.message;
        body.typedData.primaryType = asked;
        body.typedData.types = { [asked]: Object.keys(message).map((name) => ({ name, type: "string" })) };
        expect(() => verify(asked, body)).toThrow(EwpError);
      }
    }
  });
});
