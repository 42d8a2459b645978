import { createRoot } from "react-dom/client";
import { Workbench } from "./workbench.tsx";
import "../console/session-end.ts";
import "../styles/ground.css";
import "../console/styles/base.css";
import "../console/styles/components.css";
import "./graphql-editor.css";

const element = document.getElementById("app");
if (element) createRoot(element).render(<Workbench />);
