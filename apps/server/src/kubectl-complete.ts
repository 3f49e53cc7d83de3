#!/usr/bin/env node
import { COMPLETE } from "./command-line/shells.ts";

// kubectl asks the program `kubectl_complete-daemonscope` what completes `kubectl daemonscope …`.
process.argv.splice(2, 0, COMPLETE);
await import("./main.ts");
