import { dayMs, GiB, KiB, MiB, minuteMs, secondMs } from "@freehold/protocol/internal";

/** Limits of the use cases. */
export const limits = {
  verificationMs: 30 * secondMs, // checking another node's publication for a visitor
  verifiedBytes: 64 * MiB, // a content that is checked for a visitor
  waitingPublications: 1_000,
  storedPicturesPerText: 100, // pictures of a text that are looked for in the store
  countedFollowers: 10_000, // the number of followers that a signature shows
  dueDeliveries: 2_000, // due deliveries from which on no more of a large publication are queued
  trashMs: 30 * dayMs, // what is deleted, until it is gone for good
  tombstoneMs: dayMs, // the end of a follow, as long as an older signature could be played again
  unusedPeerMs: dayMs, // the record of a node without a follow, publication, block, comment or delivery
  replicasPerPeer: 100_000,
  replicaBytesPerPeer: 10 * GiB,
  markdownBytes: 4 * MiB,
  savedVersions: 50,
  savedVersionBytes: 8 * MiB, // the earlier texts of a post together
  templates: 50,
  templateBytes: 64 * KiB,
  templateNameLength: 60, // the name of a template
  stylesheetBytes: 64 * KiB,
  pulledTogetherBytes: 64 * KiB, // a longer content is a file, written as it comes
  searchedBytes: 128 * KiB,
  avatarBytes: 2 * MiB,
  peerPictureSide: 128, // the picture of another node
  tagLength: 200, // a hashtag in a path of the site
  slugLength: 255,
  descriptionLength: 2_000,
  excerptLength: 500,
  versions: 1_000, // earlier versions that are read with one list of posts
  filenameLength: 255,
  signaturesAtOnce: 200,
  pageItems: 100,
  deliveryMs: 30 * dayMs, // trying to reach another node
  mailMs: 3 * dayMs, // trying to send a mail
  callOutMs: 15 * secondMs, // a call to a push service or a webhook
  callOutBytes: 64 * KiB, // the reply of a push service or a webhook
  releaseCheckMs: 7 * dayMs, // between two questions for a newer version
  releaseReplyBytes: MiB, // the answer to the question for a newer version
  feedBytes: 4 * MiB, // a feed of another site, or a page in which one is looked for
  clockPeers: 5, // nodes whose clocks are compared
  clockPeerMs: 8 * secondMs, // a node that is asked for its clock
  clockReplyBytes: 64 * KiB, // its reply
  visitors: 1_000,
  visitorQuietMs: 15 * minuteMs,
};
