import { dropAside, readSetAside, retryAside, type SetAside } from "../../domain/set-aside.ts";
import { defineEnum, defineObject } from "../define-types.ts";
import { addMutation, addQuery } from "../operations.ts";

const SetAsideRef = defineObject<SetAside>("SetAside", {
  description: "A task that is no longer tried, because a process crashed each time.",
  fields: {
    id: "ID!",
    queue: defineEnum("WorkQueue", {
      outbox: "A message to another node.",
      pulls: "A content of another node.",
      jobs: "A mail, push, webhook or mention.",
      "catch-ups": "The index of a followed node.",
      feeds: "A feed that the owner reads.",
      imports: "The owner's import.",
    }),
    since: "DateTime!",
  },
});

addQuery("setAside", {
  type: [SetAsideRef],
  access: "owner",
  description: "The work that was set aside, oldest first.",
  resolve: (_args, { node }) => readSetAside(node),
});

addMutation("retrySetAside", {
  type: "Boolean",
  access: "owner",
  description: "Tries work that was set aside again, in a process beside the node.",
  input: (t) => ({ id: t.id({ required: true }) }),
  resolve: ({ id }, { node }) => retryAside(node, String(id)).then(() => true),
});

addMutation("dropSetAside", {
  type: "Boolean",
  access: "owner",
  description: "Drops work that was set aside: it counts as refused, and a feed is no longer read.",
  input: (t) => ({ id: t.id({ required: true }) }),
  resolve: ({ id }, { node }) => dropAside(node, String(id)).then(() => true),
});
