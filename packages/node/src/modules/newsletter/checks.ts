import { program } from "../../config/program.ts";
import { type Check, msg, ok, skipped, warning } from "../../domain/check.ts";
import { titleOf } from "./sending/issue-title.ts";
import { listIssues } from "./store/newsletter-issues.ts";

const lastIssues = 10; // sent posts that are looked at

export const newsletterChecks: readonly Check[] = [
  {
    id: "work.newsletter",
    about: "The posts that went out by mail last: whether the mail server took them",
    warns: "it refused the sender, so that readers lack a post",
    needs: ["tables", "owner"],
    async run({ store }) {
      const issues = await listIssues(store.db, { limit: lastIssues });
      if (issues.length === 0) return skipped(msg`No post went out by mail.`);
      const refused = issues.find(({ problem }) => problem !== null);
      if (!refused) return ok(msg`The mail server refused no sender of the last posts.`);
      const { id, publicationId, problem } = refused;
      const title = await titleOf(store.db, publicationId);
      const finding = msg`The mail server refuses you as the sender; readers lack “${title}”.`;
      return warning(
        problem ? [...finding, ...msg`It said: ${problem}`] : finding,
        msg`Mend what the mail server names, then run \`${program} subscribers send-rest ${id}\`. No reader is paused for it.`,
      );
    },
  },
];
