import { type EwpErrorCode, errors } from "@freehold/protocol";
import { asRecord } from "./node/node-info.ts";
import { describeReply, isAccepted, plain, type Reply } from "./node/reply.ts";

/** A failed expectation, with both values in a few words. */
export class Unexpected extends Error {
  override readonly name = "Unexpected";
  readonly expected: string;
  readonly actual: string;

  constructor(expected: string, actual: string) {
    super(`expected ${expected}, got ${actual}`);
    this.expected = expected;
    this.actual = actual;
  }
}

/** The check is not possible here; the message is the reason. */
export class Skipped extends Error {
  override readonly name = "Skipped";
}

/** The check shows nothing, because the node refuses a right message; the message is the reason. */
export class NotShown extends Error {
  override readonly name = "NotShown";
}

/** Throws Unexpected unless the condition holds. `after` names the step of a check with several ones. */
export function expectThat(holds: boolean, expected: string, actual: unknown, after = ""): asserts holds {
  if (!holds) throw new Unexpected(plain(expected), plain(`${show(actual)} ${after}`));
}

export function expectEqual(actual: unknown, expected: unknown, what = ""): void {
  const name = what === "" ? "" : `${what} `;
  expectThat(Object.is(actual, expected), `${name}${show(expected)}`, `${name}${show(actual)}`);
}

export function expectStatus(reply: Reply, status: number, after = ""): void {
  expectThat(reply.status === status, String(status), describeReply(reply), after);
}

/** The reply has this HTTP status, and this `status` in its body. */
export function expectAnswer(reply: Reply, status: number, text: string): void {
  expectStatus(reply, status);
  expectEqual(asRecord(reply.json).status, text, "status in the body");
}

/** The reply is a success; another check tests its status. */
export function expectAccepted(reply: Reply, after = ""): void {
  expectThat(isAccepted(reply), "a success (2xx)", describeReply(reply), after);
}

/** The reply is one of these errors, with its status (spec 7). */
export function expectError(reply: Reply, codes: EwpErrorCode | readonly EwpErrorCode[], after = ""): void {
  const list = typeof codes === "string" ? [codes] : codes;
  const given = asRecord(reply.json).error;
  const found = list.some((code) => given === code && errors[code].status === reply.status);
  const wanted = list.map((code) => `${errors[code].status} ${code}`).join(" or ");
  expectThat(found, wanted, describeReply(reply), after);
}

const mostFaults = 5; // faults of one check in a report

/**
 * Expects the same of several replies, and reports all that are otherwise together: first those that the node accepted, so
 * that no other fault hides them.
 *
 * @throws Unexpected
 */
export function expectEach(replies: readonly Reply[], expectOne: (reply: Reply) => void): void {
  const order = [...replies.filter(isAccepted), ...replies.filter((reply) => !isAccepted(reply))];
  const faults = order.flatMap((reply) => faultOf(() => expectOne(reply)) ?? []);
  const [first] = faults;
  if (first === undefined) return;
  const actual = [...new Set(faults.map((fault) => fault.actual))];
  const rest = actual.length > mostFaults ? [`and ${actual.length - mostFaults} more`] : [];
  throw new Unexpected(first.expected, [...actual.slice(0, mostFaults), ...rest].join(" · "));
}

function faultOf(check: () => void): Unexpected | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof Unexpected) return error;
    throw error;
  }
}

function show(value: unknown): string {
  if (typeof value === "string") return value;
  return JSON.stringify(value) ?? String(value);
}
