import type { FastifyRequest } from "fastify";

/** Where GraphQL is asked. */
export const graphqlPath = "/api/graphql";

/** Whether a request brings a file, which may take its time. */
export function isGraphqlUpload({ headers, url }: Pick<FastifyRequest, "headers" | "url">): boolean {
  const isForm = /^multipart\/form-data\b/i.test(headers["content-type"] ?? "");
  return isForm && url.split("?", 1)[0] === graphqlPath;
}
