import { readdirSync } from "node:fs";

/** A way in which nodes like this one have failed, and that a test of this folder tries on this one. */
export interface Weakness {
  /** The family and its number; the test file's name begins with it. */
  readonly id: string;
  readonly sentence: string;
}

/** Families: what lets somebody in, what brings a node to a halt, what loses something. */
export const weaknesses: readonly Weakness[] = [
  { id: "let-in-01", sentence: "What somebody signed counts for something that they did not sign." },
  {
    id: "let-in-02",
    sentence: "A login message, a session or a token opens more, longer or elsewhere than it was meant to.",
  },
  { id: "let-in-03", sentence: "A draft, or the trace of one, reaches somebody who is not its author." },
  {
    id: "let-in-04",
    sentence:
      "A stranger finds a node without an owner, be it through a proxy or a forwarder that adds no header, and becomes it.",
  },
  { id: "let-in-05", sentence: "Another node's own word decides who it is or where it lives." },
  {
    id: "let-in-06",
    sentence: "A URL from outside has the server call into its own network, or log in somewhere for anybody.",
  },
  {
    id: "let-in-07",
    sentence: "Something that was stored runs as a program, or as a header, for whoever looks at it.",
  },
  { id: "let-in-08", sentence: "A page of another site acts with the session of the owner who visits it." },
  { id: "let-in-09", sentence: "A small query costs the server much, or reaches through to the database." },
  { id: "let-in-10", sentence: "A client says by a header who it is, and limits and logs believe it." },
  {
    id: "let-in-11",
    sentence: "A backup, or a command on a page, brings in what somebody else chose.",
  },
  {
    id: "stopped-01",
    sentence: "A peer that drips, lies, hangs or never ends keeps this node waiting, or fills it.",
  },
  { id: "stopped-02", sentence: "A follower that does not answer holds up those who do, or its own return." },
  {
    id: "stopped-03",
    sentence: "A request that is huge, deep, slow or swells takes the memory of everybody else's.",
  },
  { id: "stopped-04", sentence: "A small image takes the memory of a large one." },
  { id: "stopped-05", sentence: "A table that strangers write to grows without end." },
  { id: "stopped-06", sentence: "A clock that is wrong, or that jumps, stops what goes by time." },
  { id: "stopped-07", sentence: "One address takes what all readers need." },
  { id: "stopped-08", sentence: "A long history makes each page cost many times what a short one costs." },
  { id: "stopped-09", sentence: "Readers are turned away while the machine could have served them." },
  {
    id: "lost-01",
    sentence: "What has to be told to another node is forgotten by a crash, or after the first try.",
  },
  { id: "lost-02", sentence: "Catching up misses publications, and calls itself complete." },
  { id: "lost-03", sentence: "Two nodes disagree for good about whether one follows the other." },
  { id: "lost-04", sentence: "Half a file counts as a whole one, or the database and the files come apart." },
  { id: "lost-05", sentence: "An upgrade, a full disk or a restore ends with less than there was before." },
  { id: "lost-06", sentence: "A wallet is asked in a way that loses its prompt, or that no peer can check." },
  {
    id: "lost-07",
    sentence: "What was typed is lost when focus moves, a window closes or a browser crashes.",
  },
  {
    id: "lost-08",
    sentence: "A wrong address, or a proxy in front, breaks the node and nobody says what is wrong.",
  },
];

/** Those without a test so far. */
export const pending: readonly string[] = ["stopped-08", "lost-07"];

/** The test files of this folder, by their names, but the one that looks at all of them. */
export function listWeaknessTests(): string[] {
  const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".test.ts"));
  return names.filter((name) => name !== "weaknesses.test.ts").sort();
}
