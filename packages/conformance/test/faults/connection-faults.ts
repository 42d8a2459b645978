import { EwpError, parseEnvelope } from "@freehold/protocol";
import { rightBehaviour } from "../right-node/behaviour.ts";
import { errorAnswer, jsonAnswer } from "../right-node/http.ts";
import { changeAnswer, type Fault } from "./fault.ts";
import { messageOf, overlooking } from "./read-loosely.ts";

const connections = "/ewp/connections";

export const connectionFaults: readonly Fault[] = [
  {
    name: "created-as-200",
    wrong: changeAnswer(connections, (answer) =>
      answer.status === 201 ? { ...answer, status: 200 } : answer,
    ),
    fails: ["follow-created", "own-follow-created"],
  },
  {
    name: "created-without-a-status",
    wrong: changeAnswer(connections, (answer) => (answer.status === 201 ? jsonAnswer(201, {}) : answer)),
    fails: ["follow-created", "own-follow-created"],
  },
  {
    name: "any-url-is-its-own",
    wrong: { ownUrlFits: () => true },
    fails: ["follow-followee-url", "follow-order-followee", "own-follow-follower-url"],
  },
  {
    name: "url-reported-before-payload",
    wrong: {
      parse(kind, body) {
        if (messageOf(body).followerUrl === "http://node") throw new EwpError("INVALID_URL_FORMAT");
        return parseEnvelope(kind, body);
      },
    },
    fails: ["follow-order-payload"],
  },
  {
    name: "followers-not-looked-at",
    wrong: { verifiesProfile: (side) => side !== "follower" },
    fails: [
      "follow-profile-read",
      "follow-refused-leaves-nothing",
      "follower-profile-another-address",
      "follower-profile-unreachable",
      "follower-profile-not-found",
      "follower-profile-failure",
      "follower-profile-not-json",
      "follower-profile-no-address",
      "follower-profile-too-large",
    ],
  },
  {
    name: "followees-not-looked-at",
    wrong: { verifiesProfile: (side) => side !== "followee" },
    fails: [
      "followee-profile-another-address",
      "followee-profile-unreachable",
      "followee-profile-not-found",
      "followee-profile-failure",
      "followee-profile-not-json",
      "followee-profile-no-address",
      "followee-profile-too-large",
      "own-follow-created",
    ],
  },
  {
    name: "any-profile-will-do",
    wrong: { profileFits: (profile) => profile !== null },
    fails: [
      "follower-profile-another-address",
      "followee-profile-another-address",
      "update-url-another-address",
    ],
  },
  {
    name: "profiles-without-end",
    wrong: { maxProfileBytes: Number.POSITIVE_INFINITY },
    fails: ["follower-profile-too-large", "followee-profile-too-large"],
  },
  {
    name: "profiles-of-any-status",
    wrong: { profileStatusFits: () => true },
    fails: ["follower-profile-failure", "followee-profile-failure"],
  },
  {
    name: "same-follow-twice",
    wrong: { sameFollowIsRefused: false },
    fails: ["follow-repeated", "follow-order-exists", "own-follow-repeated"],
  },
  {
    name: "looks-before-it-refuses",
    wrong: { verifiesBeforeExisting: true },
    fails: ["follow-order-exists", "follow-order-stale"],
  },
  {
    name: "no-tombstone",
    wrong: { isOldFollow: () => false },
    fails: ["follow-replayed", "follow-order-stale", "own-follow-replayed"],
  },
  {
    name: "tombstone-of-the-same-second",
    wrong: { isOldFollow: (timestamp, ended) => timestamp <= ended },
    fails: ["follow-again"],
  },
  { name: "tombstone-for-ever", wrong: { isOldFollow: () => true }, fails: ["follow-again"] },
  { name: "takes-follows-of-others", wrong: { concernsNode: () => true }, fails: ["follow-of-another"] },
  {
    name: "takes-no-follows-of-its-own",
    wrong: { concernsNode: ([, followee], own) => followee === own },
    fails: ["own-follow-created"],
  },
  { name: "keeps-what-it-refused", wrong: { storesRefused: true }, fails: ["follow-refused-leaves-nothing"] },
  {
    name: "follows-of-oneself",
    wrong: overlooking(({ message }, kind) =>
      kind === "CreateConnection" && message.followerAddress === message.followeeAddress
        ? { message: { ...message, followeeAddress: "0x00000000000000000000000000000000000000aa" } }
        : {},
    ),
    fails: ["follow-of-oneself"],
  },
  {
    name: "slash-makes-another-node",
    wrong: overlooking(({ message }, kind) =>
      kind === "CreateConnection" && String(message.followeeUrl).endsWith("/")
        ? { message: { ...message, followeeUrl: "" } }
        : {},
    ),
    fails: ["follow-url-trailing-slash"],
  },
  {
    name: "ended-as-200",
    wrong: changeAnswer(connections, (answer) =>
      answer.status === 204 ? jsonAnswer(200, { status: "deleted" }) : answer,
    ),
    fails: ["unfollow", "remove-follower", "removed-by-followee"],
  },
  {
    name: "ends-what-never-was",
    wrong: { missingEnd: { baseline: null, reference: null } },
    fails: [
      "follow-refused-leaves-nothing",
      "unfollow-twice",
      "unfollow-unknown",
      "unfollow-of-others",
      "remove-follower",
      "removed-by-followee",
    ],
  },
  {
    name: "stale-ends-count",
    wrong: { isStaleEnd: () => false },
    fails: ["unfollow-stale", "unfollow-stale-keeps"],
  },
  {
    name: "stale-ends-count-and-say-so",
    wrong: {
      isStaleEnd: () => false,
      changeAnswer: (answer, { method, body }) =>
        method === "DELETE" && answer.status === 204 && isOld(body)
          ? errorAnswer(new EwpError("STALE_REQUEST"))
          : answer,
    },
    fails: ["unfollow-stale-keeps"],
  },
  {
    name: "followees-end-nothing",
    wrong: {
      verify(parsed, options) {
        const verified = rightBehaviour.verify(parsed, options);
        const { followeeAddress } = verified.meaning as { followeeAddress?: string };
        if (parsed.kind === "DestroyConnection" && verified.signer === followeeAddress) {
          throw new EwpError("INVALID_SIGNATURE");
        }
        return verified;
      },
    },
    fails: ["own-follow-replayed", "remove-follower", "removed-by-followee", "publish-after-the-end"],
  },
  {
    name: "connection-reported-before-signature",
    wrong: {
      instead: ({ method, path, body }) =>
        method === "DELETE" && path === connections && body.includes('"timestamp"') && isOld(body, 4_000)
          ? errorAnswer(new EwpError("CONNECTION_NOT_FOUND"))
          : null,
    },
    fails: ["unfollow-out-of-time", "unfollow-error-order"],
  },
];

function isOld(body: Buffer, seconds = 30): boolean {
  const [, timestamp] = /"timestamp":(\d+)/.exec(body.toString()) ?? [];
  return Date.now() / 1000 - Number(timestamp) > seconds;
}
