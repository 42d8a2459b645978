/** The two media types of an answer (GraphQL over HTTP, "Media Types"). */
export type AnswerType = "application/json" | "application/graphql-response+json";

/**
 * The media type that a client wants: the one with the higher weight, of equals the newer one where it is named. Who takes
 * anything, or neither, gets `application/json`.
 */
export function chooseMediaType(accept: string | undefined): AnswerType {
  const weights = { "application/json": 0, "application/graphql-response+json": 0 };
  for (const part of (accept ?? "").toLowerCase().split(",")) {
    const [type = "", ...params] = part.split(";").map((piece) => piece.trim());
    const weight = Number(params.find((param) => param.startsWith("q="))?.slice(2) ?? 1);
    if (type in weights) weights[type as AnswerType] = weight;
  }
  const newer = weights["application/graphql-response+json"];
  return newer > 0 && newer >= weights["application/json"]
    ? "application/graphql-response+json"
    : "application/json";
}
