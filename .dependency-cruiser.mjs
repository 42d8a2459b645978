/** The import rules (docs/architecture.md). */
const node = "^packages/node/src";
const test = "[.]test[.]ts$|^packages/[^/]+/(test|scripts)/";

function wall(name, comment, from, to) {
  return { name, comment, severity: "error", from, to };
}

export default {
  forbidden: [
    wall(
      "no-circles",
      "Two files that need each other are one thing; imports of types count, too.",
      {},
      { circular: true },
    ),
    wall(
      "protocol-stands-alone",
      "protocol imports nothing of ours.",
      { path: "^packages/protocol/src", pathNot: test },
      { path: "^packages/(import|node|web|client|conformance)/" },
    ),
    wall(
      "protocol-is-pure",
      "protocol runs in a browser.",
      { path: "^packages/protocol/src", pathNot: test },
      { dependencyTypes: ["core"] },
    ),
    wall(
      "import-knows-protocol-alone",
      "import reads files of other programs, and knows no node.",
      { path: "^packages/import/src", pathNot: test },
      { path: "^packages/(node|web|client|conformance)/" },
    ),
    wall(
      "import-by-its-face",
      "Other packages see what its index.ts names, those of feeds and of html, and encoding.ts.",
      { path: "^packages/(protocol|node|web|client|conformance)/src", pathNot: test },
      {
        path: "^packages/import/src/",
        pathNot: "^packages/import/src/((feeds|html)/)?index[.]ts$|^packages/import/src/encoding[.]ts$",
      },
    ),
    wall(
      "client-stands-alone",
      "client imports nothing but types, and runs in a browser.",
      { path: "^packages/client/src", pathNot: test },
      { path: "^packages/(node|web|conformance|protocol|import)/|node_modules/(?!gql[.]tada/)" },
    ),
    wall(
      "web-knows-no-node",
      "web imports protocol, client for the types of its documents, and the reader of pasted HTML.",
      { path: "^packages/web/src", pathNot: test },
      { path: "^packages/(import|node|conformance)/", pathNot: "^packages/import/src/html/index[.]ts$" },
    ),
    wall(
      "conformance-knows-protocol-alone",
      "conformance looks from outside.",
      { path: "^packages/conformance/src", pathNot: test },
      { path: "^packages/(import|node|web)/" },
    ),
    wall(
      "only-pages-of-web",
      "web is pages to serve, sanitises, judges a new key's password, knows the syntax of posts, has the designs of the site, and reads the menu that the owner arranged.",
      {
        path: node,
        pathNot: [
          test,
          `${node}/http/site/`,
          `${node}/modules/.*(routes|issue-mail)[.]ts$|/export/static/`,
          `${node}/cli/(?:keys|maintenance/theme)[.]ts$`,
          `${node}/domain/(?:settings/setting-table|publications/site-menu)[.]ts$`,
          `${node}/(?:domain/search/searchable-text|modules/webmention/mentions/external-links)[.]ts$`,
          `${node}/foreign/read-document-program[.]ts$`,
        ],
      },
      { path: "^packages/web/" },
    ),
    wall(
      "readers-of-documents-sanitise",
      "A process that reads documents takes the sanitiser of web alone.",
      { path: `${node}/foreign/`, pathNot: test },
      { path: "^packages/web/", pathNot: "^packages/web/src/markdown/render-foreign[.]ts$" },
    ),
    wall(
      "modules-know-the-core-alone",
      "A module imports the core and no other module.",
      { path: `${node}/modules/([^/]+)/`, pathNot: test },
      { path: `${node}/modules/`, pathNot: `${node}/modules/$1/` },
    ),
    wall(
      "the-core-knows-no-module",
      "The core sees the list of modules (`modules.ts`), and by their face alone.",
      {
        path: node,
        pathNot: [test, `${node}/modules/`, `${node}/modules[.]ts$`, `${node}/config/limits[.]ts$`],
      },
      { path: `${node}/modules/` },
    ),
    wall(
      "modules-by-their-face",
      "The list of modules sees what their index.ts names.",
      { path: `${node}/modules[.]ts$` },
      { path: `${node}/modules/`, pathNot: `${node}/modules/[^/]+/index[.]ts$` },
    ),
    wall(
      "rules-of-modules-know-no-transport",
      "In a module its face, its GraphQL, its routes, its commands, its tools of agents and what renders pages know HTTP, GraphQL or the command line.",
      {
        path: `${node}/modules/`,
        pathNot: [
          test,
          `${node}/modules/.*(index|parts|graphql|routes|-command|issue-mail)[.]ts$|/(agents/mcp|export/static)/`,
        ],
      },
      { path: `${node}/(http|graphql|cli)/` },
    ),
    wall(
      "translators-hold-no-sql",
      "http and cli call domain; they hold no SQL.",
      { path: `${node}/(http|cli|graphql)/`, pathNot: test },
      {
        path: [`${node}/store/`, "node_modules/kysely"],
        dependencyTypesNot: ["type-only"],
      },
    ),
    wall(
      "domain-knows-no-transport",
      "domain knows no HTTP, no GraphQL, no command line.",
      { path: `${node}/domain/`, pathNot: test },
      {
        path: [
          `${node}/(http|graphql|cli)/`,
          "node_modules/(fastify|undici|pg|kysely|graphql|graphql-jit|@pothos)/",
          `${node}/store/(sqlite|postgres)/`,
        ],
      },
    ),
    wall(
      "graphql-knows-no-http",
      "The schema is the same, whatever carries it.",
      { path: `${node}/graphql/`, pathNot: test },
      { path: [`${node}/(http|cli)/`, "node_modules/fastify/"] },
    ),
    wall(
      "store-knows-no-domain",
      "store is below domain.",
      { path: `${node}/store/`, pathNot: test },
      { path: `${node}/(domain|http|graphql|cli|jobs|peers|blobs)/` },
    ),
    wall(
      "queues-know-no-domain",
      "start.ts hands each queue its work.",
      { path: `${node}/jobs/`, pathNot: test },
      { path: `${node}/(domain|http|graphql|cli|peers|blobs)/` },
    ),
    wall(
      "peers-and-blobs-stand-alone",
      "They know no state of the node.",
      { path: `${node}/(peers|blobs|mail)/`, pathNot: test },
      { path: `${node}/(domain|http|graphql|cli|jobs|store)/` },
    ),
    wall(
      "only-peers-call-out",
      "One guarded way to other nodes.",
      { path: node, pathNot: [test, `${node}/peers/`] },
      { path: "node_modules/undici/" },
    ),
    wall(
      "only-foreign-parses-what-others-wrote",
      "Markup of others is parsed in processes of their own; imports have one, too (packages/import).",
      { path: node, pathNot: [test, `${node}/foreign/`] },
      { path: "node_modules/(saxes|htmlparser2|microformats-parser|parse5|feedsmith)/" },
    ),
    wall(
      "imports-are-read-in-a-process",
      "The node asks the process of an import; what it runs is for its program alone.",
      { path: node, pathNot: [test, `${node}/import-process/`] },
      {
        path: `${node}/import-process/(find-source|reader|unpack-archive)[.]ts`,
      },
    ),
    wall(
      "feeds-are-parsed-in-a-process",
      "The parsers of feeds are for the program of foreign alone.",
      { path: node, pathNot: [test, `${node}/foreign/(read-feed|read-document-program)[.]ts$`] },
      { path: "^packages/import/src/feeds/index[.]ts$", dependencyTypesNot: ["type-only"] },
    ),
    wall(
      "foreign-stands-alone",
      "A process that reads documents knows no state of the node.",
      { path: `${node}/foreign/`, pathNot: test },
      { path: `${node}/(domain|http|graphql|cli|jobs|store|peers|blobs|mail|config|startup)/` },
    ),
    wall(
      "foreign-parsers-run-in-its-processes",
      "The node asks `context.foreign`; the functions that parse are for its program alone.",
      { path: node, pathNot: [test, `${node}/foreign/`] },
      {
        path: `${node}/foreign/`,
        pathNot: `${node}/foreign/(foreign|documents|environment|feed-documents|limits)[.]ts$`,
      },
    ),
    wall(
      "only-mail-speaks-smtp",
      "One guarded way to a mail server.",
      { path: node, pathNot: [test, `${node}/mail/`] },
      { path: "node_modules/nodemailer/" },
    ),
    wall(
      "only-the-store-speaks-to-databases",
      "SQL lives in store.",
      { path: node, pathNot: [test, `${node}/store/`, `${node}/modules/[^/]+/store`] },
      { path: "node_modules/(kysely|pg)/", dependencyTypesNot: ["type-only"] },
    ),
    wall(
      "no-tests-in-sources",
      "Sources don't import tests.",
      { path: "^packages/[^/]+/src", pathNot: test },
      { path: test },
    ),
    wall("no-unresolved", "Every import is there.", {}, { couldNotResolve: true, pathNot: "^node:" }),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^packages/[^/]+/dist/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "types"],
      extensions: [".ts", ".js", ".mjs"],
    },
  },
};
