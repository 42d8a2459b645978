import { type FormEvent, type ReactElement, useEffect, useRef, useState } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { formatError, Trouble } from "../../errors.tsx";
import { pathOfFile, writeReference } from "../../publications/referenced-files.ts";
import { uploadFile } from "../../upload-file.ts";

/** Asks for a description, uploads the file, and passes on the Markdown that refers to it. */
export function FileDialog({
  file,
  onDone,
}: {
  file: File;
  /** Receives the Markdown, or null when cancelled. */
  onDone: (markdown: string | null) => void;
}): ReactElement {
  const messages = useMessages();
  const dialog = useRef<HTMLDialogElement>(null);
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const abort = useRef(new AbortController());
  const picture = usePicture(file);
  useEffect(() => dialog.current?.showModal(), []);

  async function add(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const description = String(new FormData(event.currentTarget).get("description")).trim();
    setProblem(null);
    setShare(0);
    abort.current = new AbortController();
    try {
      const { signal } = abort.current;
      const { contentHash } = await uploadFile(file, { description, onProgress: setShare, signal });
      const name = description || file.name;
      onDone(writeReference({ isPicture: picture !== null, name, path: pathOfFile(contentHash) }));
    } catch (error) {
      setShare(null);
      if ((error as Error).name !== "AbortError") setProblem(error);
    }
  }

  const stop = () => (share === null ? onDone(null) : abort.current.abort());
  return (
    <dialog
      ref={dialog}
      className="file-dialog"
      aria-labelledby="file-title"
      onCancel={(event) => {
        event.preventDefault();
        stop();
      }}
    >
      <h2 id="file-title">{picture ? messages.files.addPicture : messages.files.addFile}</h2>
      {picture && <img src={picture} alt="" />}
      <form onSubmit={add}>
        <label htmlFor="file-description">{picture ? messages.files.alt : messages.files.caption}</label>
        <input
          id="file-description"
          name="description"
          maxLength={2_000}
          autoComplete="off"
          aria-describedby="file-hint"
        />
        <p id="file-hint" className="hint">
          {picture ? messages.files.altHint : file.name}
        </p>
        {share !== null && <progress value={share} aria-label={messages.files.progress(file.name)} />}
        <Trouble text={Boolean(problem) && `${formatError(messages, problem)} ${messages.files.notLost}`} />
        <div className="choices">
          <Button
            type="submit"
            disabled={share !== null}
            text={problem ? messages.again : messages.files.add}
          />
          <Button look="plain" onClick={stop} text={messages.cancel} />
        </div>
      </form>
    </dialog>
  );
}

/** A local URL to preview a picture; null for other files. */
function usePicture(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!/^image\/(jpeg|png|webp|gif|avif)$/.test(file.type)) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
