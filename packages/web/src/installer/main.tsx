import { createRoot } from "react-dom/client";
import { loadMessages } from "../messages/console/use-messages.ts";
import { Installer } from "./installer.tsx";
import { readInput } from "./setup-form.ts";
import "../styles/ground.css";
import "../console/styles/base.css";
import "../console/styles/components.css";
import "./installer.css";

const element = document.getElementById("app");
if (element) {
  const root = createRoot(element);
  /** Opens the console without leaving the page: a key that was made here stays open for the first post. */
  const showConsole = async (path: string) => {
    const { openConsole } = await import("../console/open-console.tsx");
    history.replaceState(null, "", `/console${path}`);
    root.unmount();
    openConsole(element);
  };
  // No await at the top: a loaded module may need this one.
  void loadMessages().then(() => root.render(<Installer input={readInput(element)} onOpen={showConsole} />));
}
