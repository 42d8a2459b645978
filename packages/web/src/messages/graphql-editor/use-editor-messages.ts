import { en, type GraphqlEditorMessages } from "./en.ts";
import { zh } from "./zh.ts";

/** The messages of the GraphQL editor in the language of the page. */
export function useEditorMessages(): GraphqlEditorMessages {
  return document.documentElement.lang.startsWith("zh") ? zh : en;
}
