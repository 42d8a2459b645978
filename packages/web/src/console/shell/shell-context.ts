import { createContext, useContext, useEffect } from "react";

/** Names the site, and ends the session, for the views inside the frame. */
export const ShellContext = createContext<{ readonly title: string; readonly signOut: () => void }>({
  title: "",
  signOut() {},
});

/** Gives the page of a view its own title: "Posts · Ada". @param name of the view, or of what it shows */
export function usePageTitle(name: string): void {
  const { title } = useContext(ShellContext);
  useEffect(() => {
    document.title = [name, title].filter(Boolean).join(" · ");
  }, [name, title]);
}
