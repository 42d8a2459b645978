import type { Reader } from "./store/database.ts";

/** Functions of modules that the core calls, by one name each. A module names those that it has in its parts. */
export interface Services {
  /** The id of the token whose program wrote a draft; null where none did. */
  findDraftProgram(db: Reader, publicationId: number): Promise<string | null>;
}

/** The answers of a node without the module. */
const withoutModules: Services = {
  findDraftProgram: async () => null,
};

let provided: Services | null = null;

/** Says once for a program which functions its modules have. */
export function provideServices(ofModules: readonly Partial<Services>[]): void {
  provided = Object.assign({}, withoutModules, ...ofModules);
}

/** The functions of the modules. @throws Error before `loadModules` */
export function services(): Services {
  if (!provided) throw new Error("The modules are not loaded: call loadModules first.");
  return provided;
}
