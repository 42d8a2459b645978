import { graphql } from "@freehold/client";
import type { ReactElement } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { useField } from "../../queries.ts";

const correctionQuery = graphql(`query Correction($query: String!) { searchCorrection(query: $query) }`);

/** The search that was perhaps meant, below one that found nothing. */
export default function DidYouMean({
  search,
  onChoose,
}: {
  search: string;
  onChoose(search: string): void;
}): ReactElement | null {
  const messages = useMessages();
  const { data: better } = useField(["correction", search], correctionQuery, { query: search });
  if (!better) return null;
  return (
    <p>
      {messages.didYouMean} <Button look="plain small" onClick={() => onChoose(better)} text={better} />
    </p>
  );
}
