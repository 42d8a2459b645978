import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { TestReply } from "./test-node.ts";

interface Answer {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
}

/** An operation of an OpenAPI document. */
export interface DescribedOperation {
  readonly method: string;
  readonly path: string;
  readonly responses: Readonly<Record<string, Answer>>;
}

/** Headers that tell a client something that it acts on. The description names each of them where it is sent. */
const tellingHeaders = [
  "allow",
  "content-description",
  "content-range",
  "etag",
  "link",
  "location",
  "retry-after",
  "www-authenticate",
];

/** The differences between an answer and its description; none where it is as described. */
export type FindDifferences = (operation: DescribedOperation, reply: TestReply) => string[];

/** Compares answers with a document. @param components of the document: its schemas */
export function readAnswers(components: object): FindDifferences {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const findFaults = (schema: object, value: unknown) => {
    const check = ajv.compile({ ...schema, components });
    return check(value) ? null : ajv.errorsText(check.errors);
  };
  return ({ responses }, reply) => {
    const answer = responses[reply.status];
    if (!answer) return [`${reply.status} is not described: ${reply.body}`];
    return [...compareBody(answer, reply, findFaults), ...compareHeaders(answer, reply)].map(
      (one) => `${reply.status} ${one}`,
    );
  };
}

function compareBody(
  { content }: Answer,
  { headers, body, json }: TestReply,
  findFaults: (schema: object, value: unknown) => string | null,
): string[] {
  if (!content) return body.length > 0 ? [`has a body, and none is described: ${body}`] : [];
  const [type = ""] = (headers["content-type"] ?? "").split(";");
  const media = content[type] ?? content["*/*"];
  if (!media) return [`is of type "${type}", not ${Object.keys(content)}`];
  const faults = type.endsWith("json") ? findFaults(media.schema, json) : null;
  return faults === null ? [] : [`${faults}: ${body}`];
}

function compareHeaders(answer: Answer, { headers }: TestReply): string[] {
  const described = new Map(
    Object.entries(answer.headers ?? {}).map(([name, one]) => [name.toLowerCase(), one]),
  );
  return [
    ...tellingHeaders
      .filter((name) => headers[name] !== undefined && !described.has(name))
      .map((name) => `has the header ${name}, which is not described`),
    ...[...described]
      .filter(([name, { required }]) => required && headers[name] === undefined)
      .map(([name]) => `lacks the header ${name}`),
  ];
}
