import { program } from "../../config/program.ts";
import { type Check, ok, skipped, warning } from "../../domain/check.ts";
import { msg } from "../../errors/errors.ts";
import { titleOf } from "./sending/issue-title.ts";
import { listIssues } from "./store/newsletter-issues.ts";

const lastIssues = 10; // sent posts that are looked at

export const newsletterChecks: readonly Check[] = [
  {
    id: "work.newsletter",
    about: "The last posts sent by email: whether the mail server accepted them",
    warns: "it refused the sender, so that subscribers did not get a post",
    needs: ["tables", "owner"],
    async run({ store }) {
      const issues = await listIssues(store.db, { limit: lastIssues });
      if (issues.length === 0) return skipped(msg`No post was sent by email.`);
      const refused = issues.find(({ problem }) => problem !== null);
      if (!refused) return ok(msg`The mail server accepted the last posts.`);
      const { id, publicationId, problem } = refused;
      const title = await titleOf(store.db, publicationId);
      const finding = msg`The mail server refuses you as the sender; subscribers did not get “${title}”.`;
      return warning(
        problem ? [...finding, ...msg`It said: ${problem}`] : finding,
        msg`Fix the problem that the mail server names, then run \`${program} subscribers send-rest ${id}\`. No subscriber is paused for it.`,
      );
    },
  },
];
