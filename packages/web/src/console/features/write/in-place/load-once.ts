/** A part of the program that is loaded when it is first needed, and again after a failure. */
export function loadOnce<Part>(load: () => Promise<Part>): {
  /** The part; null until it is loaded. */
  current(): Part | null;
  load(): Promise<Part>;
} {
  let part: Part | null = null;
  let loading: Promise<Part> | null = null;
  return {
    current: () => part,
    load() {
      loading ??= load().then((loaded) => {
        part = loaded;
        return loaded;
      });
      loading.catch(() => {
        loading = null;
      });
      return loading;
    },
  };
}
