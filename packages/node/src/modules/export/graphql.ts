import type { ImportAuthor } from "@freehold/import";
import { canNodeSign } from "../../domain/access/keystore.ts";
import { signImportedHere } from "../../domain/publications/signing/sign-imported.ts";
import { defineEnum, defineObject } from "../../graphql/define-types.ts";
import { addMutation, addQuery } from "../../graphql/operations.ts";
import {
  discardImport,
  importFeedAddress,
  readImport,
  startImport,
  stopImport,
} from "./import/import-jobs.ts";
import {
  type ImportCounts,
  type ImportLoss,
  type ImportNote,
  type ImportReason,
  readStoredReport,
  type StoredReport,
} from "./import/report.ts";
import type { ImportJob } from "./store.ts";

const ImportJobState = defineEnum("ImportJobState", {
  checking: "A dry run is in progress; nothing is written.",
  checked: "The dry run has ended; the report says what will be imported.",
  importing: "",
  imported: "",
  stopped: "The owner stopped it; it can be continued.",
  failed: "It failed, and `error` says why; it can be tried again.",
});

const Counts = defineObject<ImportCounts>("ImportCounts", {
  fields: {
    posts: "Int!",
    drafts: "Int!",
    pages: "Int!",
    files: "Int!",
    replicas: "Int!",
    followers: "Int!",
    following: "Int!",
    comments: "Int!",
    redirects: "Int!",
    settings: "Int!",
    devices: "Int!",
  },
});

const Note = defineObject<ImportNote>("ImportNote", { fields: { what: "String!", why: "String!" } });

const Entry = defineObject<StoredReport["entries"][number]>("ImportEntry", {
  fields: { title: "String!", kind: "String!" },
  computed: (t) => ({
    writtenAt: t.field({
      type: "DateTime",
      nullable: true,
      resolve: ({ writtenAt }) => toMoment(writtenAt),
    }),
  }),
});

const Loss = defineObject<ImportLoss>("ImportLoss", {
  description: "An entry of which words or code did not arrive.",
  fields: {
    title: "String!",
    words: ["Int!", "Visible words in the file."],
    arrived: "Int!",
    missingCode: ["Int!", "Blocks of code of which a line is missing."],
    examples: ["[String!]!", "The longest missing passages, cut."],
  },
});

const Author = defineObject<ImportAuthor>("ImportAuthor", { fields: { name: "String!", count: "Int!" } });

const ReasonState = defineEnum("ImportReasonState", ["public", "draft", "left-out"]);

const Reason = defineObject<ImportReason>("ImportReason", {
  fields: { state: ReasonState, why: "String!", count: "Int!" },
});

const Report = defineObject<StoredReport>("ImportReport", {
  description: "The result of an import or of its dry run. Its lists have the first hundred entries.",
  fields: {
    refused: ["Int!", "Entries that can't be imported."],
    noted: ["Int!", "Parts that are missing or changed."],
    missing: ["Int!", "Missing pictures that have an https address."],
  },
  computed: (t) => ({
    isUnproven: t.boolean({
      description: "Whether it is an export of Freehold, and nothing shows that the owner made it.",
      resolve: ({ unproven }) => (unproven ?? null) !== null,
    }),
    signedBy: t.field({
      type: "Address",
      nullable: true,
      description: "Somebody else who signed the list of its files.",
      resolve: ({ unproven }) => unproven?.signedBy ?? null,
    }),
    taken: t.field({ type: Counts, description: "New here.", resolve: ({ taken }) => taken }),
    known: t.field({
      type: Counts,
      description: "Entries that already exist here.",
      resolve: ({ known }) => known,
    }),
    leftOut: t.int({
      description: "Entries that are left out on purpose.",
      resolve: ({ leftOut = 0 }) => leftOut,
    }),
    reasons: t.field({
      type: [Reason],
      description: "Why new entries are public, drafts or left out.",
      resolve: ({ reasons = [] }) => [...reasons],
    }),
    authors: t.field({
      type: [Author],
      description:
        "The authors of a file that has several, if none is chosen yet; those of most entries first.",
      resolve: ({ authors = [] }) => [...authors],
    }),
    incomplete: t.int({
      description: "Entries of which words or code did not arrive.",
      resolve: ({ incomplete = 0 }) => incomplete,
    }),
    losses: t.field({
      type: [Loss],
      description: "The worst of those, worst first.",
      resolve: ({ losses = [] }) => [...losses],
    }),
    withoutSite: t.int({
      description: "Missing pictures and files that have only a path on the old site.",
      resolve: ({ withoutSite = 0 }) => withoutSite,
    }),
    fetched: t.int({
      description: "Pictures and files that were fetched.",
      resolve: ({ fetched = 0 }) => fetched,
    }),
    unfetched: t.int({
      description: "Pictures and files that could not be fetched, and stay links.",
      resolve: ({ unfetched = 0 }) => unfetched,
    }),
    fetchedLater: t.int({
      description: "How many of those may be there later. Another import of the same file fetches them.",
      resolve: ({ fetchedLater = 0 }) => fetchedLater,
    }),
    unsaid: t.int({
      description: "Drafts that nothing marks as public.",
      resolve: ({ unsaid = 0 }) => unsaid,
    }),
    unsaidTitles: t.stringList({
      description: "The first ten titles of those drafts.",
      resolve: ({ unsaidTitles = [] }) => [...unsaidTitles],
    }),
    refusals: t.field({ type: [Note], resolve: ({ refusals }) => [...refusals] }),
    notes: t.field({ type: [Note], resolve: ({ notes }) => [...notes] }),
    entries: t.field({
      type: [Entry],
      description: "The first posts.",
      resolve: ({ entries }) => [...entries],
    }),
    earliest: t.field({ type: "DateTime", nullable: true, resolve: ({ earliest }) => toMoment(earliest) }),
    latest: t.field({ type: "DateTime", nullable: true, resolve: ({ latest }) => toMoment(latest) }),
  }),
});

const toMoment = (time: number | null) => (time === null ? null : new Date(time).toISOString());

const Import = defineObject<ImportJob>("ImportJob", {
  description: "A file or a feed that the owner imports in the dashboard. There is one at a time.",
  fields: {
    id: "ID!",
    state: ImportJobState,
    name: "String!",
    url: "String",
    format: ["String", "The program that wrote the file, once it is recognised."],
    done: "Int!",
    total: ["Int", "Null while it is unknown."],
    error: "String",
  },
  computed: (t) => ({
    size: t.float({ description: "Bytes.", resolve: ({ size }) => size }),
    report: t.field({
      type: Report,
      nullable: true,
      resolve: ({ summary }) => readStoredReport(summary),
    }),
  }),
});

addQuery("importJob", {
  type: Import,
  nullable: true,
  access: "owner",
  cost: 5,
  resolve: (_args, { node }) => readImport(node),
});

addMutation("importFeed", {
  type: Import,
  access: "owner",
  cost: 20,
  description: "Starts the dry run of the feed at an https address, or of a feed that the page there names.",
  input: (t) => ({ url: t.string({ required: true }) }),
  resolve: ({ url }, { node }) => importFeedAddress(node, url),
});

addMutation("startImport", {
  type: Import,
  access: "owner",
  cost: 20,
  description: "Starts the import after its dry run, or continues it. Followers are not notified.",
  input: (t) => ({
    fetchPictures: t.boolean({
      required: true,
      description: "Whether to fetch missing pictures from their https addresses.",
    }),
    keepMetadata: t.boolean({
      description: "Whether pictures keep their location and camera data. They are removed by default.",
    }),
    authors: t.stringList({
      description: "The owner's names among several authors. Posts of the others are left out.",
    }),
    site: t.string({
      description: "The address of the old site, from which missing pictures and files are fetched.",
    }),
    publishUnsaid: t.boolean({
      description:
        "Whether entries are published that nothing marks as public. They become drafts by default.",
    }),
    publishIncomplete: t.boolean({
      description:
        "Whether entries that were public stay public although words or code of them did not arrive. They become drafts by default.",
    }),
    confirm: t.boolean({
      description:
        "Whether the owner says that all of an export is theirs: its unsigned words, settings and follows are taken.",
    }),
  }),
  resolve: (
    { fetchPictures, keepMetadata, publishIncomplete, publishUnsaid, site, authors, confirm },
    { node },
  ) =>
    startImport(node, {
      fetchPictures,
      keepMetadata: keepMetadata ?? false,
      publishIncomplete: publishIncomplete ?? false,
      publishUnsaid: publishUnsaid ?? false,
      site: site ?? null,
      authors: authors ?? [],
      confirm: confirm ?? false,
    }),
});

addMutation("stopImport", {
  type: Import,
  access: "owner",
  cost: 20,
  description: "Stops the import. Imported posts stay.",
  input: (t) => ({ id: t.id({ required: true }) }),
  resolve: (_input, { node }) => stopImport(node),
});

addMutation("discardImport", {
  type: "Boolean",
  access: "owner",
  cost: 20,
  description: "Removes the file and the report, and ends the import. Imported posts stay.",
  input: (t) => ({ id: t.id({ required: true }) }),
  resolve: (_input, { node }) => discardImport(node),
});

addQuery("canNodeSign", {
  type: "Boolean",
  access: "owner",
  description: "Whether the node has the owner's key and its password.",
  resolve: (_args, { node }) => canNodeSign(node),
});

addMutation("signImported", {
  type: "Int",
  access: "owner",
  cost: 100,
  description:
    "Signs the earliest imported posts and files with the key of the node, up to a hundred. Returns how many; 0 when all are signed.",
  input: (t) => ({ announce: t.boolean({ required: true, description: "Whether followers are notified." }) }),
  resolve: (input, { node }) => signImportedHere(node, input),
});
