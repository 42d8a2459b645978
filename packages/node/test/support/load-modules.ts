import "../../src/modules.ts";
import { loadModules } from "../../src/module.ts";

// Tests of parts, and programs that open no node, find the modules as a node at work does.
await loadModules();
