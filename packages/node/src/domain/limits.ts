import { limit, valuesOf } from "@freehold/protocol/internal";
import { settings } from "../config/settings.ts";

const KiB = 1024;
const MiB = 1024 * KiB;
const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const invalid = "VALIDATION_FAILED";

/** Limits of what the node does. */
export const domainLimits = {
  contentBytes: limit(
    Number(settings["max-content-bytes"].default),
    "bytes",
    "a file that is published or pulled",
    "413 TOO_LARGE; not pulled, and its owner sees why",
    { source: "decisions 5", setting: settings["max-content-bytes"].variable },
  ),
  verificationMs: limit(
    30 * secondMs,
    "ms",
    "checking another node's publication for a visitor",
    "what was not reached counts as not checked",
  ),
  verifiedBytes: limit(64 * MiB, "bytes", "a content that is checked for a visitor", "it is not checked"),
  verifiedEntries: limit(
    10_000,
    "",
    "entries of another node's index that are gone through for that",
    "the rest is ignored",
  ),
  verifiedAtOnce: limit(10, "", "publications with one hash that are checked at once", "the rest are not"),
  waitingPublications: limit(
    1_000,
    "",
    "publications that wait for a node that can't be reached",
    "the oldest end, and their owner sees why: it finds them in the index when it catches up",
  ),
  waitingPublicationsOfReference: limit(
    10_000,
    "",
    "the same for a node of the reference form, which catches up with a thousand at its start alone",
    "the oldest end, and their owner sees why",
  ),
  storedPicturesPerText: limit(100, "", "pictures of a text that are looked for here", "the rest are links"),
  endedDeliveries: limit(1_000_000, "", "deliveries that are over", "the oldest go"),
  endedPulls: limit(1_000_000, "", "pulls that are over", "the oldest go"),
  endedJobs: limit(10_000, "", "mails, pushes and webhooks that are over", "the oldest go"),
  tombstoneMs: limit(
    dayMs,
    "ms",
    "the end of a follow, as long as an older signature could be played again",
    "it goes: the signature's hour is over",
  ),
  unusedPeerMs: limit(
    dayMs,
    "ms",
    "what is known of a node without a follow, publication, block, comment or delivery",
    "it goes",
  ),
  replicasPerPeer: limit(
    100_000,
    "",
    "publications that are kept of one followed node (setting `replicasPerPeer`)",
    "no more are pulled till there is room; 429 RATE_LIMITED for its proofs",
  ),
  replicaBytesPerPeer: limit(
    10 * 1024 * MiB,
    "bytes",
    "what is kept of one followed node (setting `replicaBytesPerPeer`)",
    "no more are pulled till there is room; 429 RATE_LIMITED for its proofs",
  ),
  quotaRetryMs: limit(
    hourMs,
    "ms",
    "what a node is asked to wait whose quota is used up",
    "it is asked again",
  ),
  markdownBytes: limit(4 * MiB, "bytes", "a Markdown post of this node", invalid),
  savedVersions: limit(50, "", "earlier texts of a post that are kept", "the oldest go"),
  savedVersionBytes: limit(8 * MiB, "bytes", "the earlier texts of a post together", "the oldest go"),
  templates: limit(50, "", "templates of the owner for posts", "TOO_MANY"),
  templateBytes: limit(64 * KiB, "bytes", "a template", "TOO_LARGE"),
  templateNameLength: limit(60, "chars", "the name of a template", invalid),
  stylesheetBytes: limit(
    64 * KiB,
    "bytes",
    "the owner's own stylesheet for the site (setting `stylesheet`)",
    invalid,
  ),
  pulledTogetherBytes: limit(
    64 * KiB,
    "bytes",
    "a pulled content that is kept in the database, written with others",
    "it is a file, written as it comes",
  ),
  pulledTogether: limit(
    64,
    "",
    "pulled contents that are written in one transaction",
    "the next one takes the others",
  ),
  pulledTogetherMs: limit(100, "ms", "a pulled content that waits for others", "it is written"),
  searchedBytes: limit(128 * KiB, "bytes", "a text as far as the search knows it", "the rest is not found"),
  importedFileBytes: limit(
    64 * KiB,
    "bytes",
    "what an export says of a publication, of the profile, or of itself",
    "not imported, and named",
  ),
  avatarBytes: limit(2 * MiB, "bytes", "an avatar", invalid, { source: "specification 4.2" }),
  peerPictureSide: limit(128, "px", "the picture of another node", "it is made smaller"),
  peerPictureMs: limit(dayMs, "ms", "the picture of a followed node as it was seen", "it is fetched again"),
  peerPictures: limit(
    10_000,
    "",
    "nodes of which it is known when their picture was seen",
    "the oldest is fetched again",
  ),
  quotesAtOnce: limit(50, "", "addresses whose quotes are looked up at once", invalid),
  tagLength: limit(200, "chars", "a hashtag in a path of the site", "404"),
  slugLength: limit(255, "chars", "a slug", `${invalid}; a peer's longer one is dropped`),
  descriptionLength: limit(2_000, "chars", "a caption", `${invalid}; a peer's longer one is cut`),
  excerptLength: limit(500, "chars", "the owner's own summary of a post", invalid),
  versions: limit(
    1_000,
    "",
    "earlier versions that are read with one list of posts",
    "the oldest are left out",
  ),
  sitePages: limit(50, "", "pages in the menu of the site", "the newest are not in it"),
  filenameLength: limit(255, "chars", "a file name", `${invalid}; a peer's longer one is cut`),
  slugLinkLength: limit(4_096, "chars", "the link in which a peer's slug comes", "it is ignored"),
  nodeTimeLength: limit(40, "chars", "the time in `X-Epress-Node-Updated`", "it is ignored"),
  signaturesAtOnce: limit(200, "", "publications that are prepared for signing at once", invalid),
  pageItems: limit(100, "", "entries of a page of a GraphQL list", invalid),
  deliveryMs: limit(30 * dayMs, "ms", "trying to reach another node", "given up; its owner sees it"),
  absentMs: limit(3 * dayMs, "ms", "asking for content that is not there", "given up; its owner sees it"),
  wrongMs: limit(dayMs, "ms", "asking for content that has another hash", "given up; its owner sees it"),
  mailMs: limit(3 * dayMs, "ms", "trying to send a mail", "given up"),
  inlineDeliveryMs: limit(minuteMs, "ms", "the owner waiting for another node", "a worker continues"),
  replicationMs: limit(
    30 * secondMs,
    "ms",
    "a publisher waiting for its replication",
    "500; the queue continues",
    {
      source: "specification 4.9",
    },
  ),
  catchUpMs: limit(hourMs, "ms", "between two looks through a peer's index", "it is looked through"),
  callOutMs: limit(15 * secondMs, "ms", "a call to a push service or a webhook", "tried again"),
  callOutBytes: limit(64 * KiB, "bytes", "the reply of a push service or a webhook", "tried again"),
  releaseCheckMs: limit(7 * dayMs, "ms", "between two questions for a newer version", "it is asked again"),
  releaseReplyMs: limit(15 * secondMs, "ms", "the answer to that question", "the next week asks again"),
  releaseReplyBytes: limit(MiB, "bytes", "the answer to that question", "the next week asks again"),
  notifications: limit(1_000, "", "notifications that are kept", "the oldest goes"),
  pushSubscriptions: limit(20, "", "devices with push", "the oldest is removed"),
  pushBytes: limit(3 * KiB, "bytes", "a message by push", "it is cut"),
  pushMs: limit(dayMs, "ms", "a push service keeping a message", "the device does not get it"),
  webhooks: limit(20, "", "webhooks", invalid),
  webhookDeliveries: limit(50, "", "tries of a webhook that are kept", "the oldest goes"),
  webhookFailures: limit(100, "", "failures of a webhook in a row", "it is switched off"),
  webhookPauseMs: limit(hourMs, "ms", "between two tries of a webhook that fails", "it is tried"),
  visitors: limit(1_000, "", "visitors who are here", "the quietest goes", { source: "decisions 7" }),
  visitorQuietMs: limit(15 * minuteMs, "ms", "a visitor without a heartbeat", "gone", {
    source: "decisions 7",
  }),
  sweepGraceMs: limit(hourMs, "ms", "bytes that nothing refers to", "they are removed"),
  contentCheckBytes: limit(
    512 * MiB,
    "bytes",
    "what one hour's look at the contents reads",
    "the next hour continues",
  ),
  contentCheckFiles: limit(20_000, "", "files checked in one hour", "the next hour continues"),
  contentsAfterCrash: limit(
    10_000,
    "",
    "contents that the start after a crash looks for",
    "the hourly look finds the others",
  ),
  contentFaults: limit(
    10_000,
    "",
    "contents that are known to be missing or damaged",
    "the others are found again",
  ),
} as const;

export const limits = valuesOf(domainLimits);
