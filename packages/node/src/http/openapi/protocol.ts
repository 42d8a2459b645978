import { commonErrors, type Endpoint, type EndpointName, endpoints } from "@freehold/protocol";
import {
  bytes,
  cached,
  describeErrors,
  etag,
  header,
  json,
  type Operation,
  object,
  pathParameters,
  query,
  ranged,
  ref,
  thumb,
} from "./parts.ts";

const ofContents = {
  "Content-Description": header("The description of a file, percent-encoded.", false),
  Link: header("The page of the publication.", false),
};

/** The parts of endpoints that their table lacks: the section, and the shape of the answer. */
const protocol: Readonly<
  Record<
    EndpointName,
    {
      summary: string;
      answer?: object;
      parameters?: readonly object[];
      answers?: Readonly<Record<number, object>>;
      /** Those of the answer; `ETag` is also on the other answers that `answers` has. */
      headers?: object;
    }
  >
> = {
  getProfile: { summary: "The owner's profile (4.1)", answer: json(ref("Profile")) },
  getAvatar: { summary: "The owner's picture (4.2)", answer: bytes, answers: ranged, headers: etag },
  listPublications: {
    summary: "The index of signed publications, oldest first (4.3)",
    answer: json(
      object({ data: { type: "array", items: ref("IndexEntry") }, pagination: ref("Pagination") }),
    ),
    answers: cached,
    headers: etag,
    parameters: [
      query("since", "Unix seconds; only strictly newer ones.", { type: "integer" }),
      query("limit", "How many.", { type: "integer", minimum: 1, maximum: 1000, default: 100 }),
      query("page", "Which page.", { type: "integer", minimum: 1, default: 1 }),
    ],
  },
  getContent: {
    summary: "The bytes of a publication (4.4); ranges are supported",
    answer: bytes,
    answers: Object.fromEntries(
      Object.entries(ranged).map(([status, answer]) => [
        status,
        { ...answer, headers: { ...answer.headers, ...ofContents } },
      ]),
    ),
    headers: { ...etag, ...ofContents },
    parameters: [
      query("timestamp", "Unix seconds: the publication of this second.", { type: "integer" }),
      thumb,
    ],
  },
  createConnection: {
    summary: "A signed follow (4.5)",
    answer: json(object({ status: { const: "created" } })),
  },
  destroyConnection: { summary: "The signed end of a follow, by either side (4.6)" },
  publish: {
    summary: "The proof of a followed node's publication (4.7); its content is fetched later",
    answer: json(object({ status: { const: "accepted" } })),
  },
  replicate: {
    summary: "The proof of a followed node's publication, answered when its content is stored (4.9)",
    answer: json(object({ status: { const: "replicated" } })),
  },
  updateNode: { summary: "Another node's signed profile (4.8)" },
};

/** `:name` of the table is `{name}` in OpenAPI. */
export const pathOf = (path: string) => path.replace(/:(\w+)/g, "{$1}");

/** An endpoint of the protocol (specification 4.1 to 4.9). */
export function describeEndpoint(name: EndpointName): Operation {
  const endpoint: Endpoint = endpoints[name];
  const { summary, answer, parameters = [], answers, headers } = protocol[name];
  const { message, path, success } = endpoint;
  return {
    operationId: name,
    tags: ["EWP"],
    summary,
    parameters: [...pathParameters(path), ...parameters],
    ...(message && { requestBody: { required: true, content: json(ref(message)) } }),
    responses: {
      [success]: { description: "Done.", ...(headers && { headers }), ...(answer && { content: answer }) },
      ...answers,
      ...describeErrors([...endpoint.errors, ...commonErrors]),
    },
  };
}
