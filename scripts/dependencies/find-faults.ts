import type { Argument, licencesTaken } from "./arguments.ts";
import type { DependencyTree, DirectDependency, InstalledPackage } from "./read-tree.ts";

/** What was decided about dependencies. */
export interface Decided {
  readonly argued: readonly Argument[];
  readonly productionPackages: number;
  readonly scriptsTaken: Readonly<Record<string, string>>;
  readonly refused: Readonly<Record<string, string>>;
  readonly freeLicences: readonly string[];
  readonly licencesTaken: typeof licencesTaken;
}

/** @returns a sentence for each thing in which a tree of dependencies is not what was decided */
export function findFaults(tree: DependencyTree, decided: Decided): string[] {
  const direct = tree.direct.filter(({ name }) => !name.startsWith("@freehold/"));
  return [
    ...findUnargued(direct, decided),
    ...findRanges(tree.direct),
    ...findScripts(tree.production, decided),
    ...findRefused(tree.production, decided),
    ...findLicences(tree.production, decided),
    ...findCount(tree.production, decided),
    ...tree.unpinned.map((path) => `${path} has no hash in the lock, or an address.`),
  ];
}

function findUnargued(direct: readonly DirectDependency[], { argued }: Decided): string[] {
  const known = new Set(argued.map(({ name }) => name));
  const asked = new Set(direct.map(({ name }) => name));
  const sorted = [...known].sort();
  return [
    ...direct
      .filter(({ name }) => !known.has(name))
      .map(({ name, askedBy }) => `${name}, which ${askedBy} asks for, has no argument.`),
    ...argued
      .filter(({ name }) => !asked.has(name))
      .map(({ name }) => `${name} is argued for, and nobody asks for it.`),
    ...argued
      .filter(({ name }, at) => name !== sorted[at])
      .slice(0, 1)
      .map(({ name }) => `${name} is not in its place.`),
  ];
}

function findRanges(direct: readonly DirectDependency[]): string[] {
  return direct
    .filter(({ range }) => !/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/.test(range))
    .map(
      ({ name, range, askedBy }) => `${askedBy} asks for ${name} as "${range}", which is no exact version.`,
    );
}

function findScripts(production: readonly InstalledPackage[], { scriptsTaken }: Decided): string[] {
  const running = production.filter(({ runsScript }) => runsScript).map(({ name }) => name);
  return [
    ...running
      .filter((name) => scriptsTaken[name] === undefined)
      .map((name) => `${name} runs a script while it is installed, and nobody has argued for that.`),
    ...Object.keys(scriptsTaken)
      .filter((name) => !running.includes(name))
      .map((name) => `${name} runs no script while it is installed, and is on the list of those that do.`),
  ];
}

function findRefused(production: readonly InstalledPackage[], { refused }: Decided): string[] {
  return production.flatMap(({ name, deprecated }) => [
    ...(refused[name] === undefined ? [] : [`${name} is in the tree, and is refused: ${refused[name]}`]),
    ...(deprecated === null ? [] : [`${name} is deprecated: ${deprecated}`]),
  ]);
}

function findLicences(production: readonly InstalledPackage[], decided: Decided): string[] {
  const parts = production.flatMap(({ name, licences }) =>
    licences.flatMap((licence) =>
      licence
        .replace(/^\((.*)\)$/, "$1")
        .split(" AND ")
        .map((part) => ({ name, licence: part })),
    ),
  );
  const refused = parts.filter(({ name, licence }) => !isTaken(name, licence, decided));
  const unneeded = decided.licencesTaken.filter(
    (taken) => !parts.some(({ name, licence }) => licence === taken.licence && fits(name, taken.of)),
  );
  return [
    ...refused.map(({ name, licence }) => `${name} has the licence ${licence}, which is not on the list.`),
    ...unneeded.map(({ licence, of }) => `${licence} is taken of ${of}, and nothing there has it.`),
  ];
}

function isTaken(name: string, licence: string, { freeLicences, licencesTaken: taken }: Decided): boolean {
  // One of several that may be chosen is enough.
  if (licence.split(" OR ").some((one) => freeLicences.includes(one))) return true;
  return taken.some((one) => one.licence === licence && fits(name, one.of));
}

function fits(name: string, pattern: string): boolean {
  return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

function findCount(production: readonly InstalledPackage[], { productionPackages }: Decided): string[] {
  if (production.length === productionPackages) return [];
  return [
    `The lock has ${production.length} packages for production, and ${productionPackages} were decided on.`,
  ];
}
