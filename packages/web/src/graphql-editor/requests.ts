import {
  buildClientSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
} from "graphql";
import { jsonHeaders } from "../console/first-replies.ts";

/** A GraphQL request, as the body of the request has it. */
interface Operation {
  readonly query: string;
  readonly variables?: object;
  readonly operationName?: string;
}

/** An answer: JSON with two spaces before each level, or the text as it came where it is not JSON. */
export interface Answer {
  readonly text: string;
  readonly milliseconds: number;
}

/** Sends an operation with the owner's session. @throws TypeError if no answer came */
export async function runOperation(operation: Operation): Promise<Answer> {
  const start = performance.now();
  const text = await send(operation);
  return { text: indentJson(text), milliseconds: Math.round(performance.now() - start) };
}

/** Reads the node's schema by introspection. @throws if it did not come */
export async function readSchema(): Promise<GraphQLSchema> {
  const query = getIntrospectionQuery({ inputValueDeprecation: true });
  const reply: { data?: IntrospectionQuery } = JSON.parse(await send({ query }));
  if (!reply.data) throw new Error("The answer has no schema.");
  return buildClientSchema(reply.data);
}

async function send(operation: Operation): Promise<string> {
  const body = JSON.stringify(operation);
  const response = await fetch("/api/graphql", { method: "POST", headers: jsonHeaders, body });
  return await response.text();
}

function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
