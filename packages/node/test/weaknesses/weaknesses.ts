import { readdirSync } from "node:fs";

/** A failure of nodes like this one, which a test of this folder tries here. */
export interface Weakness {
  /** The family and its number; the test file's name begins with it. */
  readonly id: string;
  readonly sentence: string;
}

/** Families: somebody gets access, a node stops working, something is lost. */
export const weaknesses: readonly Weakness[] = [
  { id: "let-in-01", sentence: "A signature is accepted for something that was not signed." },
  {
    id: "let-in-02",
    sentence: "A sign-in message, a session or a token allows more, longer or elsewhere than intended.",
  },
  { id: "let-in-03", sentence: "A draft, or a trace of one, reaches somebody other than its author." },
  {
    id: "let-in-04",
    sentence:
      "An anonymous caller finds a node without an owner, directly or through a proxy or forwarder that adds no header, and becomes its owner.",
  },
  { id: "let-in-05", sentence: "A node's own claim decides its identity or its URL." },
  {
    id: "let-in-06",
    sentence:
      "A URL from outside makes the server call into its own network, or log in to a mail server for anybody.",
  },
  {
    id: "let-in-07",
    sentence: "Stored content runs as a script, or becomes a header, for its readers.",
  },
  { id: "let-in-08", sentence: "A page of another site acts with the owner's session." },
  { id: "let-in-09", sentence: "A small query costs the server much, or reaches the database unchecked." },
  { id: "let-in-10", sentence: "A client names its address in a header, and limits and logs believe it." },
  {
    id: "let-in-11",
    sentence: "A backup, or a command on a page, runs or restores what an attacker chose.",
  },
  {
    id: "let-in-12",
    sentence: "Something private becomes public by a guess, or through the id of something else.",
  },
  {
    id: "let-in-13",
    sentence:
      "An archive or a folder says one thing to one reader, and another to the next, or leads out of itself.",
  },
  {
    id: "let-in-14",
    sentence: "A session or a token makes itself permanent, or acts after it was revoked.",
  },
  {
    id: "stopped-01",
    sentence: "A peer that sends slowly, lies, hangs or never ends blocks this node, or fills its disk.",
  },
  { id: "stopped-02", sentence: "A follower that does not answer delays the others, or its own return." },
  {
    id: "stopped-03",
    sentence: "A request that is huge, deep, slow or expands takes the memory that others need.",
  },
  { id: "stopped-04", sentence: "A small image needs the memory of a large one." },
  { id: "stopped-05", sentence: "A table that anonymous callers write to grows without end." },
  { id: "stopped-06", sentence: "A wrong or jumping clock stops scheduled work." },
  { id: "stopped-07", sentence: "One address takes what all readers need." },
  {
    id: "stopped-08",
    sentence: "Each page costs many times more with a long history than with a short one.",
  },
  { id: "stopped-09", sentence: "Readers are refused although the machine could serve them." },
  {
    id: "stopped-10",
    sentence: "A document of somebody else takes more time or memory to read than its size allows.",
  },
  {
    id: "stopped-11",
    sentence: "A small text becomes a large page.",
  },
  {
    id: "stopped-12",
    sentence: "One poisoned row ends the process, and is the first work of the next start.",
  },
  {
    id: "stopped-13",
    sentence:
      "A limit counts one household as many, many people as one, or bytes that another layer does not count.",
  },
  {
    id: "stopped-14",
    sentence: "The same work is done once for each subscriber, reader or cursor.",
  },
  {
    id: "lost-01",
    sentence: "A message to another node is lost by a crash, or after the first try.",
  },
  { id: "lost-02", sentence: "Catching up misses publications and reports that it is complete." },
  { id: "lost-03", sentence: "Two nodes disagree permanently about a follow." },
  { id: "lost-04", sentence: "An incomplete file counts as complete, or database and files disagree." },
  { id: "lost-05", sentence: "An upgrade, a full disk or a restore loses data." },
  { id: "lost-06", sentence: "A wallet prompt is lost, or its signature can't be checked by peers." },
  {
    id: "lost-07",
    sentence: "Typed text is lost when focus moves, a window closes or a browser crashes.",
  },
  {
    id: "lost-08",
    sentence: "A wrong address or a proxy breaks the node, and nothing says why.",
  },
  {
    id: "lost-09",
    sentence: "An address, a feed id or a date changes for those who hold it.",
  },
  {
    id: "lost-10",
    sentence: "An import loses or changes words, and says that it kept them.",
  },
  {
    id: "lost-11",
    sentence: "The page shows something else than the editor did.",
  },
  {
    id: "lost-12",
    sentence:
      "A mail, a certificate or an installed program fails as it is used, and works as it was tested.",
  },
];

/** Those without a test so far. */
export const pending: readonly string[] = ["stopped-08", "lost-07", "lost-10", "lost-11", "lost-12"];

/** The test files of this folder, by their names, but the one that looks at all of them. */
export function listWeaknessTests(): string[] {
  const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".test.ts"));
  return names.filter((name) => name !== "weaknesses.test.ts").sort();
}
