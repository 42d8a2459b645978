import { dayMs, limit, MiB, minuteMs, secondMs, valuesOf } from "@freehold/protocol/internal";

const gigabyte = 1_000_000_000;

const [warns, fails] = ["a warning", "a failed check"];

/** Limits of a diagnosis: of its own work, and the thresholds from which it reports a problem. */
export const diagnosisLimitTable = {
  totalMs: limit(90 * secondMs, "ms", "a diagnosis", "it ends with what it has"),
  checkMs: limit(15 * secondMs, "ms", "one check, where no other time is given", warns),
  probeMs: limit(5 * minuteMs, "ms", "the nonce of a probe", "404"),
  probeReplyBytes: limit(64 * 1024, "bytes", "the answer to a probe", fails),
  hereMs: limit(3 * secondMs, "ms", "looking for the server on this machine", "it counts as not running"),
  outsideMs: limit(15 * secondMs, "ms", "one way round the outside", fails),
  inspectMs: limit(10 * secondMs, "ms", "a look at a certificate", fails),
  callBackMs: limit(20 * secondMs, "ms", "a node that is asked to call back", "the next one is asked"),
  callBackPeers: limit(2, "", "nodes that are asked to call back", fails),
  uploadMs: limit(40 * secondMs, "ms", "trying one length of upload", "it is not tried"),
  uploadBytes: limit(100 * MiB, "bytes", "the longest upload that is tried", "it is not tried"),
  comparedPeers: limit(50, "", "followers, and followees, out of whom some are asked", "others are not"),
  clockPeers: limit(5, "", "nodes whose clocks are compared", "others are not asked"),
  clockPeerMs: limit(8 * secondMs, "ms", "a node that is asked for its clock", "it is left out"),
  clockNoticedMs: limit(30 * secondMs, "ms", "how far the clock may be off", warns),
  databaseMs: limit(30 * secondMs, "ms", "reading the whole database", warns),
  walBytes: limit(256_000_000, "bytes", "the write-ahead log", warns),
  sampledContents: limit(20, "", "contents whose hash is checked", "others are not checked"),
  sampledBytes: limit(64 * MiB, "bytes", "contents whose hash is checked", "others are not checked"),
  checkedPictures: limit(
    200,
    "",
    "the owner's newest files, whose pictures are searched for a location",
    "others are not searched",
  ),
  queueLateMs: limit(10 * minuteMs, "ms", "something due that nobody works on", warns),
  peerAwayMs: limit(dayMs, "ms", "a connected node that is away", warns),
  failingPeers: limit(1_000, "", "nodes away that are counted", "the others are not counted"),
  futurePosts: limit(
    100,
    "",
    "posts dated for a time to come that are counted",
    "the others are not counted",
  ),
  setAside: limit(1_000, "", "work set aside that is counted", "the other work is not counted"),
  stuckPushes: limit(100, "", "messages to devices that are counted", "the others are not counted"),
  certificateSoonMs: limit(21 * dayMs, "ms", "the time that a certificate has at the least", warns),
  certificateNowMs: limit(3 * dayMs, "ms", "the time that a certificate has at the very least", fails),
  certificateAddresses: limit(4, "", "addresses whose certificate is checked", "others are not"),
  diskLowBytes: limit(gigabyte, "bytes", "room on the disk at the least", warns),
  diskEmptyBytes: limit(gigabyte / 10, "bytes", "room on the disk at the very least", fails),
  memoryBytes: limit(256 * MiB, "bytes", "memory at the least", warns),
  openFilesLow: limit(4_096, "", "files open at a time at the least", warns),
  openFilesFew: limit(256, "", "files open at a time at the very least", fails),
} as const;

export const diagnosisLimits = valuesOf(diagnosisLimitTable);

/** Limits of `/metrics` and `/readyz`. */
export const healthLimitTable = {
  countedRows: limit(100_000, "", "rows of a queue, and nodes, that are counted", "the limit is reported"),
  countsMs: limit(5_000, "ms", "a cached count", "it is counted again"),
  sumsMs: limit(300_000, "ms", "the cached sum of all contents", "it is added up again"),
  readinessMs: limit(1_000, "ms", "a cached answer of `/readyz`", "it checks again"),
  answerMs: limit(5_000, "ms", "an answer of the database or the disk to `/readyz`", "not ready"),
} as const;

export const healthLimits = valuesOf(healthLimitTable);
