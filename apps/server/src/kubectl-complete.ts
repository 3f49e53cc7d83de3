#!/usr/bin/env node
import { COMPLETE } from "./cli/parse/shells.ts";

// kubectl calls the program `kubectl_complete-daemonscope` to complete `kubectl daemonscope …`.
process.argv.splice(2, 0, COMPLETE);
await import("./main.ts");
