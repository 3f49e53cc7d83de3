import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { COMMAND_HELP } from "./command-help.ts";

/** `simulate` is in docs/simulator.md. `help` and `options` are in docs/reference.md, as all commands are. */
const COMMANDS = Object.keys(COMMAND_HELP).filter((command) => !["simulate", "help", "options"].includes(command));

it.each(["docs", "docs/zh-CN", "docs/zh-TW"])("%s/commands.md has a section of each command", (folder) => {
  const text = readFileSync(join(import.meta.dirname, "../../../../..", folder, "commands.md"), "utf8");
  const headings = text.split("\n").filter((line) => line.startsWith("## "));
  expect(COMMANDS.filter((command) => !headings.some((heading) => heading.startsWith(`## ${command}`)))).toEqual([]);
});
