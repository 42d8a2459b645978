import { type EndpointName, EwpError, endpoints } from "@freehold/protocol";
import { answerEnd, answerFollow } from "./answer-connections.ts";
import { answerContent } from "./answer-content.ts";
import { answerGraphql } from "./answer-graphql.ts";
import { answerPublish, answerReplicate } from "./answer-proofs.ts";
import { answerIndex, answerProfile } from "./answer-reads.ts";
import { answerUpdate } from "./answer-update.ts";
import type { Behaviour } from "./behaviour.ts";
import type { Peers } from "./call-peer.ts";
import { type Answer, type Asked, errorAnswer } from "./http.ts";
import type { State } from "./state.ts";

/** Answers one request under `/ewp/` as specification and decisions require. */
export async function answer(
  state: State,
  asked: Asked,
  behaviour: Behaviour,
  peers: Peers,
): Promise<Answer> {
  if (asked.path === "/api/graphql") return answerGraphql(state, asked, behaviour, peers);
  try {
    const here = patterns.filter(([, , pattern]) => pattern.test(asked.path));
    if (here.length === 0) throw new EwpError("NOT_FOUND");
    const method = asked.method === "HEAD" ? "GET" : asked.method;
    const [name] = here.find(([, endpoint]) => endpoint.method === method) ?? [];
    if (name === undefined) {
      const allow = here.map(([, endpoint]) => endpoint.method).join(", ");
      return errorAnswer(new EwpError("METHOD_NOT_ALLOWED"), { allow: allow.replace("GET", "GET, HEAD") });
    }
    return await dispatch(name as EndpointName, state, asked, behaviour, peers);
  } catch (error) {
    return errorAnswer(error);
  }
}

const patterns = Object.entries(endpoints).map(
  ([name, endpoint]) => [name, endpoint, new RegExp(`^${endpoint.path.replace(/:\w+/, "[^/]+")}$`)] as const,
);

async function dispatch(
  name: EndpointName,
  state: State,
  asked: Asked,
  behaviour: Behaviour,
  peers: Peers,
): Promise<Answer> {
  switch (name) {
    case "getProfile":
      return answerProfile(state, asked, behaviour);
    case "getAvatar":
      throw new EwpError("AVATAR_NOT_SET");
    case "listPublications":
      return answerIndex(state, asked, behaviour);
    case "getContent":
      return answerContent(state, asked, behaviour);
    case "createConnection":
      return answerFollow(state, readBody(asked, behaviour), behaviour, peers);
    case "destroyConnection":
      return answerEnd(state, readBody(asked, behaviour), behaviour);
    case "publish":
      if (!behaviour.forms.includes("baseline")) throw new EwpError("NOT_FOUND");
      return answerPublish(state, { asked, body: readBody(asked, behaviour) }, behaviour, peers);
    case "replicate":
      return answerReplicate(state, readBody(asked, behaviour), behaviour, peers);
    case "updateNode": {
      const path = asked.path.replace("/ewp/nodes/", "");
      return answerUpdate(state, { path, body: readBody(asked, behaviour) }, behaviour, peers);
    }
  }
}

/** Null for a body that is no JSON object of the right content type; the parser then refuses it. */
function readBody({ headers, body }: Asked, { takesType, bodyFits }: Behaviour): unknown {
  if (!takesType(headers["content-type"] ?? "")) return null;
  try {
    const json: unknown = JSON.parse(body.toString("utf8"));
    return bodyFits(json) ? json : null;
  } catch {
    return null;
  }
}
