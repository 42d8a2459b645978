import type { Curve } from "./curve.ts";
import { curve as native } from "./curve-native.ts";

/** The native library, or WebAssembly, which is loaded only where there is no native one: it takes 14 MB. */
export const curve: Curve = native ?? (await import("./curve-with-wasm.ts")).curve;
