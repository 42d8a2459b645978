import { englishNumber as number } from "../site/format.ts";

/** Every text of the page with the GraphQL editor, in English. */
export const en = {
  title: "GraphQL",
  dashboard: "Dashboard",
  run: "Run",
  running: "Running…",
  format: "Format",
  keys: "Ctrl-Enter runs, Ctrl-Space completes, Alt-Shift-F formats, Escape and then Tab leaves an editor.",
  operation: "Operation",
  variables: "Variables",
  answer: "Answer",
  noAnswer: "The answer appears here.",
  notSent:
    "This site did not respond. The operation may not have arrived. Check the connection, then run it again.",
  notJson: "The variables are not valid JSON. Nothing was sent.",
  notAnObject: 'The variables must be an object, such as { "id": "1" }. Nothing was sent.',
  unknownVariable: (name: string): string => `The operation declares no variable $${name}.`,
  missingVariable: (name: string, type: string): string => `$${name} of type ${type} is missing.`,
  seconds: (milliseconds: number): string =>
    milliseconds === 0 ? "In less than 1 ms" : `In ${number.format(milliseconds)} ms`,
  schema: "Schema",
  loadingSchema: "Reading the schema.",
  noSchema: "The schema could not be read, so nothing is completed or checked. Operations still run.",
  again: "Try again",
  search: "Search types and fields",
  nothingFound: "Nothing in the schema has this name.",
  moreFound: (count: number): string =>
    count === 0 ? "These are all." : `${number.format(count)} more. Type more letters.`,
  close: "Close",
  start: "Start",
  fields: "Fields",
  arguments: "Arguments",
  values: "Values",
  types: "Types",
  possibleTypes: "Possible types",
  implements: "Implements",
  returns: "Type",
  byDefault: (value: string): string => `Default: ${value}`,
  deprecated: (reason: string): string => `Deprecated: ${reason}`,
  history: "History",
  historyHint: "Operations that ran in this browser tab. Closing the tab deletes them.",
  noHistory: "No operation ran in this tab yet.",
  unnamed: "Unnamed",
  pin: "Keep at the top",
  remove: "Remove",
  clear: "Remove all that are not kept",
  phrases: {},
};

export type GraphqlEditorMessages = Omit<typeof en, "phrases"> & {
  readonly phrases: Readonly<Record<string, string>>;
};
