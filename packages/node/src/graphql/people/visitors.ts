import type { Visitor } from "../../context.ts";
import { listVisitors } from "../../domain/visitors.ts";
import { defineObject } from "../define-types.ts";
import { addQuery } from "../operations.ts";

const VisitorRef = defineObject<Visitor>("Visitor", {
  description: "An online visitor, with the address that the visitor claims.",
  fields: { address: "Address!" },
  computed: (t) => ({
    lastActive: t.field({
      type: "DateTime",
      resolve: ({ lastActive }) => new Date(lastActive).toISOString(),
    }),
  }),
});

addQuery("visitor", {
  type: VisitorRef,
  nullable: true,
  access: "public",
  description: "The visitor with an address; null if not online.",
  args: (t) => ({ address: t.arg({ type: "Address", required: true }) }),
  resolve: ({ address }, { node }) =>
    listVisitors(node).visitors.find((visitor) => visitor.address === address) ?? null,
});

addQuery("visitors", {
  type: [VisitorRef],
  access: "public",
  // There may be a thousand.
  cost: 250,
  description: "The visitors who are online now.",
  resolve: (_args, { node }) => listVisitors(node).visitors,
});
