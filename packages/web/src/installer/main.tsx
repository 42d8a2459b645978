import { createRoot } from "react-dom/client";
import { Installer } from "./installer.tsx";
import { readHouse } from "./setup-form.ts";
import "../styles/ground.css";
import "../console/styles/base.css";
import "../console/styles/components.css";
import "./installer.css";

const place = document.getElementById("app");
if (place) {
  const root = createRoot(place);
  /** The console in this very page, so that a key that was made here is still open for the first post. */
  const moveIn = async () => {
    const { openConsole } = await import("../console/open-console.tsx");
    history.replaceState(null, "", "/console/write");
    root.unmount();
    openConsole(place);
  };
  root.render(<Installer house={readHouse(place)} onDone={moveIn} />);
}
