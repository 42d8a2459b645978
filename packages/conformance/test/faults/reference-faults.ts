import { EwpError, type MessageKind, parseEnvelope, signingDomain } from "@freehold/protocol";
import { type Behaviour, rightBehaviour } from "../right-node/behaviour.ts";
import { errorAnswer } from "../right-node/http.ts";
import {
  changeAnswer,
  changeEntries,
  changeHeaders,
  changeJson,
  changePagination,
  type Fault,
} from "./fault.ts";
import { overlooking, overlookingValue, windowOf } from "./read-loosely.ts";

const form = "reference";

/** By field: a value of a type that it never has, a number unless it is said, and the checks that must say so. */
const profileOfAnotherType: Readonly<Record<string, { value?: unknown; fails: string[] }>> = {
  address: { fails: ["profile-address-checksum"] },
  url: { fails: ["profile-url"] },
  title: { fails: ["profile-title"] },
  // A reference node refuses a follow where this is null (decisions 9).
  description: { value: null, fails: ["reference-profile-description"] },
  created_at: { value: 1_700_000_000_000, fails: ["reference-profile-times"] },
  updated_at: { value: null, fails: ["reference-profile", "reference-profile-times"] },
};

function refusingReference(refused: MessageKind): Partial<Behaviour> {
  return {
    parse(kind, body) {
      const parsed = parseEnvelope(kind, body);
      if (parsed.form === "reference" && kind === refused) throw new EwpError("INVALID_PAYLOAD");
      return parsed;
    },
  };
}

export const referenceFaults: readonly Fault[] = [
  { name: "baseline-alone", form, wrong: { forms: ["baseline"] }, fails: ["form-spoken"] },
  { name: "reference-alone", wrong: { forms: ["reference"] }, fails: ["form-spoken"] },
  {
    name: "reference-profile-without-older-names",
    form,
    wrong: changeJson("/ewp/profile", ({ created_at: _one, updated_at: _other, ...json }) => json),
    fails: ["reference-profile", "reference-profile-times"],
  },
  ...Object.entries(profileOfAnotherType).map(
    ([field, { value = 42, fails }]): Fault => ({
      name: `reference-profile-${field}-of-another-type`,
      form,
      wrong: changeJson("/ewp/profile", (json) => ({ ...json, [field]: value })),
      fails,
    }),
  ),
  {
    name: "reference-profile-description-absent",
    form,
    wrong: changeJson("/ewp/profile", ({ description: _absent, ...json }) => json),
    fails: ["reference-profile-description"],
  },
  {
    name: "reference-ends-what-is-there-alone",
    form,
    wrong: { missingEnd: { baseline: "CONNECTION_NOT_FOUND", reference: "CONNECTION_NOT_FOUND" } },
    fails: ["reference-unfollow-nothing"],
  },
  {
    name: "reference-agent-unknown",
    form,
    wrong: {
      instead(asked) {
        if (asked.query.has("since") || asked.path !== "/ewp/publications") return null;
        asked.headers["user-agent"] = "somebody";
        return null;
      },
    },
    fails: ["reference-index-by-agent"],
  },
  {
    name: "reference-times-in-seconds",
    form,
    wrong: changeEntries((entry) => ({ ...entry, created_at: Math.floor(Number(entry.created_at) / 1000) })),
    fails: [
      "reference-index-by-agent",
      "reference-index-by-since",
      "reference-since-inclusive",
      "reference-entry-signed",
    ],
  },
  {
    name: "reference-time-absent",
    form,
    wrong: changeEntries(({ created_at: _absent, ...entry }) => entry),
    fails: ["reference-index-by-agent", "reference-index-by-since", "reference-entry-signed"],
  },
  {
    name: "reference-author-in-lower-case",
    form,
    wrong: changeEntries((entry) => ({
      ...entry,
      author_address: String(entry.author_address).toLowerCase(),
    })),
    fails: ["reference-index-by-agent", "reference-index-by-since"],
  },
  {
    name: "reference-pagination-in-baseline",
    form,
    wrong: changePagination(({ hasPrevPage }) => ({ hasPreviousPage: hasPrevPage, hasPrevPage: undefined })),
    fails: ["reference-pagination"],
  },
  {
    name: "reference-since-exclusive",
    form,
    wrong: {
      instead(asked) {
        const since = Date.parse(asked.query.get("since") ?? "");
        if (since > 0) asked.query.set("since", new Date(since + 1000).toISOString());
        return null;
      },
    },
    fails: ["reference-since-inclusive"],
  },
  {
    name: "reference-since-error-of-baseline",
    form,
    wrong: changeAnswer("/ewp/publications", (answer) =>
      answer.body?.includes("INVALID_SINCE_FORMAT") ? errorAnswer(new EwpError("INVALID_SINCE")) : answer,
    ),
    fails: ["reference-since-malformed"],
  },
  {
    name: "reference-markdown-with-charset",
    form,
    wrong: changeHeaders(({ "content-type": type }) => ({
      "content-type": type === "text/markdown" ? "text/markdown; charset=utf-8" : type,
    })),
    fails: ["reference-markdown-type"],
  },
  {
    name: "reference-files-without-description",
    form,
    wrong: changeHeaders(() => ({ "content-description": undefined })),
    fails: ["reference-file-description"],
  },
  {
    name: "reference-any-profile-will-do",
    form,
    wrong: { profileFits: (profile) => profile !== null },
    fails: [
      "reference-follow-by-another",
      "reference-graphql-follow-by-another",
      "reference-graphql-follow-tampered",
    ],
  },
  {
    name: "reference-follows-refused",
    form,
    wrong: refusingReference("CreateConnection"),
    fails: ["reference-follow-created", "reference-graphql-follow", "reference-own-follow"],
  },
  {
    name: "reference-without-graphql",
    form,
    wrong: {
      instead: ({ path }) => (path === "/api/graphql" ? errorAnswer(new EwpError("NOT_FOUND")) : null),
    },
    fails: ["reference-graphql-follow"],
  },
  {
    name: "reference-follower-not-returned",
    form,
    wrong: { followerReply: () => ({}) },
    fails: ["reference-graphql-follow"],
  },
  {
    name: "reference-follows-not-brought",
    form,
    wrong: { forwardedEnvelope: () => null },
    fails: ["reference-graphql-follow-brought", "reference-graphql-follow-refused-there"],
  },
  {
    name: "reference-follows-brought-unsigned",
    form,
    wrong: { forwardedEnvelope: ({ typedData }) => ({ typedData }) },
    fails: ["reference-graphql-follow-brought"],
  },
  {
    name: "reference-follows-brought-changed",
    form,
    wrong: {
      forwardedEnvelope: ({ typedData, signature }) => ({
        typedData: { ...(typedData as object), message: {} },
        signature,
      }),
    },
    fails: ["reference-graphql-follow-brought"],
  },
  {
    name: "reference-follows-stand-alone",
    form,
    wrong: { acceptsForwardStatus: () => true },
    fails: ["reference-graphql-follow-refused-there"],
  },
  {
    name: "reference-follows-known-there-refused",
    form,
    wrong: { acceptsForwardStatus: (status) => status === 201 },
    fails: ["reference-graphql-follow-known-there"],
  },
  {
    name: "reference-follows-of-others",
    form,
    wrong: { concernsFollowee: () => true },
    fails: ["reference-graphql-follow-of-another"],
  },
  {
    name: "reference-trusts-sender-domain",
    form,
    wrong: overlooking(() => ({ domain: { ...signingDomain } })),
    fails: ["reference-graphql-follow-domain"],
  },
  {
    name: "reference-window-of-two-days",
    form,
    wrong: windowOf(2 * 86_400),
    fails: [
      "reference-graphql-follow-out-of-time",
      "reference-follow-out-of-time",
      "reference-unfollow-out-of-time",
    ],
  },
  {
    name: "reference-own-follows-refused",
    form,
    wrong: { concernsNode: ([, followee], own) => followee === own },
    fails: ["reference-own-follow"],
  },
  {
    name: "reference-ends-by-anybody",
    form,
    wrong: {
      verify: (parsed, options) =>
        parsed.kind === "DestroyConnection"
          ? ({ ...parsed, meaning: parsed.claims, signer: parsed.signers[0] } as never)
          : rightBehaviour.verify(parsed, options),
    },
    fails: ["reference-unfollow-by-another", "reference-remove-follower", "reference-unfollow-out-of-time"],
  },
  {
    name: "reference-content-not-hashed",
    form,
    wrong: { checksHash: false },
    fails: ["replicate-hash-mismatch", "replicate-after-mismatch"],
  },
  {
    name: "reference-same-follow-twice",
    form,
    wrong: { sameFollowIsRefused: false },
    fails: ["reference-follow-repeated"],
  },
  {
    name: "reference-urls-without-tls",
    form,
    wrong: overlookingValue("followerUrl", (value) => String(value).replace("http:", "https:")),
    fails: ["reference-follow-url"],
  },
  {
    name: "reference-extra-keys",
    form,
    wrong: overlooking(({ message: { followerAddress: _extra, ...message }, types }) =>
      types.CreateConnection ? { message } : {},
    ),
    fails: ["reference-follow-extra-key"],
  },
  {
    name: "reference-ends-refused",
    form,
    wrong: refusingReference("DestroyConnection"),
    fails: [
      "reference-unfollow",
      "reference-unfollow-nothing",
      "reference-unfollow-by-another",
      "reference-remove-follower",
    ],
  },
  {
    name: "reference-updates-refused",
    form,
    wrong: refusingReference("NodeProfileUpdate"),
    fails: ["reference-update"],
  },
  {
    name: "reference-updates-by-anybody",
    form,
    wrong: {
      verify: (parsed, options) =>
        parsed.kind === "NodeProfileUpdate"
          ? ({ ...parsed, meaning: parsed.claims, signer: parsed.signers[0] } as never)
          : rightBehaviour.verify(parsed, options),
    },
    fails: ["reference-update-wrong-signer"],
  },
];
