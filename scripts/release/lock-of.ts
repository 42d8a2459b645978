/** What is used here of a package in `package-lock.json`. */
interface LockedPackage {
  readonly devOptional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** The packages of a lock (version 3) by the folder in which npm puts them. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

/**
 * The packages of the lock that one program needs which is installed by itself: the same versions and hashes, for every
 * platform.
 *
 * @param names what the program imports
 * @param workspace the folder of its sources, `packages/node`: as seen from there
 * @throws Error if the lock lacks one of them, or has two versions where there is room for one
 */
export function lockOf(names: readonly string[], all: LockedPackages, workspace: string): LockedPackages {
  const found = new Map<string, LockedPackage>();
  const open = names.map((name) => ({ name, from: workspace, isNeeded: true }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { name, from, isNeeded } = next;
    const path = findPackage(name, from, all);
    const locked = all[path ?? ""];
    if (path === null || !locked) {
      if (isNeeded) throw new Error(`${name}, which ${from} needs, is not in the lock.`);
      continue;
    }
    const place = path.replace(`${workspace}/`, "");
    const known = found.get(place);
    if (known && known !== locked) throw new Error(`There are two versions of ${name} for ${place}.`);
    if (known) continue;
    found.set(place, locked);
    const optional = locked.optionalDependencies ?? {};
    for (const one of Object.keys({ ...locked.dependencies, ...requiredPeers(locked), ...optional })) {
      open.push({ name: one, from: path, isNeeded: optional[one] === undefined });
    }
  }
  const sorted = [...found].sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(
    sorted.map(([place, locked]) => [place, forProduction(withoutAbsent(locked, all))]),
  );
}

/** Without the builds for other systems that the lock does not hold: `npm ci` asks for all that a package names. */
function withoutAbsent(locked: LockedPackage, all: LockedPackages): LockedPackage {
  const { optionalDependencies: optional } = locked;
  if (optional === undefined) return locked;
  const there = Object.entries(optional).filter(([name]) => all[`node_modules/${name}`] !== undefined);
  return { ...locked, optionalDependencies: Object.fromEntries(there) };
}

/** As Node looks for a package: from a folder upwards. */
function findPackage(name: string, from: string, all: LockedPackages): string | null {
  const path = `${from === "" ? "" : `${from}/`}node_modules/${name}`;
  if (all[path] !== undefined) return path;
  return from === "" ? null : findPackage(name, from.split("/").slice(0, -1).join("/"), all);
}

function requiredPeers({
  peerDependencies = {},
  peerDependenciesMeta = {},
}: LockedPackage): Record<string, string> {
  const required = Object.entries(peerDependencies).filter(([name]) => !peerDependenciesMeta[name]?.optional);
  return Object.fromEntries(required);
}

/** Whether a tool for development needs the package, too, does not count. */
function forProduction({ devOptional, ...locked }: LockedPackage): LockedPackage {
  return devOptional ? Object.assign(locked, { optional: true }) : locked;
}
