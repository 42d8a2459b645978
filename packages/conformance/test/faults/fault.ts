import type { Form } from "@freehold/protocol";
import type { Behaviour } from "../right-node/behaviour.ts";
import type { Answer, Asked } from "../right-node/http.ts";

/** A fault of a node, and exactly the checks that it fails. */
export interface Fault {
  readonly name: string;
  /** The changed behaviour. */
  readonly wrong: Partial<Behaviour>;
  readonly fails: readonly string[];
  /** Milliseconds for which the suite waits for an action that this node never does. */
  readonly waitMs?: number;
  /** The form to check; baseline by default. */
  readonly form?: Form;
}

type Json = Record<string, unknown>;

/** Changes the JSON of answers to a path. */
export function changeJson(path: string, change: (json: Json) => unknown): Partial<Behaviour> {
  return changeAnswer(path, (answer) => {
    if (answer.status !== 200 || answer.body === null) return answer;
    const json = JSON.parse(answer.body.toString()) as Json;
    return { ...answer, body: Buffer.from(JSON.stringify(change(json))) };
  });
}

/** Changes the entries of the index. */
export function changeEntries(change: (entry: Json) => unknown): Partial<Behaviour> {
  return changeJson("/ewp/publications", (page) => ({ ...page, data: (page.data as Json[]).map(change) }));
}

/** Changes the pagination object of the index. */
export function changePagination(change: (pagination: Json, page: Json) => Json): Partial<Behaviour> {
  return changeJson("/ewp/publications", (page) => ({
    ...page,
    pagination: { ...(page.pagination as Json), ...change(page.pagination as Json, page) },
  }));
}

/** Changes headers of successful content replies; undefined removes one. */
export function changeHeaders(
  change: (headers: Record<string, string>) => Record<string, string | undefined>,
): Partial<Behaviour> {
  return changeAnswer("/ewp/contents/", (answer) => {
    if (answer.status !== 200) return answer;
    const headers: Record<string, string | undefined> = {
      ...(answer.headers as Record<string, string>),
      ...change(answer.headers as Record<string, string>),
    };
    const present = Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined);
    return { ...answer, headers: Object.fromEntries(present) };
  });
}

/** Changes answers to paths with this prefix, except 405. */
export function changeAnswer(
  path: string,
  change: (answer: Answer, asked: Asked) => Answer,
): Partial<Behaviour> {
  return {
    changeAnswer: (answer, asked) =>
      asked.path.startsWith(path) && answer.status !== 405 ? change(answer, asked) : answer,
  };
}

/** Changes every error. */
export function changeErrors(
  change: (answer: Answer, code: string, asked: Asked) => Answer,
): Partial<Behaviour> {
  return {
    changeAnswer(answer, asked) {
      if (answer.status < 400 || answer.status === 416 || answer.body === null) return answer;
      const { error } = JSON.parse(answer.body.toString()) as { error: string };
      return change(answer, error, asked);
    },
  };
}
