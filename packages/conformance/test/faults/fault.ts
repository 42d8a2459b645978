import type { Form } from "@freehold/protocol";
import type { Behaviour } from "../right-node/behaviour.ts";
import type { Answer, Asked } from "../right-node/http.ts";

/** One thing that a node does wrong, and the checks that must say so: these and no others. */
export interface Fault {
  readonly name: string;
  /** What is exchanged of the right node. */
  readonly wrong: Partial<Behaviour>;
  readonly fails: readonly string[];
  /** How long the suite waits for what this node never does, in milliseconds. */
  readonly waitMs?: number;
  /** Whose checks are made: baseline unless it is said. */
  readonly form?: Form;
}

type Json = Record<string, unknown>;

/** Changes the JSON of answers to a path. */
export function bendJson(path: string, change: (json: Json) => unknown): Partial<Behaviour> {
  return bend(path, (answer) => {
    if (answer.status !== 200 || answer.body === null) return answer;
    const json = JSON.parse(answer.body.toString()) as Json;
    return { ...answer, body: Buffer.from(JSON.stringify(change(json))) };
  });
}

/** Changes the entries of the index. */
export function bendEntries(change: (entry: Json) => unknown): Partial<Behaviour> {
  return bendJson("/ewp/publications", (page) => ({ ...page, data: (page.data as Json[]).map(change) }));
}

/** Changes the pagination object of the index. */
export function bendPagination(change: (pagination: Json, page: Json) => Json): Partial<Behaviour> {
  return bendJson("/ewp/publications", (page) => ({
    ...page,
    pagination: { ...(page.pagination as Json), ...change(page.pagination as Json, page) },
  }));
}

/** Changes headers of contents that were served; undefined takes one away. */
export function bendHeaders(
  change: (headers: Record<string, string>) => Record<string, string | undefined>,
): Partial<Behaviour> {
  return bend("/ewp/contents/", (answer) => {
    if (answer.status !== 200) return answer;
    const headers: Record<string, string | undefined> = {
      ...(answer.headers as Record<string, string>),
      ...change(answer.headers as Record<string, string>),
    };
    const kept = Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined);
    return { ...answer, headers: Object.fromEntries(kept) };
  });
}

/** Changes answers to paths that begin so, but for those to methods that they don't take. */
export function bend(path: string, change: (answer: Answer, asked: Asked) => Answer): Partial<Behaviour> {
  return {
    bend: (answer, asked) =>
      asked.path.startsWith(path) && answer.status !== 405 ? change(answer, asked) : answer,
  };
}

/** Changes every error. */
export function bendErrors(
  change: (answer: Answer, code: string, asked: Asked) => Answer,
): Partial<Behaviour> {
  return {
    bend(answer, asked) {
      if (answer.status < 400 || answer.status === 416 || answer.body === null) return answer;
      const { error } = JSON.parse(answer.body.toString()) as { error: string };
      return change(answer, error, asked);
    },
  };
}
