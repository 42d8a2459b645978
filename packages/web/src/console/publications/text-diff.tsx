import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { Trouble } from "../errors.tsx";
import type { Part } from "./compare-texts.ts";
import "./versions.css";

/** The differences of an earlier text and a later one. The comparison is loaded on use. */
export function TextDiff({ before, after }: { before: string; after: string }): ReactElement {
  const { history, language } = useMessages();
  const { data, error } = useQuery({
    queryKey: ["text-diff", before, after],
    queryFn: async () => {
      const { compareTexts, foldSame } = await import("./compare-texts.ts");
      return { parts: compareTexts(before, after, language), foldSame };
    },
    gcTime: 0,
    staleTime: Infinity,
    networkMode: "always",
  });
  if (!data) return error ? <Trouble error={error} /> : <p className="skeleton" aria-busy="true" />;
  const { parts, foldSame } = data;
  if (parts.every(({ kind }) => kind === "same")) return <p className="hint">{history.same}</p>;
  return (
    <div className="text-diff">
      {parts.map((part, index) => {
        const bounds = { isFirst: index === 0, isLast: index === parts.length - 1 };
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one comparison keep their order.
        return <DiffPart key={index} part={part} folded={foldSame(part.text, bounds)} />;
      })}
    </div>
  );
}

function DiffPart({ part: { kind, text }, folded }: { part: Part; folded: readonly string[] }): ReactElement {
  if (kind === "added") return <ins>{text}</ins>;
  if (kind === "removed") return <del>{text}</del>;
  const [head, tail] = folded;
  return tail === undefined ? (
    <span>{head}</span>
  ) : (
    <>
      {head}
      <i className="folded">…</i>
      {tail}
    </>
  );
}
