import type { ReactElement } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { useOwner } from "../queries.ts";
import { Link } from "../shell/routes.tsx";
import { useWordsCheck } from "../signing/words/use-words-check.ts";

/** Reminds of recovery words that were not checked in this browser. Nothing for a key of which it knows no words. */
export default function WordsReminder(): ReactElement | null {
  const { check: texts } = useMessages().words;
  const state = useWordsCheck(useOwner());
  if (state === null || state === "done") return null;
  return (
    <p className="consequence words-reminder">
      {texts.remind} <Link to="/settings/keys">{texts.remindLink}</Link>
    </p>
  );
}
