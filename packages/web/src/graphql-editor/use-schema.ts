import { Compartment, type Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { graphql } from "cm6-graphql";
import type { GraphQLSchema } from "graphql";
import { type RefObject, useEffect, useState } from "react";
import { readSchema } from "./requests.ts";
import type { Place } from "./schema-names.ts";

/**
 * Reads the schema when the page opens.
 *
 * @param operation the editor that completes and checks with it
 * @param onPlace receives the place in the schema of a name that the owner clicks with Ctrl
 * @returns the schema, or null as long as it is not there; the language of that editor; `read` tries again
 */
export function useSchema(operation: RefObject<EditorView | null>, onPlace: (place: Place) => void) {
  const [place] = useState(() => new Compartment());
  const [language] = useState<Extension>(() => place.of(graphql()));
  const [state, setState] = useState<{ schema: GraphQLSchema | null; isFailed: boolean }>({
    schema: null,
    isFailed: false,
  });

  async function read(): Promise<void> {
    setState({ schema: null, isFailed: false });
    try {
      const schema = await readSchema();
      const onShowInDocs = (field?: string, type?: string, parent?: string) => {
        if (field && parent) onPlace({ type: parent, field });
        else if (type) onPlace({ type: type.replaceAll(/[[\]!]/g, "") });
      };
      operation.current?.dispatch({ effects: place.reconfigure(graphql(schema, { onShowInDocs })) });
      setState({ schema, isFailed: false });
    } catch {
      setState({ schema: null, isFailed: true });
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the schema is read once, when the page opens.
  useEffect(() => void read(), []);
  return { ...state, language, read };
}
