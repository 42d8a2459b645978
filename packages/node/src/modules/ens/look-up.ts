import type { IncomingHttpHeaders } from "node:http";
import { type Address, PeerError, parseRetryAfter } from "@freehold/protocol";
import { valueAt } from "@freehold/protocol/internal";
import { z } from "zod";
import type { Context } from "../../context.ts";
import { ensLimits } from "./limits.ts";
import {
  decodeAddress,
  decodeReverse,
  decodeText,
  encodeAddressOf,
  encodeReverse,
  encodeTextOf,
  isEncodable,
  universalResolver,
} from "./universal-resolver.ts";

const replyMs = 15_000; // an answer of the Ethereum RPC

/** The name and the picture that ENS has for an address. */
export interface FoundName {
  /** As it is shown: the normalised name, with its emoji as devices draw them (ENSIP-15). */
  readonly name: string;
  /** The record that says where the picture is; unchecked. */
  readonly avatar: string | null;
}

// The number of the chain that has the names, Ethereum itself.
export const ensChain = 1;

/** The input of a look-up. The address of the RPC may contain a key, so no error contains it. */
interface Rpc extends Pick<Context, "peers" | "clock"> {
  readonly rpc: string;
  readonly signal?: AbortSignal;
}

/**
 * Looks up the primary name of an address, and whether that name leads back to the address. Names whose records are not on
 * Ethereum itself (CCIP-Read) have none here.
 *
 * @returns null for an address without a name, and for one that is not normalised, or leads elsewhere
 * @throws PeerError when the RPC does not answer, is of another chain, or its answer can't be read
 */
export async function lookUpName(context: Rpc, address: Address): Promise<FoundName | null> {
  const chain = await readChain(context);
  // On another chain anybody can put a contract at the same address, and have any name lead to any address.
  if (chain !== ensChain)
    throw new PeerError("bad-reply", `The RPC is of chain ${chain}, not of Ethereum (${ensChain}).`);
  const reverse = await ask(context, encodeReverse(address));
  const name = reverse && decodeReverse(reverse);
  const shown = name ? await beautify(name) : null;
  if (!name || shown === null) return null;
  const forward = await ask(context, encodeAddressOf(name));
  if (forward === null || decodeAddress(forward) !== address.toLowerCase()) return null;
  const record = await ask(context, encodeTextOf(name, "avatar"));
  return { name: shown, avatar: record && decodeText(record) };
}

/**
 * The name as it is shown; null for one that is not normalised. That leaves out look-alikes of mixed scripts, markup, and
 * invisible characters.
 */
async function beautify(name: string): Promise<string | null> {
  const { ens_beautify, ens_normalize } = await import("@adraffy/ens-normalize");
  try {
    return isEncodable(name) && ens_normalize(name) === name ? ens_beautify(name) : null;
  } catch {
    return null;
  }
}

/**
 * Calls the resolver.
 *
 * @returns null where the contract refuses the call, as it does where there is no record
 * @throws PeerError
 */
async function ask(context: Rpc, data: string): Promise<Buffer | null> {
  const { status, headers, text } = await call(context, "eth_call", [
    { to: universalResolver, data },
    "latest",
  ]);
  const answer = parseAnswer(text);
  // If the contract refuses a call, some RPCs answer with an HTTP error.
  if (answer === "refused") return null;
  requireGood(context, status, headers);
  if (answer === null) throw new PeerError("bad-reply", "The RPC gave no answer of the contract.");
  return answer;
}

/**
 * The number of the chain that an RPC is of.
 *
 * @throws PeerError when it does not answer, or says no number
 */
export async function readChain(context: Rpc): Promise<number> {
  const { status, headers, text } = await call(context, "eth_chainId", []);
  requireGood(context, status, headers);
  const chain = Number(parseChain.safeParse(text).data?.result ?? Number.NaN);
  if (!Number.isSafeInteger(chain))
    throw new PeerError("bad-reply", "The RPC does not say of which chain it is.");
  return chain;
}

const parseChain = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue("It is not JSON.");
      return z.NEVER;
    }
  })
  .pipe(z.object({ result: z.string().regex(/^0x[0-9a-f]{1,13}$/i) }));

function requireGood({ clock }: Rpc, status: number, headers: IncomingHttpHeaders): void {
  if (status >= 200 && status <= 299) return;
  const retryAfterMs = parseRetryAfter(headers["retry-after"], clock.now());
  throw new PeerError("refused", "The RPC answered with an error.", { status, retryAfterMs });
}

/** Sends one request by JSON-RPC. */
async function call(
  { peers, rpc, signal }: Rpc,
  method: string,
  params: readonly unknown[],
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  const { body, status, headers } = await peers.send({
    method: "POST",
    url: rpc,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    maxBytes: ensLimits.replyBytes,
    deadlineMs: replyMs,
    ...(signal && { signal }),
  });
  const bytes = Buffer.concat(await Array.fromAsync(body));
  return { status, headers, text: bytes.toString("utf8") };
}

/** The bytes of an answer; `refused` where the contract ended the call; null for everything else. */
function parseAnswer(text: string): Buffer | "refused" | null {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return null;
  }
  const result = valueAt(answer, "result");
  // The answer is "0x" where there is no such contract, as on another chain.
  if (typeof result === "string" && /^0x(?:[0-9a-f]{2})+$/i.test(result)) {
    return Buffer.from(result.slice(2), "hex");
  }
  const [code, data] = [valueAt(answer, "error.code"), valueAt(answer, "error.data")];
  const isOfContract = code === 3 || (typeof data === "string" && /^0x[0-9a-f]{8}/i.test(data));
  return isOfContract ? "refused" : null;
}
