/** What the machine can run out of. */
export type ShortageKind = "space" | "handles" | "database";

/** How a shortage is told to whoever asked for something. */
export interface Shortage {
  readonly code: "NO_SPACE" | "BUSY";
  /** HTTP status. */
  readonly status: 507 | 503;
  /** ASCII, for anybody. */
  readonly sentence: string;
  /** Seconds after which it may be tried again. */
  readonly retryAfter: number;
}

const shortages: Readonly<Record<ShortageKind, Shortage>> = {
  space: {
    code: "NO_SPACE",
    status: 507,
    sentence: "The disk of this node is full. Nothing was stored; try again when there is room.",
    retryAfter: 60,
  },
  handles: {
    code: "BUSY",
    status: 503,
    sentence: "This node has as many files and connections open as it may. Try again in a moment.",
    retryAfter: 5,
  },
  database: {
    code: "BUSY",
    status: 503,
    sentence: "Another program holds the database of this node. Nothing was stored; try again in a moment.",
    retryAfter: 5,
  },
};

/** What the system calls them. */
const systemCodes: Readonly<Record<string, ShortageKind>> = {
  ENOSPC: "space",
  EDQUOT: "space",
  EMFILE: "handles",
  ENFILE: "handles",
};

/** The machine lacks something just now. What was asked for is not done, and may be asked for again. */
export class ShortageError extends Error {
  override readonly name = "ShortageError";
  readonly kind: ShortageKind;

  constructor(kind: ShortageKind, options?: ErrorOptions) {
    super(shortages[kind].sentence, options);
    this.kind = kind;
  }

  get shortage(): Shortage {
    return shortages[this.kind];
  }
}

/** What an error says the machine lacks, whether the database or the system found it; null for every other error. */
export function shortageOf(error: unknown): Shortage | null {
  if (error instanceof ShortageError) return error.shortage;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const kind = Object.hasOwn(systemCodes, code) ? systemCodes[code] : undefined;
  return kind === undefined ? null : shortages[kind];
}
