import { type Form, parseNodeUrl } from "@freehold/protocol";
import { type Check, type Need, sections } from "./check.ts";
import { checks } from "./checks/checks.ts";
import { formSpoken } from "./checks/profile-fields.ts";
import { NotShown, Skipped, Unexpected } from "./expectations.ts";
import { createControls, type RequireControl } from "./messages/controls.ts";
import { tryFollowInForm } from "./messages/send-message.ts";
import { followOf } from "./messages/write-messages.ts";
import { createNodeUnderTest, type NodeUnderTest } from "./node/client.ts";
import { clockOffset, type NodeInfo, readNodeInfo } from "./node/node-info.ts";
import { plain } from "./node/reply.ts";
import { createSampler } from "./node/samples.ts";
import { type Peer, type PeerOptions, probePeer, servePeer } from "./peer/serve-peer.ts";
import type { CheckResult, Outcome, Report } from "./report.ts";
import { createKey, type Key, signBy } from "./signing/key.ts";
import { createTestContext, type TestContext, type TestContextParts } from "./test-context.ts";

export interface ConformanceOptions {
  /** The node's HTTPS base URL. */
  readonly url: string;
  /** Which form the node is asked to speak; baseline when it is not said. */
  readonly form?: Form;
  /** An authority to trust for the node's certificate, PEM, in place of the well-known ones. */
  readonly ca?: string;
  readonly peer?: PeerOptions;
  /** The private key of the node's owner, 32 bytes: for what only the owner can make the node do. */
  readonly ownerKey?: Uint8Array;
  /** Only checks whose id has this in it, where `*` stands for anything; or those for which it holds. */
  readonly only?: string | ((check: Check) => boolean);
  /** How long something that the node does after it answered is waited for: 10 seconds unless it is said. */
  readonly waitMs?: number;
  /** When the node has asked nothing for so long, what it does by itself is over: 300 milliseconds unless it is said. */
  readonly quietMs?: number;
  readonly signal?: AbortSignal;
  /** Hears of the node before the first check is made. */
  readonly onStart?: (start: Pick<Report, "node" | "form" | "speaks">) => void;
  /** Hears of each result as it comes, in the order of the report. */
  readonly onResult?: (result: CheckResult) => void;
}

/** The suite could not begin: the call was wrong, or there is no node to look at. */
export class ConformanceError extends Error {
  override readonly name = "ConformanceError";
  readonly code: "WRONG_CALL" | "NO_NODE";

  constructor(code: ConformanceError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Looks at a node from outside, section by section of the specification. Follows that it makes are ended. Of a node
 * that speaks the other form alone it says that and nothing more.
 *
 * @throws ConformanceError when the call is wrong, or there is no node at the URL
 */
export async function runConformance(options: ConformanceOptions): Promise<Report> {
  const { url, form = "baseline", waitMs = 10_000, quietMs = 300, signal } = options;
  if (parseNodeUrl(url) === null)
    throw new ConformanceError("WRONG_CALL", `${plain(url)} is not the HTTPS URL of a node.`);
  const selected = selectChecks(form, options.only);
  const owner = options.ownerKey ? createKey(options.ownerKey) : null;
  const started = Date.now();
  using node = createNodeUnderTest(url, { ...options, form });
  const { info, offset } = await meet(node, form, owner);
  const isOther = info.forms.length > 0 && !info.forms.includes(form);
  const chosen = isOther ? [formSpoken] : selected;
  const start = { node: node.url, form, speaks: info.forms };
  options.onStart?.(start);
  await using peer = await startPeer(options.peer, waitMs);
  const parts: TestContextParts = {
    form,
    waitMs,
    quietMs,
    node,
    info,
    owner,
    now: () => Math.floor(Date.now() / 1000) + offset,
    fakePeer: (peerForm = form) => peer.createFakePeer(peerForm),
    sample: createSampler(node, info),
  };
  const needsPeer = chosen.some(({ needs, controls }) => needs?.includes("peer") || controls?.length);
  const problem = needsPeer ? await probe(parts, peer) : null;
  const control = createControls(problem === null);
  const results: CheckResult[] = [];
  const notes: string[] = [];
  for (const check of chosen) {
    signal?.throwIfAborted();
    const result = await attemptCheck(check, parts, { problem, control, notes });
    results.push(result);
    options.onResult?.(result);
  }
  return {
    ...start,
    peer: { url: peer.url, problem },
    startedAt: new Date(started).toISOString(),
    durationMs: Date.now() - started,
    counts: count(results),
    results,
    notes,
  };
}

function selectChecks(form: Form, only: ConformanceOptions["only"] = ""): readonly Check[] {
  const isChosen = typeof only === "function" ? only : byName(only);
  const order = sections.map(([section]) => section);
  const chosen = checks
    .filter((check) => (check.form ?? "baseline") === form || check.form === "both")
    .filter(isChosen)
    .toSorted((a, b) => order.indexOf(a.section) - order.indexOf(b.section));
  if (chosen.length === 0)
    throw new ConformanceError("WRONG_CALL", `No check is called ${plain(String(only))}.`);
  return chosen;
}

function byName(only: string): (check: Check) => boolean {
  const pattern = new RegExp(only.replace(/[^\w*-]/g, "").replaceAll("*", ".*"));
  return ({ id }) => pattern.test(id);
}

/** Makes sure that there is an installed node, and learns what the checks need to know of it. */
async function meet(
  node: NodeUnderTest,
  form: Form,
  owner: Key | null,
): Promise<{ info: NodeInfo; offset: number }> {
  const first = await node.get("/ewp/profile").catch((error: unknown) => {
    throw new ConformanceError("NO_NODE", `${node.url} does not answer: ${plain(String(error))}`, {
      cause: error,
    });
  });
  if (first.status === 404) {
    throw new ConformanceError(
      "NO_NODE",
      `There is no installed node at ${node.url}: it answers ${first.status} for its profile.`,
    );
  }
  const info = await readNodeInfo(node, form);
  if (owner !== null && info.address !== null && owner.address !== info.address) {
    throw new ConformanceError(
      "WRONG_CALL",
      `The key is that of ${owner.address}, and the node belongs to ${info.address}.`,
    );
  }
  return { info, offset: clockOffset(first) };
}

async function startPeer(options: PeerOptions = {}, waitMs: number): Promise<Peer> {
  return servePeer(options, waitMs).catch((error: unknown) => {
    const message = `The suite's own peer can't be served: ${plain(String(error))}`;
    throw new ConformanceError("WRONG_CALL", message, { cause: error });
  });
}

async function probe(parts: TestContextParts, peer: Peer): Promise<string | null> {
  const { context, cleanUp } = createTestContext(parts);
  try {
    if (parts.info.address === null) return null;
    const fakePeer = context.fakePeer();
    return await probePeer(peer, () =>
      tryFollowInForm(context, fakePeer, signBy(fakePeer, followOf(context, fakePeer))),
    );
  } finally {
    await cleanUp();
  }
}

function count(results: readonly CheckResult[]): Record<Outcome, number> {
  const of = (outcome: Outcome) => results.filter((result) => result.outcome === outcome).length;
  return {
    passed: of("passed"),
    failed: of("failed"),
    notShown: of("notShown"),
    skipped: of("skipped"),
  };
}

/**
 * Makes one check after its controls, and puts back what it moved.
 *
 * @param problem why the node can't reach the suite's peer, or null
 * @param notes takes what could not be put back
 */
export async function attemptCheck(
  check: Check,
  parts: TestContextParts,
  { problem, control, notes }: { problem: string | null; control: RequireControl; notes: string[] },
): Promise<CheckResult> {
  const started = performance.now();
  const { context, cleanUp } = createTestContext(parts);
  const missing = (check.needs ?? [])
    .map((need) => whatIsMissing(need, context, problem))
    .find((reason) => reason !== null);
  const findings = missing ? skipped(missing) : await run(check, context, control);
  notes.push(...(await cleanUp()).map(plain));
  const { id, section, decisions = null, title } = check;
  return { id, section, decisions, title, ...findings, durationMs: Math.round(performance.now() - started) };
}

function whatIsMissing(need: Need, context: TestContext, problem: string | null): string | null {
  if (need === "peer") return problem;
  if (need === "baseline") {
    const isSpoken = context.info.forms.includes("baseline");
    return isSpoken ? null : "a node of the reference form alone need not do this";
  }
  try {
    return context.owner && null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

type Findings = Pick<CheckResult, "outcome" | "expected" | "actual" | "reason">;

async function run(check: Check, context: TestContext, control: RequireControl): Promise<Findings> {
  try {
    for (const name of check.controls ?? []) await control(name, context);
    await check.run(context);
    return { outcome: "passed", expected: null, actual: null, reason: null };
  } catch (error) {
    if (error instanceof Skipped) return skipped(error.message);
    if (error instanceof NotShown) return { ...skipped(error.message), outcome: "notShown" };
    if (error instanceof Unexpected) return failed(error.expected, error.actual);
    return failed("an answer", plain(error instanceof Error ? error.message : String(error)));
  }
}

function skipped(reason: string): Findings {
  return { outcome: "skipped", expected: null, actual: null, reason };
}

function failed(expected: string, actual: string): Findings {
  return { outcome: "failed", expected, actual, reason: null };
}
