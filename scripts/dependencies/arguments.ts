/** Where a dependency's code runs. */
type Place = "the server" | "a browser" | "the server and a browser" | "the conformance suite";

/** Why a package of somebody else's is among those that a running node needs. */
export interface Argument {
  readonly name: string;
  readonly runs: Place;
  /** Why it is here. */
  readonly why: string;
  /** What would take its place. */
  readonly instead: string;
  /** What it gets to see or do, and other facts that somebody who trusts it should know. */
  readonly touches: string;
}

/** Every package that a `package.json` of ours names under `dependencies`, our own aside; by name. */
export const argued: readonly Argument[] = [
  {
    name: "@bitauth/libauth",
    runs: "the server",
    why: "secp256k1 in WebAssembly: recovers signers in 102 µs where the native library is missing.",
    instead: "`@noble/secp256k1`, ten times slower.",
    touches:
      "Digests, signatures and, where it signs, the owner's key. Only its one module for the curve is imported.",
  },
  {
    name: "@codemirror/commands",
    runs: "a browser",
    why: "Keys and history of the editor.",
    instead: "A plain `textarea`.",
    touches: "The text that the owner writes.",
  },
  {
    name: "@codemirror/lang-markdown",
    runs: "a browser",
    why: "Markdown in the editor: colours, lists that continue.",
    instead: "An editor without colours.",
    touches: "The text that the owner writes.",
  },
  {
    name: "@codemirror/language",
    runs: "a browser",
    why: "Tells the editor which words are headings, links and code, so that the stylesheet may colour them.",
    instead: "An editor without colours.",
    touches: "The text that the owner writes.",
  },
  {
    name: "@codemirror/state",
    runs: "a browser",
    why: "The text of the editor and its changes.",
    instead: "A plain `textarea`.",
    touches: "The text that the owner writes.",
  },
  {
    name: "@codemirror/view",
    runs: "a browser",
    why: "The editor on the screen. It makes styles while it runs, which is why the console's policy has a nonce.",
    instead: "A plain `textarea`.",
    touches: "The text that the owner writes, and the page around it.",
  },
  {
    name: "@fastify/busboy",
    runs: "the server",
    why: "Takes multipart uploads apart as a stream, with limits of ours.",
    instead: "A parser of our own for one content type.",
    touches: "Bytes of whoever may upload.",
  },
  {
    name: "@lezer/highlight",
    runs: "a browser",
    why: "The class names that go with what `@codemirror/language` tells.",
    instead: "Colours in a script, where no theme reaches them.",
    touches: "The text that the owner writes.",
  },
  {
    name: "@noble/hashes",
    runs: "a browser",
    why: "SHA-256, keccak and scrypt in JavaScript, for browsers whose policy lets no WebAssembly run.",
    instead: "`hash-wasm` with a wider policy.",
    touches: "What is hashed, and the password of a key file. Audited.",
  },
  {
    name: "@noble/secp256k1",
    runs: "a browser",
    why: "Recovers signers in a browser whose policy lets no WebAssembly run.",
    instead: "`@bitauth/libauth` with a wider policy.",
    touches: "Digests and signatures.",
  },
  {
    name: "@peculiar/x509",
    runs: "the conformance suite",
    why: "Makes the certificate of the suite's own small peer.",
    instead: "`openssl` on the machine, which not every machine has.",
    touches: "A key that is thrown away with the run. The node itself does not load it.",
  },
  {
    name: "@pothos/core",
    runs: "the server",
    why: "The GraphQL schema out of typed code.",
    instead: "A schema in SDL with resolvers beside it, and a generator for their types.",
    touches: "The schema, once, at the start.",
  },
  {
    name: "@prometheus-io/client",
    runs: "the server",
    why: "Counts, and says so in the form that Prometheus reads; the Prometheus project's own.",
    instead: "Two hundred lines of our own.",
    touches: "Numbers and names of routes.",
  },
  {
    name: "@resvg/resvg-wasm",
    runs: "the server",
    why: "Makes PNG files of the site's own drawings: icons, and a card for each post.",
    instead: "sharp's loader of SVG, which is blocked in this process so that no upload reaches it.",
    touches: "Drawings of this program's own, in a thread and in WebAssembly.",
  },
  {
    name: "@tanstack/react-query",
    runs: "a browser",
    why: "What the console has asked the node for: kept, asked again, paged.",
    instead: "A cache of our own, a few hundred lines.",
    touches: "Everything that the owner sees in the console.",
  },
  {
    name: "@zxcvbn-ts/core",
    runs: "a browser",
    why: "Counts the guesses that a new key file's password stands. Loaded when one is typed.",
    instead: "A judgement of our own, which took words in other letters for chance.",
    touches: "The password of a new key file.",
  },
  {
    name: "@zxcvbn-ts/language-common",
    runs: "a browser",
    why: "Its lists: usual passwords, diceware words, keyboards. The English ones are left out: 600 kB that change little.",
    instead: "A short list of our own.",
    touches: "Nothing: it is data.",
  },
  {
    name: "beautiful-mermaid",
    runs: "the server",
    why: "Draws Mermaid's diagrams as SVG without a browser, in a thread that is ended when one takes too long.",
    instead: "Diagrams as their source; Mermaid itself needs a browser.",
    touches:
      "Text of strangers. Only shapes and words of what it draws are served, as a picture in a sandbox.",
  },
  {
    name: "dataloader",
    runs: "the server",
    why: "One query for what many fields of a GraphQL answer ask for.",
    instead: "Fifty lines of our own.",
    touches: "Ids.",
  },
  {
    name: "fastify",
    runs: "the server",
    why: "HTTP: routes, hooks, limits of time and size.",
    instead: "`node:http` with a router.",
    touches: "Every request and every reply.",
  },
  {
    name: "file-type",
    runs: "the server",
    why: "Tells by its first bytes what a file is, whatever its name says.",
    instead: "A table of the dozen signatures that matter here.",
    touches: "Bytes of whoever may upload, and of peers.",
  },
  {
    name: "graphql",
    runs: "the server",
    why: "Parses and validates operations; the reference implementation.",
    instead: "None that its ecosystem takes.",
    touches: "Every operation of whoever may call `/api/graphql`.",
  },
  {
    name: "hash-wasm",
    runs: "the server",
    why: "Keccak and scrypt in WebAssembly: 48 µs for a hash and a recovery together.",
    instead: "`@noble/hashes`, slower; Node's own scrypt does not take every keystore's parameters.",
    touches: "What is hashed, and the keystore's password.",
  },
  {
    name: "ipaddr.js",
    runs: "the server",
    why: "Reads addresses in every form, for the guard of outgoing calls and for limits.",
    instead: "`net.BlockList` and a parser of our own.",
    touches: "Addresses from names and headers; a wrong answer would open the guard.",
  },
  {
    name: "jose",
    runs: "the server",
    why: "Signs and checks tokens (HS256, pinned).",
    instead: "Sixty lines over `node:crypto`.",
    touches: "The token key.",
  },
  {
    name: "katex",
    runs: "the server and a browser",
    why: "Formulas in posts, as markup that needs no script.",
    instead: "Formulas as they were typed.",
    touches: "Text of strangers; its markup goes through the sanitiser.",
  },
  {
    name: "kysely",
    runs: "the server",
    why: "SQL with types, for both databases.",
    instead: "SQL as text, twice.",
    touches: "Every query.",
  },
  {
    name: "lru-cache",
    runs: "the server",
    why: "Caches and tables of limits that can't grow without end.",
    instead: "A `Map` in order of insertion, less exact.",
    touches: "Pages, small contents, statements, addresses of clients.",
  },
  {
    name: "markdown-it",
    runs: "the server and a browser",
    why: "Markdown to HTML with HTML in it switched off; stays linear on hostile input.",
    instead: "`unified`, six times slower.",
    touches: "Text of strangers; its markup goes through the sanitiser.",
  },
  {
    name: "mercurius",
    runs: "the server",
    why: "Runs GraphQL operations, compiled: four times as many a second as the next server that was measured.",
    instead:
      "`graphql-jit` alone: most of the 55 packages that come with this one are for subscriptions and for an editor, all switched off here.",
    touches: "Every operation and its answer.",
  },
  {
    name: "mime-types",
    runs: "the server",
    why: "Which ending a media type has, and the other way round.",
    instead: "A shorter table of our own.",
    touches: "Names of files.",
  },
  {
    name: "nodemailer",
    runs: "the server",
    why: "Speaks SMTP with the owner's mail server, over connections that the guard makes.",
    instead: "A client of our own; mail is full of traps.",
    touches: "Mails and the mail server's password.",
  },
  {
    name: "pg",
    runs: "the server",
    why: "Speaks with PostgreSQL. It is used where `DATABASE_URL` is set.",
    instead: "`postgres`, another client.",
    touches: "Everything that is stored there, and the database's password.",
  },
  {
    name: "pino",
    runs: "the server",
    why: "The log: lines of JSON that hold up no request.",
    instead: "`console.log` and a list of what to leave out.",
    touches: "What is logged; secrets are taken out by name before.",
  },
  {
    name: "react",
    runs: "the server and a browser",
    why: "Public pages as HTML, and the console.",
    instead: "Templates for the pages; for the console, `preact`.",
    touches: "Everything that is shown.",
  },
  {
    name: "react-dom",
    runs: "the server and a browser",
    why: "Puts what React describes into HTML or onto the screen, and escapes it.",
    instead: "As for React.",
    touches: "Everything that is shown.",
  },
  {
    name: "reflect-metadata",
    runs: "the conformance suite",
    why: "`@peculiar/x509` does not load without it.",
    instead: "None while that is here.",
    touches:
      "Adds functions to the global `Reflect` of the suite's process. The node itself does not load it.",
  },
  {
    name: "sanitize-html",
    runs: "the server and a browser",
    why: "The last wall between what strangers write and a reader's page: a list of allowed elements and attributes.",
    instead: "DOMPurify, which needs a whole DOM on the server.",
    touches: "Text of strangers. A hole here runs as script, which the pages' policy then stops.",
  },
  {
    name: "secp256k1",
    runs: "the server",
    why: "Bitcoin Core's library for the curve: the fastest way to recover a signer.",
    instead: "`@bitauth/libauth`, which takes over by itself where this one is missing.",
    touches:
      "Digests, signatures and the owner's key. Native, with prebuilds, and the one install script of this list. Its main entry, whose fallback is in JavaScript, is never loaded; a test looks.",
  },
  {
    name: "sharp",
    runs: "the server",
    why: "Thumbnails, without what the camera wrote into the file.",
    instead: "None of its speed; a node without thumbnails.",
    touches:
      "Images of strangers, four kinds of them, with a limit on pixels. Native (libvips), prebuilt, 18 MB.",
  },
  {
    name: "shiki",
    runs: "the server and a browser",
    why: "Colours code once, when it is rendered.",
    instead: "Code in one colour.",
    touches: "Code of strangers, by regular expressions; its markup goes through the sanitiser.",
  },
  {
    name: "tar-stream",
    runs: "the server",
    why: "Writes and reads backups as a stream.",
    instead: "A writer and reader of our own; the format is simple, its traps are not.",
    touches: "Backups, and so everything; archives that somebody else may have made.",
  },
  {
    name: "undici",
    runs: "the server",
    why: "Calls other nodes through the guard's own connections; seven times as many a second as `fetch`.",
    instead: "`node:https`.",
    touches: "Every call to another node, and its answer.",
  },
  {
    name: "web-push",
    runs: "the server",
    why: "Encrypts a push for the owner's device (RFC 8291) and signs it (VAPID). The call itself goes through the guard.",
    instead: "Two hundred lines over `node:crypto`; it brings a command line and a proxy that are not used.",
    touches: "What the owner is told, and the VAPID key.",
  },
  {
    name: "zod",
    runs: "the server and a browser",
    why: "One declaration gives check, type and JSON Schema of a message.",
    instead: "Checks by hand, and a schema beside them.",
    touches: "Every message from outside, first of all.",
  },
];

/**
 * How many packages a node brings with it, those that they need among them and the builds for every platform; what
 * `npm ci --omit=dev` chooses from. Written down so that one more is seen by whoever adds it.
 */
export const productionPackages: number = 332;

/** Packages that run a script while they are installed, and why that is taken. */
export const scriptsTaken: Readonly<Record<string, string>> = {
  secp256k1:
    "`node-gyp-build` looks whether a prebuild fits, and compiles where none does. Nothing is lost without it: the prebuild is found when it is needed, and WebAssembly takes over where there is none.",
};

/** Packages that the tree must not hold, whatever asks for them, and why. */
export const refused: Readonly<Record<string, string>> = {
  elliptic:
    "Open advisories without a fixed version, GHSA-848j-6mx2-7j84 among them. `secp256k1` asks for it, for a fallback that is never loaded; an override in `package.json` installs `@noble/secp256k1` in its place, and the fallback fails with that.",
  "prom-client": "Deprecated; `@prometheus-io/client` is the same library under its new owner.",
};

/** Licences that ask for no more than to be named. */
export const freeLicences: readonly string[] = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "MIT-0",
  "PSF-2.0",
];

/** Licences that ask for more, and the one place where that is taken; names may end with a `*`. */
export const licencesTaken: readonly {
  readonly licence: string;
  readonly of: string;
  readonly why: string;
}[] = [
  {
    licence: "EPL-2.0",
    of: "elkjs",
    why: "Lays out diagrams, as it is and in files of its own; the licence asks for the source of changes to it, and there are none.",
  },
  {
    licence: "LGPL-3.0-or-later",
    of: "@img/sharp-*",
    why: "libvips, a library of its own beside `sharp` that anybody can put another build in the place of.",
  },
  {
    licence: "MPL-2.0",
    of: "@resvg/resvg-wasm",
    why: "It holds for its own files, which are as they came.",
  },
  {
    licence: "MPL-2.0",
    of: "web-push",
    why: "It holds for that package's own files, which are not changed here.",
  },
];
