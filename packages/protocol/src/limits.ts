import { KiB, MiB } from "./text/units.ts";

/** Limits of the protocol that several of its files need. */
export const limits = {
  windowSeconds: 3_600,
  urlLength: 2_048,
  titleLength: 255,
  descriptionLength: 2_000,
  indexPageSize: 1_000,
  redirects: 3,
  profileBytes: 64 * KiB, // a peer's profile
  pageBytes: 4 * MiB, // a page of a peer's index
};
