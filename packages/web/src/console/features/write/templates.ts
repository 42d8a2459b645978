import { splitTitle } from "./surface/title.ts";

/** A text to begin posts with. */
export interface Template {
  readonly name: string;
  readonly text: string;
}

// Not a limit: what a button shows.
const longestName = 60;

const key = "freehold.templates";

/** The owner's templates, by name. They are stored in this browser. */
export function readTemplates(storage: Pick<Storage, "getItem"> = localStorage): readonly Template[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isTemplate) : [];
  } catch {
    return [];
  }
}

function isTemplate(value: Partial<Template> | null): value is Template {
  return typeof value?.name === "string" && typeof value.text === "string";
}

/**
 * Saves a text as a template; one with the same name is replaced.
 *
 * @returns its name: the text's title or first line; null when the browser has no room for it
 */
export function saveTemplate(text: string, storage: Storage = localStorage): string | null {
  const [firstLine = ""] = text.trim().split("\n", 1);
  const name = (splitTitle(text).title || firstLine).slice(0, longestName);
  const others = readTemplates(storage).filter((template) => template.name !== name);
  const all = [...others, { name, text }].sort((one, other) => one.name.localeCompare(other.name));
  try {
    storage.setItem(key, JSON.stringify(all));
    return name;
  } catch {
    return null;
  }
}

export function deleteTemplate(name: string, storage: Storage = localStorage): void {
  const others = readTemplates(storage).filter((template) => template.name !== name);
  storage.setItem(key, JSON.stringify(others));
}
