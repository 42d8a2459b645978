const suffix = ".tar.zst";

/** The name of a backup that is made at `now` (ms): sorts by time. */
export function nameBackup(now: number): string {
  return `freehold-${new Date(now).toISOString().slice(0, 19).replaceAll(":", "-")}Z${suffix}`;
}

/** When the backup of that name was made, ms; null for a name that is none. */
export function timeOfBackup(name: string): number | null {
  const [, day, hour, minute, second] =
    /^freehold-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.zst$/.exec(name) ?? [];
  const time = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? null : time;
}
