import type { Visitor } from "../context.ts";
import { listVisitors } from "../domain/visitors.ts";
import { builder } from "./builder.ts";
import { addQuery } from "./operations.ts";

const VisitorRef = builder.objectRef<Visitor>("Visitor").implement({
  description: "Somebody who is here now and says to have this address.",
  fields: (t) => ({
    address: t.expose("address", { type: "Address" }),
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
  description: "A visitor, if they are here now.",
  args: (t) => ({ address: t.arg({ type: "Address", required: true }) }),
  resolve: ({ address }, { node }) =>
    listVisitors(node).visitors.find((visitor) => visitor.address === address) ?? null,
});

addQuery("visitors", {
  type: [VisitorRef],
  access: "public",
  // There may be a thousand.
  cost: 250,
  description: "Who is here now.",
  resolve: (_args, { node }) => listVisitors(node).visitors,
});
