import {
  deleteTemplate,
  readTemplates,
  saveTemplate,
  type Template,
} from "../../domain/publications/texts/templates.ts";
import { defineObject } from "../define-types.ts";
import { addMutation, addQuery } from "../operations.ts";

const TemplateRef = defineObject<Template>("Template", {
  description: "A text of the owner with which posts begin.",
  fields: { name: "String!", body: ["String!", "Markdown."] },
});

addQuery("templates", {
  type: [TemplateRef],
  access: "owner",
  cost: 5,
  description: "The owner's templates, by name.",
  resolve: (_args, { node }) => readTemplates(node),
});

addMutation("saveTemplate", {
  type: TemplateRef,
  access: "owner",
  cost: 5,
  description: "Saves a template; one with the same name is replaced.",
  input: (t) => ({ name: t.string({ required: true }), body: t.string({ required: true }) }),
  resolve: (input, { node }) => saveTemplate(node, input),
});

addMutation("destroyTemplate", {
  type: "Boolean",
  access: "owner",
  description: "Deletes a template. Returns whether it was there.",
  input: (t) => ({ name: t.string({ required: true }) }),
  resolve: ({ name }, { node }) => deleteTemplate(node, name),
});
