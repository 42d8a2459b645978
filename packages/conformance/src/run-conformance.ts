import { type Form, parseNodeUrl } from "@freehold/protocol";
import { type Check, type Need, sections } from "./check.ts";
import { checks } from "./checks/checks.ts";
import { formSpoken } from "./checks/profile-fields.ts";
import { specified } from "./checks/specified.ts";
import { NotShown, Skipped, Unexpected } from "./expectations.ts";
import { createControls, type RequireControl } from "./messages/controls.ts";
import { followInForm } from "./messages/send-message.ts";
import { createNodeUnderTest, type NodeUnderTest } from "./node/client.ts";
import { clockOffset, readNodeInfo } from "./node/node-info.ts";
import { plain } from "./node/reply.ts";
import { createSampler } from "./node/samples.ts";
import { type Peer, type PeerOptions, probePeer, servePeer } from "./peer/serve-peer.ts";
import type { CheckResult, Report } from "./report.ts";
import { createKey, type Key } from "./signing/key.ts";
import { createTestContext, type TestContext, type TestContextParts } from "./test-context.ts";

export interface ConformanceOptions {
  /** The node's HTTPS base URL. */
  readonly url: string;
  /** The form to check; baseline by default. */
  readonly form?: Form;
  /** An authority to trust for the node's certificate, PEM, in place of the well-known ones. */
  readonly ca?: string;
  readonly peer?: PeerOptions;
  /** The private key of the node's owner, 32 bytes: for the checks that need it. */
  readonly ownerKey?: Uint8Array;
  /** Selects checks: a part of the id, where `*` matches any text, or a predicate. */
  readonly only?: string | ((check: Check) => boolean);
  /** Whether a node fails for Freehold's own decisions, too, where the specification leaves something open. */
  readonly strict?: boolean;
  /** Milliseconds to wait for an action of the node after its reply; 10,000 by default. */
  readonly waitMs?: number;
  /** Milliseconds without a request, after which the node is considered idle; 300 by default. */
  readonly quietMs?: number;
  readonly signal?: AbortSignal;
  /** Called before the first check. */
  readonly onStart?: (start: Pick<Report, "node" | "form" | "speaks">) => void;
  /** Called with each result, in the order of the report. */
  readonly onResult?: (result: CheckResult) => void;
}

/** The suite could not start: a wrong call, or no node at the URL. */
export class ConformanceError extends Error {
  override readonly name = "ConformanceError";
  readonly code: "WRONG_CALL" | "NO_NODE";

  constructor(code: ConformanceError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Checks a node from outside, section by section of the specification, and ends every follow that it made. If the node
 * speaks only the other form, only the check `form-spoken` runs.
 *
 * @throws ConformanceError for a wrong call, or without a node at the URL
 */
export async function runConformance(options: ConformanceOptions): Promise<Report> {
  const { url, form = "baseline", waitMs = 10_000, quietMs = 300, signal } = options;
  if (parseNodeUrl(url) === null)
    throw new ConformanceError("WRONG_CALL", `${plain(url)} is not the HTTPS URL of a node.`);
  const selected = selectChecks(form, options.only);
  const owner = options.ownerKey ? createKey(options.ownerKey) : null;
  const started = Date.now();
  using node = createNodeUnderTest(url, { ...options, form });
  const { info, offset } = await readNode(node, form, owner);
  const isOther = info.forms.length > 0 && !info.forms.includes(form);
  const chosen = isOther ? [formSpoken] : selected;
  const start = { node: node.url, form, speaks: info.forms };
  options.onStart?.(start);
  await using peer = await servePeer(options.peer ?? {}, waitMs).catch((cause: unknown) => {
    const message = `The suite's own peer can't be served: ${plain(String(cause))}`;
    throw new ConformanceError("WRONG_CALL", message, { cause });
  });
  const parts: TestContextParts = {
    form,
    waitMs,
    quietMs,
    node,
    info,
    owner,
    now: () => Math.floor(Date.now() / 1000) + offset,
    fakePeer: () => peer.createFakePeer(form),
    sample: createSampler(node, info),
  };
  const needsPeer = chosen.some(({ needs, controls }) => needs?.includes("peer") || controls?.length);
  const problem = needsPeer ? await probe(parts, peer) : null;
  const control = createControls(problem === null);
  const results: CheckResult[] = [];
  const counts = { passed: 0, failed: 0, differs: 0, notShown: 0, skipped: 0 };
  const { strict = false } = options;
  const notes: string[] = [];
  for (const check of chosen) {
    signal?.throwIfAborted();
    const result = await attemptCheck(check, parts, { problem, control, notes, strict });
    results.push(result);
    counts[result.outcome] += 1;
    options.onResult?.(result);
  }
  return {
    ...start,
    peer: { url: peer.url, problem },
    startedAt: new Date(started).toISOString(),
    durationMs: Date.now() - started,
    counts,
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

/** Reads the data that the checks need. Throws ConformanceError without an installed node. */
async function readNode(node: NodeUnderTest, form: Form, owner: Key | null) {
  const first = await node.get("/ewp/profile").catch((cause: unknown) => {
    const message = `${node.url} does not answer: ${plain(String(cause))}`;
    throw new ConformanceError("NO_NODE", message, { cause });
  });
  if (first.status === 404) {
    const message = `There is no installed node at ${node.url}: it answers 404 for its profile.`;
    throw new ConformanceError("NO_NODE", message);
  }
  const info = await readNodeInfo(node, form);
  if (owner !== null && info.address !== null && owner.address !== info.address) {
    const message = `The key belongs to ${owner.address}, the node to ${info.address}.`;
    throw new ConformanceError("WRONG_CALL", message);
  }
  return { info, offset: clockOffset(first) };
}

async function probe(parts: TestContextParts, peer: Peer): Promise<string | null> {
  const { context, cleanUp } = createTestContext(parts);
  try {
    if (parts.info.address === null) return null;
    return await probePeer(peer, () => followInForm(context, context.fakePeer()));
  } finally {
    await cleanUp();
  }
}

/**
 * Runs one check after its controls, and then its cleanups.
 *
 * @param problem the reason why the node can't reach the suite's peer, or null
 * @param notes receives errors of cleanups
 */
async function attemptCheck(
  check: Check,
  parts: TestContextParts,
  {
    problem,
    control,
    notes,
    strict,
  }: { problem: string | null; control: RequireControl; notes: string[]; strict: boolean },
): Promise<CheckResult> {
  const started = performance.now();
  const { context, cleanUp } = createTestContext(parts);
  const missing = (check.needs ?? [])
    .map((need) => findMissing(need, context, problem))
    .find((reason) => reason !== null);
  const found = missing
    ? findings({ outcome: "skipped", reason: missing })
    : await run(check, context, control);
  notes.push(...(await cleanUp()).map(plain));
  const { id, section, decisions = null, title } = check;
  const isOpen = decisions !== null && !specified.has(id);
  if (found.outcome === "failed" && isOpen && !strict) found.outcome = "differs";
  return { id, section, decisions, title, ...found, durationMs: Math.round(performance.now() - started) };
}

function findMissing(need: Need, context: TestContext, problem: string | null): string | null {
  if (need === "peer") return problem;
  if (need === "baseline") {
    const isSpoken = context.info.forms.includes("baseline");
    return isSpoken ? null : "a reference-only node need not do this";
  }
  try {
    return context.owner && null;
  } catch (error) {
    return messageOf(error);
  }
}

type Findings = Pick<CheckResult, "expected" | "actual" | "reason"> & { outcome: CheckResult["outcome"] };

async function run(check: Check, context: TestContext, control: RequireControl): Promise<Findings> {
  try {
    for (const name of check.controls ?? []) await control(name, context);
    await check.run(context);
    return findings({ outcome: "passed" });
  } catch (error) {
    const reason = messageOf(error);
    if (error instanceof Skipped) return findings({ outcome: "skipped", reason });
    if (error instanceof NotShown) return findings({ outcome: "notShown", reason });
    const { expected, actual } =
      error instanceof Unexpected ? error : { expected: "an answer", actual: plain(reason) };
    return findings({ outcome: "failed", expected, actual });
  }
}

function findings(found: Pick<Findings, "outcome"> & Partial<Findings>): Findings {
  return { expected: null, actual: null, reason: null, ...found };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
