import { type ReactElement, useState } from "react";
import { sayProblem } from "../../say-problem.ts";
import { uploadFile } from "../../upload-file.ts";
import { useWords } from "../../words/use-words.ts";

interface Upload {
  readonly file: File;
  /** From 0 to 1. */
  readonly share: number;
  readonly problem: unknown;
}

/** Brings files to the node one after another; one that failed stays in the list, to be tried again. */
export function useUploads(onDone: () => unknown) {
  const [list, setList] = useState<readonly Upload[]>([]);
  const change = (file: File, next: Partial<Upload> | null) =>
    setList((now) => now.flatMap((one) => (one.file !== file ? [one] : next ? [{ ...one, ...next }] : [])));
  const bring = async (file: File) => {
    change(file, { share: 0, problem: null });
    try {
      await uploadFile(file, { description: "", onProgress: (share) => change(file, { share }) });
      change(file, null);
      await onDone();
    } catch (problem) {
      change(file, { problem });
    }
  };
  return {
    list,
    async add(files: readonly File[]) {
      setList((now) => [...now, ...files.map((file) => ({ file, share: 0, problem: null }))]);
      for (const file of files) await bring(file);
    },
    again: bring,
    drop: (file: File) => change(file, null),
  };
}

/** What is on its way to the node. */
export function Uploads({ uploads }: { uploads: ReturnType<typeof useUploads> }): ReactElement {
  const words = useWords();
  return (
    <ul className="uploads">
      {uploads.list.map(({ file, share, problem }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name.
        <li key={`${file.name}-${index}`}>
          <span>{file.name}</span>
          {problem ? (
            <>
              <span role="alert">{sayProblem(words, problem)}</span>
              <button type="button" className="plain" onClick={() => uploads.again(file)}>
                {words.again}
              </button>
              <button type="button" className="quiet" onClick={() => uploads.drop(file)}>
                {words.cancel}
              </button>
            </>
          ) : (
            <progress value={share} aria-label={words.files.progress(file.name)} />
          )}
        </li>
      ))}
    </ul>
  );
}
