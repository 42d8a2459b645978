import { readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** A failure of the operating system for the owner: what is so, and the one thing to do. */
export interface ExplainedError {
  readonly finding: string;
  readonly advice: string | null;
}

/** An error of the operating system, as Node throws it. */
interface SystemError extends Error {
  readonly code: string;
  readonly path?: unknown;
  readonly address?: unknown;
  readonly port?: unknown;
}

/** The ends of sentences that begin with the file or the address. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: ": there is no such file.",
  EISDIR: ": that is a folder.",
  EEXIST: ": it exists and is not a folder.",
  ENOTDIR: ": a part of the path is not a folder.",
  ENOSPC: ": the disk is full.",
  EDQUOT: ": the disk quota of this user is full.",
  EROFS: ": the disk is read-only.",
  EADDRINUSE: ": the port is in use.",
  EADDRNOTAVAIL: ": this machine doesn't have that address.",
  ECONNREFUSED: ": nothing listens on that port.",
};

const advices: Readonly<Record<string, string>> = {
  ENOSPC: "Free some space on that disk.",
  EDQUOT: "Free some space, or raise the quota of this user.",
  EROFS: "Mount that disk with write access, or start the node read-only (FREEHOLD_READ_ONLY).",
  EADDRINUSE: "Stop that program, or choose another port with FREEHOLD_PORT.",
  EADDRNOTAVAIL: "Set FREEHOLD_HOST to an address of this machine, or to 0.0.0.0 for all of them.",
};

const firstFreePort = 1024; // the ports below need a privilege

function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && "syscall" in error && "code" in error && typeof error.code === "string";
}

/** Explains an error of files or sockets; null for any other error. */
export function explainSystemError(error: unknown): ExplainedError | null {
  if (!isSystemError(error)) return null;
  const { code, path, address, port } = error;
  if (code === "EACCES" || code === "EPERM") return explainRefusal(error);
  const isAddress = address !== undefined && port !== undefined;
  const place = typeof path === "string" ? path : isAddress && `${address} port ${port}`;
  const reason = reasons[code] ?? `: ${error.message}.`;
  const finding = place ? `${place}${reason}` : `${reason.charAt(2).toUpperCase()}${reason.slice(3)}`;
  return { finding, advice: advices[code] ?? null };
}

function explainRefusal({ path, address, port }: SystemError): ExplainedError {
  const user = nameUser(process.geteuid?.() ?? null);
  if (typeof path === "string") {
    return { finding: `${path}: ${user} may not read or write it.`, advice: adviceFor(path) };
  }
  if (typeof port === "number" && port < firstFreePort) {
    return {
      finding: `${address} port ${port}: ${user} may not listen at a port below ${firstFreePort}.`,
      advice:
        "Give the service that right (AmbientCapabilities=CAP_NET_BIND_SERVICE in its systemd unit), or choose a port from " +
        `${firstFreePort} on with FREEHOLD_PORT and let a proxy pass requests on to it.`,
    };
  }
  return { finding: `${user.charAt(0).toUpperCase()}${user.slice(1)} has no permission.`, advice: null };
}

/** The thing to do about a file that this user may not open. It looks at the owners of the file and of its folder. */
function adviceFor(path: string): string {
  const me = process.geteuid?.() ?? null;
  const [file, folder] = [ownerOf(path), ownerOf(dirname(path))];
  const owner = file ?? folder;
  if (me === null || owner === null) return "Run the program as the user to whom that folder belongs.";
  if (me === 0 || owner === me) {
    return `Check which attribute or mode forbids that (\`lsattr ${path}\`, \`ls -l ${path}\`), and remove it (\`chattr -i\`, \`chmod u+rw\`).`;
  }
  // A copy or a restore by root leaves its files in a folder of the node's user.
  if (folder === me)
    return `It belongs to ${nameUser(owner)}. Run \`chown -R ${me} ${dirname(path)}\` as root.`;
  return `It belongs to ${nameUser(owner)}: run the program as that user.`;
}

function ownerOf(path: string): number | null {
  try {
    return statSync(path).uid;
  } catch {
    return null;
  }
}

/** The name of a user of this machine, and its number. */
function nameUser(uid: number | null): string {
  if (uid === null) return "this user";
  const name = readNames().get(uid);
  return name === undefined ? `the user ${uid}` : `the user ${name} (${uid})`;
}

function readNames(): ReadonlyMap<number, string> {
  try {
    const rows = readFileSync("/etc/passwd", "utf8")
      .split("\n")
      .map((line) => line.split(":"));
    return new Map(rows.map(([name = "", , uid]) => [Number(uid), name]));
  } catch {
    return new Map();
  }
}
