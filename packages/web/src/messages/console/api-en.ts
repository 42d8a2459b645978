import { englishNumber } from "../site/format.ts";

/** Texts of the view of the API, in English. */
export const apiEn = {
  hint: "Try the GraphQL API of your node here. You act as yourself: a mutation changes your node. Programs use a token.",
  tokens: "Access tokens",
  agents:
    "AI agents connect to this address (MCP) with a token. They read, write drafts and propose them; you alone sign and publish.",
  agentsPage: "How to set up an agent",
  operation: "Operation",
  variables: "Variables (JSON)",
  wrongVariables: 'The variables must be a JSON object such as { "slug": "hello" }.',
  run: "Run",
  running: "Running…",
  format: "Format",
  answer: "Answer",
  noAnswer: "The answer appears here.",
  answered: (status: number, bytes: number): string =>
    `Status ${status}, ${englishNumber.format(bytes)} bytes.`,
  docs: "Schema",
  searchDocs: "Search the schema",
  allOperations: "All queries and mutations",
  queries: "Queries",
  mutations: "Mutations",
  types: "Types",
  example: `# Ctrl-Space completes, Ctrl-Enter runs.
query Posts {
  publications(first: 5, types: [POST]) {
    nodes {
      title
      slug
      state
      tags
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`,
  /** What the editor says to screen readers and in its dialogs. */
  phrases: {} as Readonly<Record<string, string>>,
};
