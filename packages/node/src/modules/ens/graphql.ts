import { builder } from "../../graphql/builder.ts";
import { defineObject } from "../../graphql/define-types.ts";
import { Profile } from "../../graphql/node/profile.ts";
import { CommentRef } from "../../graphql/people/comments.ts";
import { ConnectedNode } from "../../graphql/people/connections.ts";
import type { AddressName } from "../../services.ts";

const EnsNameRef = defineObject<AddressName>("EnsName", {
  description: "The verified name of an address in ENS. It may change at any time.",
  fields: {
    name: "String!",
    picture: ["String", "Path of its picture on this node; null for none."],
  },
});

const description = "The stored name; null for none, or if names are turned off.";

builder.objectField(CommentRef, "ens", (t) =>
  t.field({
    type: EnsNameRef,
    nullable: true,
    description,
    resolve: ({ authorAddress }, _args, { loaders }) => authorAddress && loaders.ensName.load(authorAddress),
  }),
);

builder.objectField(ConnectedNode, "ens", (t) =>
  t.field({
    type: EnsNameRef,
    nullable: true,
    description,
    resolve: ({ address }, _args, { loaders }) => loaders.ensName.load(address),
  }),
);

builder.objectField(Profile, "ens", (t) =>
  t.field({
    type: EnsNameRef,
    nullable: true,
    description,
    resolve: ({ address }, _args, { loaders }) => loaders.ensName.load(address),
  }),
);
