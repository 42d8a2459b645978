import type { Caller } from "../target/inventory.ts";

/** A change of the bytes of a request before they are sent; `at` and `size` are counted round. */
export interface Mangle {
  readonly how: "flip" | "drop" | "repeat" | "insert" | "cut";
  readonly at: number;
  readonly size: number;
  readonly text: string;
}

/** A request as it is meant; who calls is filled in when it is sent. */
export interface FuzzRequest {
  /** Of the route that it is made for: `GET /ewp/profile`. */
  readonly route: string;
  readonly method: string;
  /** Path and query, as they are written. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array | null;
  readonly framing: "length" | "chunked";
  readonly caller: Caller;
  /** None: it is HTTP as it should be. */
  readonly mangles: readonly Mangle[];
}
