import { type ClockState, confirmClock, readClockState } from "../../domain/clock.ts";
import { withdrawFuturePosts } from "../../domain/publications/withdraw-posts.ts";
import { parseId } from "../builder.ts";
import { defineObject } from "../define-types.ts";
import { addMutation, addQuery } from "../operations.ts";

const ClockRef = defineObject<ClockState>("Clock", {
  description: "The clock of the node.",
  fields: {
    now: "DateTime!",
    isInDoubt: [
      "Boolean!",
      "Whether it jumped ahead by more than a day, and nobody has said so far that it is right.",
    ],
    lastGood: ["DateTime", "The last time before that jump."],
  },
  computed: (t) => ({
    futurePosts: t.idList({
      description: "Own publications that are signed for a time that no other node accepts yet.",
      resolve: ({ futurePosts }) => [...futurePosts],
    }),
  }),
});

addQuery("clock", {
  type: ClockRef,
  access: "owner",
  resolve: (_args, { node }) => readClockState(node),
});

addMutation("confirmClock", {
  type: "Boolean",
  access: "owner",
  description: "Confirms that the clock is right, after it jumped ahead.",
  input: (t) => ({
    now: t.field({ type: "DateTime", required: true, description: "The time that it showed." }),
  }),
  resolve: ({ now }, { node }) => confirmClock(node, now).then(() => true),
});

addMutation("withdrawFuturePosts", {
  type: ["ID"],
  access: "owner",
  description:
    "Makes drafts again of the publications that are signed for a future time. Returns the ids of the drafts.",
  input: (t) => ({ ids: t.idList({ required: true }) }),
  resolve: ({ ids }, { node }) =>
    withdrawFuturePosts(
      node,
      ids.map((id) => parseId(id)),
    ),
});
