import type { Behaviour } from "./behaviour.ts";
import { drip } from "./drip.ts";
import { hang } from "./hang.ts";
import { impersonate } from "./impersonate.ts";
import { lieAboutLength } from "./lie-about-length.ts";
import { neverEnd } from "./never-end.ts";
import { presentCertificate } from "./present-certificate.ts";
import { redirect } from "./redirect.ts";
import { reset } from "./reset.ts";

/** Everything that a toxic peer can do, by the words for it. */
export const behaviours = {
  ...hang,
  ...drip,
  ...reset,
  ...lieAboutLength,
  ...neverEnd,
  ...redirect,
  ...presentCertificate,
  ...impersonate,
} as const satisfies Record<string, Behaviour>;

export type BehaviourName = keyof typeof behaviours;
