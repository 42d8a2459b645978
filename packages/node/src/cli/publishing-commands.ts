import { program } from "../config/program.ts";
import { settingNames } from "../config/settings.ts";
import type { Command, CommandFlag } from "./command.ts";
import { keys, network, progress, store, takeSlug } from "./command.ts";

const addressFlags: readonly CommandFlag[] = [
  { name: "force", summary: "Sign an address at which this node does not respond." },
  { name: "yes", summary: "Sign a new address without asking." },
];

/** Running the node, writing, following, and looking at what there is. */
export const publishingCommands: readonly Command[] = [
  {
    name: "start",
    summary: "Run the node",
    details:
      "Runs until Ctrl-C or SIGTERM, then finishes open requests; a second signal stops it immediately.",
    settings: settingNames,
    load: async () => (await import("./maintenance/start.ts")).start,
  },
  {
    name: "init",
    summary: "Create a key and install the node, without a browser",
    usage: "[--url URL] --title TITLE",
    details:
      "Creates a key, or uses the given one, saves it in an encrypted key file, and installs the node with it. " +
      "An interrupted run can be repeated.",
    flags: [
      {
        name: "url",
        placeholder: "URL",
        summary:
          "The public address of this node, https://…; otherwise FREEHOLD_URL, otherwise only this machine can open it.",
      },
      { name: "title", placeholder: "TITLE", summary: "The name of the node." },
      { name: "description", placeholder: "TEXT", summary: "A description of the node." },
      { name: "avatar", placeholder: "FILE", summary: "A picture: JPEG, PNG, WebP or GIF." },
      {
        name: "time-zone",
        placeholder: "ZONE",
        summary: "The zone in which the site shows dates, such as Europe/Berlin; else that of this machine.",
      },
      {
        name: "private-key-file",
        placeholder: "FILE",
        summary: "An existing key: a file with 64 hex digits.",
      },
      {
        name: "words",
        summary: "Use the key of your recovery words; they are asked for, or read from standard input.",
      },
    ],
    settings: [...store, ...keys, "owner"],
    load: async () => (await import("./maintenance/init.ts")).init,
  },
  {
    name: "key",
    summary: "Show the recovery words of your key",
    usage: "words",
    argumentCount: [1, 1],
    details:
      "The words are in the key file, encrypted with the same password. A key that was created without words has none. " +
      `\`${program} init --words\` installs a node with the same key.`,
    settings: ["data", ...keys],
    load: async () => (await import("./maintenance/key.ts")).key,
  },
  {
    name: "publish",
    summary: "Publish a post or a file",
    usage: "FILE|-",
    argumentCount: [1, 1],
    details:
      "A file that ends in .md or .markdown becomes a post, any other a file; `-` reads standard input. A post is " +
      "published without the byte-order mark of its file, a picture without its location and camera data. Front matter (YAML, " +
      "TOML, JSON) is read as an import reads it: title, slug, tags, date and excerpt; a post that it hides is refused. It is " +
      "signed and queued for every follower, unless it stays " +
      "a draft or local.",
    flags: [
      { name: "type", placeholder: "post|file", summary: "The kind; by default, the file's name decides." },
      { name: "slug", placeholder: "SLUG", summary: "The slug, for /slug/SLUG." },
      takeSlug,
      { name: "description", placeholder: "TEXT", summary: "The caption of a file." },
      { name: "draft", summary: "Save it as a draft that only you can see." },
      { name: "local", summary: "Publish it on this site only, unsigned." },
      { name: "keep-metadata", summary: "Publish a picture with its location and camera data." },
      progress,
    ],
    settings: [...store, ...keys, "max-content-bytes"],
    load: async () => (await import("./publishing/publish.ts")).publish,
  },
  {
    name: "sign",
    summary: "Sign drafts and posts that are on this site only, and send them to followers",
    usage: "ID|SLUG…|--imported",
    argumentCount: [0, Infinity],
    details:
      "Each joins the list of signed posts that other sites read, and its content can no longer be changed.",
    flags: [
      {
        name: "imported",
        summary:
          "Sign all imported posts on the site. Followers are not notified: they find the posts in that list.",
      },
      { name: "announce", summary: "With --imported: notify followers of each." },
    ],
    settings: [...store, ...keys],
    load: async () => (await import("./publishing/sign.ts")).sign,
  },
  {
    name: "follow",
    summary: "Follow a site or a feed",
    usage: "URL|--imported",
    argumentCount: [0, 1],
    flags: [
      {
        name: "imported",
        summary:
          "Sign each follow that was imported without its signature, and list the unsigned follows of followers.",
      },
    ],
    details:
      "The other site calls this one back to verify it, so this node must be running and reachable at its address. " +
      "If the address is an RSS, Atom or JSON feed, or a page that names one, and not a site that can be followed, the feed is read: unsigned, for " +
      "the owner only.",
    settings: [...store, ...keys, ...network],
    load: async () => (await import("./publishing/follow.ts")).follow,
  },
  {
    name: "unfollow",
    summary: "Unfollow a site or a feed",
    usage: "URL|ADDRESS",
    argumentCount: [1, 1],
    details: "Stored posts of a site stay; the entries of a feed are deleted.",
    settings: [...store, ...keys, ...network],
    load: async () => (await import("./publishing/follow.ts")).unfollow,
  },
  {
    name: "remove-follower",
    summary: "Remove a follower",
    usage: "URL|ADDRESS",
    argumentCount: [1, 1],
    details:
      "The follower keeps the posts that it already has. A follower on epress can't be removed: there, only the follower can end " +
      "a follow.",
    settings: [...store, ...keys, ...network],
    load: async () => (await import("./publishing/follow.ts")).removeFollower,
  },
  {
    name: "timeline",
    summary: "Show your posts and those of the sites that you follow",
    details:
      "Newest first: the last 20, or with --json all of them. Entries of feeds are listed among them, marked as unsigned; they are " +
      "left out with --json and --from.",
    flags: [
      { name: "limit", placeholder: "NUMBER", summary: "The number of entries." },
      { name: "from", placeholder: "URL|ADDRESS", summary: "Only the posts of one publisher." },
    ],
    settings: store,
    load: async () => (await import("./publishing/timeline.ts")).timeline,
  },
  {
    name: "peers",
    summary: "List followers and followed sites, and whether they respond",
    usage: "[list|history ADDRESS|URL]",
    argumentCount: [0, 2],
    details:
      "`history` lists the events of one node with their signers, and warns of changes without a signature.",
    settings: store,
    load: async () => (await import("./publishing/peers.ts")).peers,
  },
  {
    name: "outbox",
    summary: "List deliveries to other sites",
    details: "Lists deliveries that are waiting, delivered, refused, or not tried again after 30 days.",
    flags: [
      { name: "retry", placeholder: "ID", summary: "Try this delivery again now." },
      { name: "limit", placeholder: "NUMBER", summary: "The number of entries." },
    ],
    settings: store,
    load: async () => (await import("./publishing/outbox.ts")).outbox,
  },
  {
    name: "set-aside",
    summary: "List tasks that crashed the node, and try them again",
    details:
      "A task that was running when the node crashed is tried again in a separate process. A task that crashes this process twice " +
      "is set aside: it is not tried again until you retry it.",
    flags: [
      { name: "retry", placeholder: "ID", summary: "Try this task again, in a separate process." },
      { name: "drop", placeholder: "ID", summary: "Drop this task." },
    ],
    settings: store,
    load: async () => (await import("./maintenance/set-aside.ts")).setAside,
  },
  {
    name: "receipts",
    summary: "List the followers that were notified of a post, and their answers",
    usage: "SLUG|HASH|ID",
    argumentCount: [1, 1],
    details:
      "Lists each follower's answer to the proof of the post, with its time. Sites fetch posts anonymously, " +
      "so fetches are not listed.",
    flags: [{ name: "check", summary: "Send the proof again to up to 50 of them, and show their answers." }],
    settings: [...store, ...network],
    load: async () => (await import("./publishing/receipts.ts")).receipts,
  },
  {
    name: "profile",
    summary: "Show, update or broadcast the profile of this site",
    usage: "[show|update|broadcast]",
    argumentCount: [0, 1],
    details:
      "An update is signed and sent to followers and followed sites; a broadcast sends the current profile again.",
    flags: [
      { name: "title", placeholder: "TITLE", summary: "update: a new title." },
      {
        name: "description",
        placeholder: "TEXT",
        summary: "update: a new description; an empty one removes it.",
      },
      { name: "url", placeholder: "URL", summary: "update: the address of the node from now on." },
      { name: "avatar", placeholder: "FILE", summary: "update: a new picture: JPEG, PNG, WebP or GIF." },
      ...addressFlags,
    ],
    settings: [...store, ...keys, ...network],
    load: async () => (await import("./publishing/profile.ts")).profile,
  },
  {
    name: "moved",
    summary: "Tell all connected sites that this site has a new address",
    usage: "[URL]",
    argumentCount: [0, 1],
    details:
      "Use this after you moved the site to a new address. It signs the address (URL, or FREEHOLD_URL) and sends it to " +
      "followers and followed sites, which check the new address. Start the node there first: " +
      "an address at which this node does not respond is refused. A name that has no address yet is a warning where you " +
      "answer the question or give --yes. The address is https:// and a name of its own, without a path. You can run it again.",
    flags: addressFlags,
    settings: [...store, ...keys, ...network, "url"],
    load: async () => (await import("./maintenance/moved.ts")).moved,
  },
  {
    name: "verify",
    summary: "Verify the hashes and signatures of a site, a post or a file",
    usage: "URL|FILE|- [PROOF]",
    argumentCount: [1, 2],
    details:
      "The URL of a site: its profile, its index and every file. The URL of a post or a file (…/slug/…, " +
      "…/publications/…, …/ewp/…/0x…): only that one. A file, or `-` for standard input: with its proof as a second " +
      "file or at its own end, without any call. A proof is the JSON of an entry of an index in either form of the " +
      "protocol, of a timeline, or a signed message. All hashes and signatures are recomputed. Exit code 0: valid; " +
      "1: not valid, or not everything could be checked; 2: the call was wrong.",
    flags: [
      {
        name: "publisher",
        placeholder: "URL|ADDRESS",
        summary: "The node whose index has the proof of FILE.",
      },
      progress,
    ],
    settings: [...store, ...network, "max-content-bytes"],
    load: async () => (await import("./verify/verify.ts")).verify,
  },
];
