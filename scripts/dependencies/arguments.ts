/** Where a dependency's code runs. */
type Runtime = "the server" | "a browser" | "the server and a browser" | "the conformance suite";

/** Why a running node depends on a package. */
export interface Argument {
  readonly name: string;
  readonly runs: Runtime;
  /** Why it is here. */
  readonly why: string;
  /** What would replace it. */
  readonly instead: string;
  /** What it sees or does, and what else a reviewer should know. */
  readonly touches: string;
}

/** Every foreign package under `dependencies` in our `package.json` files, by name. */
export const argued: readonly Argument[] = [
  {
    name: "@adraffy/ens-normalize",
    runs: "the server",
    why: "Normalises names of ENS (ENSIP-15) and refuses look-alikes. By the author of the standard; loaded with the first name.",
    instead:
      "`viem`, which uses it, too: 70 MB for four calls of a contract. The standard's tables are too large to write ourselves.",
    touches: "Names that anybody wrote on Ethereum.",
  },
  {
    name: "@aws-sdk/client-s3",
    runs: "the server",
    why: "Contents in S3, for a node on several machines: parts, repeats, the clock's skew. By Amazon; loaded when S3_URL is set.",
    instead:
      "`s3mini`, a hundredth of the size, without an abort and without repeating most requests (decision 0025).",
    touches:
      "Every content on its way to the storage and back, and the storage's key. It calls the host of S3_URL alone.",
  },
  {
    name: "@aws-sdk/s3-request-presigner",
    runs: "the server",
    why: "Signs addresses at S3 to which browsers are sent for large files (decision 0025). By Amazon; loaded with the first one.",
    instead: "The signature of a query by ourselves, in a way that each storage takes.",
    touches:
      "The storage's key, in memory. It calls nobody, and needs no package that the client does not have.",
  },
  {
    name: "@bitauth/libauth",
    runs: "the server",
    why: "secp256k1 in WebAssembly: recovers signers in 102 µs where the native library is missing.",
    instead: "`@noble/secp256k1`, ten times slower.",
    touches:
      "Digests, signatures and, where it signs, the owner's key. Only its one module for the curve is imported.",
  },
  {
    name: "@codemirror/autocomplete",
    runs: "a browser",
    why: "The slash menu of the editor: a list beside the cursor that keys and screen readers work with.",
    instead: "A menu of our own, placed and announced by ourselves.",
    touches: "The text that the owner writes. `@codemirror/lang-markdown` brings it in any case.",
  },
  {
    name: "@codemirror/commands",
    runs: "a browser",
    why: "Keyboard commands and history of the editor.",
    instead: "A plain `textarea`.",
    touches: "The text that the owner writes.",
  },
  {
    name: "@codemirror/lang-json",
    runs: "a browser",
    why: "JSON in the GraphQL editor: variables and answers are highlighted and folded, mistakes are marked.",
    instead: "Plain text.",
    touches: "Operations of the owner and their answers.",
  },
  {
    name: "@codemirror/lang-markdown",
    runs: "a browser",
    why: "Markdown in the editor: highlighting, lists that continue.",
    instead: "An editor without highlighting.",
    touches: "The text that the owner writes.",
  },
  {
    name: "@codemirror/language",
    runs: "a browser",
    why: "Finds headings, links and code in the text, so that the stylesheet can highlight them.",
    instead: "An editor without highlighting.",
    touches: "The text that the owner writes.",
  },
  {
    name: "@codemirror/lint",
    runs: "a browser",
    why: "Marks mistakes in the GraphQL editor, and tells them to screen readers.",
    instead: "Marks of our own. `@codemirror/lang-markdown` brings it in any case.",
    touches: "Operations of the owner.",
  },
  {
    name: "@codemirror/search",
    runs: "a browser",
    why: "Find and replace in the editor.",
    instead: "The browser's own search, which does not see what is scrolled away in a long text.",
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
    why: "The view of the editor. It creates styles at runtime, so the console's policy has a nonce.",
    instead: "A plain `textarea`.",
    touches: "The text that the owner writes, and the page around it.",
  },
  {
    name: "@fastify/busboy",
    runs: "the server",
    why: "Parses multipart uploads as a stream, within our limits.",
    instead: "A parser of our own for one content type.",
    touches: "Uploaded bytes.",
  },
  {
    name: "@fastify/proxy-addr",
    runs: "the server",
    why: "Finds a client's address behind trusted proxies for answers that do not pass fastify, in the same way as fastify does.",
    instead: "Our own reading of `X-Forwarded-For`, which could differ from fastify's.",
    touches: "Headers of requests.",
  },
  {
    name: "@lezer/highlight",
    runs: "a browser",
    why: "Class names for the highlighting of `@codemirror/language`.",
    instead: "Colours in a script, which no theme can change.",
    touches: "The text that the owner writes.",
  },
  {
    name: "@lezer/markdown",
    runs: "a browser",
    why: "Formulas and footnotes in the editor's Markdown: its parser takes them as extensions.",
    instead: "Regular expressions, which take code for formulas.",
    touches: "The text that the owner writes. `@codemirror/lang-markdown` brings it in any case.",
  },
  {
    name: "@modelcontextprotocol/server",
    runs: "the server",
    why: "The Model Context Protocol, with which agents read and draft: both of its revisions in use. By its makers; loaded with the first agent.",
    instead: "JSON-RPC of our own, which had to follow a protocol that changes each year.",
    touches:
      "Messages of programs with a token, bounded in size. It brings no HTTP server, no session and no port of its own.",
  },
  {
    name: "@noble/hashes",
    runs: "a browser",
    why: "SHA-256, keccak and scrypt in JavaScript, because the pages' policy allows no WebAssembly.",
    instead: "`hash-wasm` with a wider policy.",
    touches: "Hashed bytes, and the password of a key file. Audited.",
  },
  {
    name: "@noble/secp256k1",
    runs: "a browser",
    why: "Recovers signers in a browser, because the pages' policy allows no WebAssembly.",
    instead: "`@bitauth/libauth` with a wider policy.",
    touches: "Digests and signatures.",
  },
  {
    name: "@peculiar/x509",
    runs: "the conformance suite",
    why: "Makes the certificate of the suite's fake peer.",
    instead: "`openssl`, which not every machine has.",
    touches:
      "A key for one run. The node loads it with `@simplewebauthn/server`, which parses no certificate here.",
  },
  {
    name: "@pothos/core",
    runs: "the server",
    why: "Makes the GraphQL schema from typed code.",
    instead: "A schema in SDL with resolvers beside it, and a generator for their types.",
    touches: "The schema, once, at the start.",
  },
  {
    name: "@prometheus-io/client",
    runs: "the server",
    why: "Metrics in the format of Prometheus; by the Prometheus project.",
    instead: "Two hundred lines of our own.",
    touches: "Numbers and names of routes.",
  },
  {
    name: "@resvg/resvg-wasm",
    runs: "the server",
    why: "Makes PNG files of the site's own drawings: icons, and a card for each post.",
    instead: "sharp's SVG loader, which is blocked in this process so that no upload reaches it.",
    touches: "This program's own drawings, in a worker thread and in WebAssembly.",
  },
  {
    name: "@scure/bip32",
    runs: "the server and a browser",
    why: "Derives a key from recovery words as wallets do (BIP-32). Audited; loaded when a key is made or comes from its words.",
    instead: "The derivation by ourselves: a mistake there is a key that no wallet gives back.",
    touches:
      "The owner's key while it is made. It needs `@noble/curves`, `@noble/hashes` and `@scure/base`, by the same author.",
  },
  {
    name: "@scure/bip39",
    runs: "the server and a browser",
    why: "Recovery words: their list, checksum and seed (BIP-39). Audited, by the author of the curve and hashes that are here.",
    instead: "The list of 2,048 words and its functions, copied.",
    touches: "The owner's recovery words, in the worker that has the key, or in a command.",
  },
  {
    name: "@simplewebauthn/browser",
    runs: "a browser",
    why: "Asks the browser for a passkey, and names what went wrong in each browser. Loaded with the first use.",
    instead:
      "`navigator.credentials` with eighty lines of our own; not every browser writes its answers as JSON.",
    touches: "The challenge and the answer, which is no secret.",
  },
  {
    name: "@simplewebauthn/server",
    runs: "the server",
    why: "Verifies passkeys (WebAuthn) of the owner. Loaded with the first use.",
    instead:
      "Node's own verification of signatures, and CBOR, COSE keys and the rules of the standard by ourselves.",
    touches:
      "Answers of anybody who signs in with a passkey, bounded in size. Certificates of authenticators are dropped before it, so it asks no network.",
  },
  {
    name: "@tanstack/react-query",
    runs: "a browser",
    why: "The console's cache of query results: refetching, paging.",
    instead: "A cache of our own, a few hundred lines.",
    touches: "Everything that the owner sees in the console.",
  },
  {
    name: "@walletconnect/universal-provider",
    runs: "a browser",
    why: "Connects a wallet on a phone, where the owner has a project id; loaded with the first use.",
    instead: "Only wallets in this browser and the key file.",
    touches:
      "What the owner signs, encrypted for the wallet. It stays at the last version under Apache-2.0 (decision 0007).",
  },
  {
    name: "@zxcvbn-ts/core",
    runs: "the server and a browser",
    why: "Estimates how many guesses a new password resists. Loaded when one is typed.",
    instead: "An estimate of our own, which took words with replaced letters for random.",
    touches: "The password of a new key file.",
  },
  {
    name: "@zxcvbn-ts/language-common",
    runs: "the server and a browser",
    why: "Its lists: common passwords, diceware words, keyboards. The English lists are left out: 600 kB that change little.",
    instead: "A short list of our own.",
    touches: "Nothing: it is data.",
  },
  {
    name: "any-ascii",
    runs: "the server",
    why: "Writes a title of any script, Chinese too, in ASCII letters for its slug. 0.6 MB of tables, loaded at the first slug.",
    instead:
      "`transliteration`: 3.5 MB, and 40 times longer to load. `@sindresorhus/slugify` knows no Chinese.",
    touches: "The titles of the owner's posts.",
  },
  {
    name: "beautiful-mermaid",
    runs: "the server",
    why: "Draws Mermaid diagrams as SVG without a browser, in a worker thread with a time limit.",
    instead: "Diagrams as their source; Mermaid itself needs a browser.",
    touches: "Untrusted text. Only shapes and text of its output are served, as an image in a sandbox.",
  },
  {
    name: "cborg",
    runs: "the server",
    why: "Decodes the blocks of a Bluesky repository (DAG-CBOR). Loaded with such an import.",
    instead: "Two hundred lines of our own; `@atproto/repo` brings nine packages.",
    touches: "A file that the owner imports, block by block, each of a limited size.",
  },
  {
    name: "chardet",
    runs: "the server",
    why: "Tells by statistics in which script a text is that names no encoding, for imports of old files. It has no dependencies.",
    instead:
      "Rules of our own, which read Greek as Russian. For Latin letters there are such rules: of ten Czech words it told 11 % right, they 98 %.",
    touches: "The beginnings of the owner's own files, in the process of an import.",
  },
  {
    name: "cm6-graphql",
    runs: "a browser",
    why: "GraphQL in the editor of the owner: highlighting, completion and checks by the schema. By GraphiQL's makers; on a page of its own.",
    instead:
      "`graphiql`, which brings 250 MB of packages and more than 1 MB to a browser, and needs a wider policy (decision 0004).",
    touches: "Operations of the owner, with the owner's rights.",
  },
  {
    name: "dataloader",
    runs: "the server",
    why: "Joins the queries of many GraphQL fields into one.",
    instead: "Fifty lines of our own.",
    touches: "Ids.",
  },
  {
    name: "diff",
    runs: "a browser",
    why: "Shows what differs between two versions of a text, by words of any script. Loaded with the history of a post.",
    instead: "Two texts side by side, without marks.",
    touches: "The text that the owner writes.",
  },
  {
    name: "fastify",
    runs: "the server",
    why: "HTTP: routes, hooks, time and size limits.",
    instead: "`node:http` with a router.",
    touches: "Every request and every reply.",
  },
  {
    name: "file-type",
    runs: "the server",
    why: "Detects a file's type from its first bytes.",
    instead: "A table of the dozen relevant signatures.",
    touches: "Uploaded bytes, and bytes of peers.",
  },
  {
    name: "gemoji",
    runs: "the server",
    why: "GitHub's 1,900 names of emoji (`:ferry:`), for imports of sites whose program shows them. A table and no code.",
    instead: "A table of our own, which has the common names alone and grows old.",
    touches: "Nothing but names in texts that are imported.",
  },
  {
    name: "graphql",
    runs: "the server and a browser",
    why: "Parses and validates operations; the reference implementation. In a browser it is loaded with the GraphQL editor.",
    instead: "No other implementation works with its ecosystem.",
    touches: "Every operation sent to `/api/graphql`.",
  },
  {
    name: "graphql-jit",
    runs: "the server",
    why: "Compiles GraphQL operations that are called again: a page of 50 posts takes 0.65 ms of processor time, by `graphql` 1.05 ms.",
    instead: "`graphql` alone, slower.",
    touches:
      "Every operation and its answer. It makes code, so no text of a client gets to it (decision 0004).",
  },
  {
    name: "hash-wasm",
    runs: "the server",
    why: "Keccak and scrypt in WebAssembly: 48 µs for a hash and a recovery together.",
    instead: "`@noble/hashes`, slower; Node's own scrypt does not take every keystore's parameters.",
    touches: "Hashed bytes, and the keystore's password.",
  },
  {
    name: "htmlparser2",
    runs: "the server and a browser",
    why: "Tells tags from text in other sites' pages, one after the other, for mentions. Loaded with the first mention, in a process of its own.",
    instead: "`parse5`, which builds a tree; a hostile page of a megabyte becomes one of gigabytes.",
    touches:
      "Pages of other sites, bounded in size. `sanitize-html` brings it in any case, into browsers too.",
  },
  {
    name: "idb",
    runs: "a browser",
    why: "Promises for IndexedDB, where the browser keeps what was typed and is not saved yet.",
    instead: "A hundred lines of our own over IndexedDB's events.",
    touches: "The text that the owner writes.",
  },
  {
    name: "ipaddr.js",
    runs: "the server",
    why: "Parses IP addresses in every form, for the guarded HTTP client and for limits.",
    instead: "`net.BlockList` and a parser of our own.",
    touches: "Addresses from DNS and headers; a wrong answer would open the guard.",
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
    instead: "Formulas shown as typed.",
    touches: "Untrusted text; its markup goes through the sanitiser.",
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
    why: "Bounded caches and tables of limits.",
    instead: "A `Map` in order of insertion, less exact.",
    touches: "Pages, small contents, statements, client addresses.",
  },
  {
    name: "markdown-it",
    runs: "the server and a browser",
    why: "Markdown to HTML, with HTML in the input disabled; linear on hostile input.",
    instead: "`unified`, six times slower.",
    touches: "Untrusted text; its markup goes through the sanitiser.",
  },
  {
    name: "mime-types",
    runs: "the server",
    why: "Maps media types to file extensions and back.",
    instead: "A shorter table of our own.",
    touches: "File names.",
  },
  {
    name: "nodemailer",
    runs: "the server",
    why: "SMTP to the owner's mail server, over guarded connections.",
    instead: "A client of our own; SMTP has many special cases.",
    touches: "Mails and the mail server's password.",
  },
  {
    name: "pagefind",
    runs: "the server",
    why: "Makes the search of a static site: an index in small parts, of which a browser reads what a query needs; also Chinese. Loaded by `freehold export --static` alone.",
    instead: "An index of our own in one file, which grows with the site.",
    touches:
      "The pages of the own site, in a process of its own. Native, prebuilt, 14 MB, for this machine alone.",
  },
  {
    name: "pg",
    runs: "the server",
    why: "The PostgreSQL client, used with `DATABASE_URL`.",
    instead: "`postgres`, another client.",
    touches: "Everything that is stored there, and the database's password.",
  },
  {
    name: "pino",
    runs: "the server and a browser",
    why: "The log: JSON lines, written without blocking requests.",
    instead: "`console.log` and a redaction list.",
    touches:
      "Log lines; secrets are removed by name before. In a browser an older one is part of WalletConnect's client, which is silent.",
  },
  {
    name: "qr",
    runs: "a browser",
    why: "Draws the code that a wallet on a phone scans.",
    instead: "Three hundred lines of our own.",
    touches: "The address of one pairing.",
  },
  {
    name: "react",
    runs: "a browser",
    why: "The console and the installer.",
    instead: "`preact`.",
    touches: "Everything in the console and the installer.",
  },
  {
    name: "react-dom",
    runs: "a browser",
    why: "Renders the console and the installer into the page, and escapes text.",
    instead: "As for React.",
    touches: "Everything in the console and the installer.",
  },
  {
    name: "reflect-metadata",
    runs: "the conformance suite",
    why: "`@peculiar/x509` does not load without it.",
    instead: "None while that is here.",
    touches:
      "Adds functions to the global `Reflect` of the suite's process, and of a node that verifies a passkey.",
  },
  {
    name: "sanitize-html",
    runs: "the server and a browser",
    why: "The last filter between untrusted text and a reader's page: a list of allowed elements and attributes.",
    instead: "DOMPurify, which needs a whole DOM on the server.",
    touches: "Untrusted text. A hole here would run script, which the pages' policy blocks.",
  },
  {
    name: "saxes",
    runs: "the server",
    why: "Reads the XML of feeds and of imports piece by piece. It fetches nothing and expands no entity of a document.",
    instead: "A scanner of our own: XML as it is found on the web has many corners.",
    touches:
      "Bytes of other sites, bounded in size, depth and number of elements. It needs `xmlchars` alone.",
  },
  {
    name: "secp256k1",
    runs: "the server",
    why: "Bitcoin Core's library for the curve: the fastest way to recover a signer.",
    instead: "`@bitauth/libauth`, which is used where this one is missing.",
    touches:
      "Digests, signatures and the owner's key. Native, with prebuilt binaries, and the only install script of this list. Its main entry with the JavaScript fallback is never loaded; a test checks it.",
  },
  {
    name: "sharp",
    runs: "the server",
    why: "Thumbnails without the camera's metadata, and the texts on cards: its Pango sets every script.",
    instead: "Nothing as fast; a node without thumbnails.",
    touches:
      "Untrusted images in four formats, with a pixel limit; titles, set with the fonts of this program. Native (libvips), prebuilt, 18 MB.",
  },
  {
    name: "shiki",
    runs: "the server and a browser",
    why: "Highlights code once, when it is rendered.",
    instead: "Code without highlighting.",
    touches: "Untrusted code, by regular expressions; its markup goes through the sanitiser.",
  },
  {
    name: "smol-toml",
    runs: "the server",
    why: "Reads the front matter of Hugo's posts, when they are imported. It has no dependencies.",
    instead: "Posts of Hugo without their titles and dates.",
    touches: "The beginnings of the owner's own files.",
  },
  {
    name: "tar-stream",
    runs: "the server",
    why: "Writes and reads backups as a stream.",
    instead: "A writer and reader of our own; the format has many special cases.",
    touches: "Backups, and so everything; foreign archives.",
  },
  {
    name: "turndown",
    runs: "the server and a browser",
    why: "Converts the HTML of imported posts to Markdown. Loaded with an import.",
    instead: "A converter of our own, rule by rule.",
    touches:
      "HTML that the owner imports, cleaned by `sanitize-html` before and limited in size, elements and depth.",
  },
  {
    name: "undici",
    runs: "the server",
    why: "Calls other nodes over guarded connections; seven times as many calls a second as `fetch`.",
    instead: "`node:https`.",
    touches: "Every call to another node, and its answer.",
  },
  {
    name: "web-push",
    runs: "the server",
    why: "Encrypts a push for the owner's device (RFC 8291) and signs it (VAPID). The call itself uses the guarded client.",
    instead:
      "Two hundred lines over `node:crypto`; the package brings a command line and a proxy that are not used.",
    touches: "Notifications, and the VAPID key.",
  },
  {
    name: "yaml",
    runs: "the server",
    why: "Reads the front matter of posts of Jekyll, Hugo and Obsidian, when they are imported. It has no dependencies.",
    instead: "A reader of our own for a part of YAML; posts without their titles and dates.",
    touches: "The beginnings of the owner's own files, with few aliases.",
  },
  {
    name: "yauzl",
    runs: "the server",
    why: "Reads a zip by its directory, file by file as a stream, and refuses sizes and paths that lie. Loaded with an import.",
    instead: "A reader of our own; zips of other programs have many special cases.",
    touches: "Archives that the owner imports.",
  },
  {
    name: "yazl",
    runs: "the server",
    why: "Writes an export as a zip, file by file as a stream. Loaded with such an export.",
    instead: "Exports as `.tar.gz` alone, which not every desktop opens.",
    touches: "The owner's own files.",
  },
  {
    name: "zod",
    runs: "the server and a browser",
    why: "One declaration gives check, type and JSON Schema of a message.",
    instead: "Hand-written checks, and a schema beside them.",
    touches: "Every message from outside.",
  },
];

/**
 * The number of packages that a node brings, with transitive ones and the builds for every platform: what
 * `npm ci --omit=dev` chooses from. Written by hand, so that the author of a change notices one more.
 */
export const productionPackages: number = 451;

/** Packages with an install script, and why it is accepted. */
export const scriptsTaken: Readonly<Record<string, string>> = {
  secp256k1:
    "`node-gyp-build` looks for a fitting prebuilt binary and compiles if there is none. It is not needed: the binary is found at runtime, and WebAssembly replaces a missing one.",
};

/** Packages that the tree must not contain, and why. */
export const refused: Readonly<Record<string, string>> = {
  elliptic:
    "Open advisories without a fixed version, GHSA-848j-6mx2-7j84 among them. `secp256k1` asks for it, for a fallback that is never loaded; an override in `package.json` installs `@noble/secp256k1` instead, with which the fallback fails.",
  "prom-client": "Deprecated; `@prometheus-io/client` is the same library under its new owner.",
};

/** Licences that require no more than attribution. */
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

/** Licences that require more, each accepted for one package; names may end with a `*`. */
export const licencesTaken: readonly {
  readonly licence: string;
  readonly of: string;
  readonly why: string;
}[] = [
  {
    licence: "EPL-2.0",
    of: "elkjs",
    why: "Computes the layout of diagrams. It is unchanged and in its own files; the licence requires the source of changes, and there are none.",
  },
  {
    licence: "LGPL-3.0-or-later",
    of: "@img/sharp-*",
    why: "libvips, a separate library beside `sharp` that anybody can replace by another build.",
  },
  {
    licence: "MPL-2.0",
    of: "@resvg/resvg-wasm",
    why: "It covers its own files, which are unchanged.",
  },
  {
    licence: "MPL-2.0",
    of: "web-push",
    why: "It covers that package's own files, which are unchanged.",
  },
];
