import { graphql } from "@freehold/client";
import { askField, type FieldOf, mutation } from "../../graphql.ts";
import { splitTitle } from "./surface/title.ts";

/** A text to begin posts with, as the node stores it: Markdown with a name. */
export type Template = FieldOf<typeof templatesQuery>[number];

// The length that a button shows; the node takes no longer names.
const longestName = 60;

/** The key under which an earlier version stored templates in the browser. */
const localKey = "freehold.templates";

/** The owner's templates, by name. Those that an earlier version left in this browser are brought to the node first. @throws ApiError */
export async function readTemplates(): Promise<readonly Template[]> {
  await bringLocalTemplates();
  return await askField(templatesQuery);
}

/** Saves a text as a template, by its title or first line; one with the same name is replaced. @throws ApiError */
export async function saveTemplate(text: string): Promise<Template> {
  return await sendTemplate({ name: nameTemplate(text), body: text });
}

export const deleteTemplate = mutation(
  graphql("mutation DestroyTemplate($input: DestroyTemplateInput!) { destroyTemplate(input: $input) }"),
);

/** The name of a text as a template: its title or first line, not too long for a button. */
export function nameTemplate(text: string): string {
  const [firstLine = ""] = text.trim().split("\n", 1);
  return shorten(splitTitle(text).title || firstLine, longestName);
}

/** The beginning of a text, without half a character at its end. */
function shorten(text: string, most: number): string {
  const cut = text.trim().slice(0, most);
  return cut.replace(/[\ud800-\udbff]$/, "").trimEnd();
}

/** Brings the templates of this browser's storage to the node, and removes them here. @returns the number of those that stay here */
export async function bringLocalTemplates(storage: Storage = localStorage): Promise<number> {
  const local = readLocal(storage);
  if (local.length === 0) return 0;
  const stored = await askField(templatesQuery).catch(() => null);
  if (stored === null) return local.length;
  const left: Template[] = [];
  for (const { template, known } of planLocal(local, stored)) {
    if (known) continue;
    await sendTemplate(template).catch(() => left.push(template));
  }
  if (left.length === 0) forgetLocalTemplates(storage);
  else storage.setItem(localKey, JSON.stringify(left.map(({ name, body }) => ({ name, text: body }))));
  return left.length;
}

/** Removes the templates that an earlier version stored in this browser. */
export function forgetLocalTemplates(storage: Storage = localStorage): void {
  storage.removeItem(localKey);
}

/** Gives each template a name that no other text has at the node; `known` where the node has the same already. */
export function planLocal(
  local: readonly Template[],
  stored: readonly Template[],
): readonly { readonly template: Template; readonly known: boolean }[] {
  const bodies = new Map(stored.map(({ name, body }) => [name, body]));
  return local.map(({ name: given, body }) => {
    let name = shorten(given, longestName);
    for (let number = 2; bodies.has(name) && bodies.get(name) !== body; number += 1) {
      name = `${shorten(given, longestName - 5)} (${number})`;
    }
    const known = bodies.get(name) === body;
    bodies.set(name, body);
    return { template: { name, body }, known };
  });
}

/** The templates that an earlier version stored in this browser; none where there is no such list. */
export function readLocal(storage: Pick<Storage, "getItem">): readonly Template[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(localKey) ?? "[]");
    if (!Array.isArray(stored)) return [];
    return stored.flatMap(({ name, text }: { name?: unknown; text?: unknown }) =>
      typeof name === "string" && typeof text === "string" && name.trim() && text.trim()
        ? [{ name, body: text }]
        : [],
    );
  } catch {
    return [];
  }
}

const templatesQuery = graphql("query Templates { templates { name body } }");
const sendTemplate = mutation(
  graphql("mutation SaveTemplate($input: SaveTemplateInput!) { saveTemplate(input: $input) { name body } }"),
);
