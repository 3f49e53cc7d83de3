import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { COMMANDS } from "../../apps/server/src/cli/flags/commands.ts";
import { EXIT_CODE_HELP } from "../../apps/server/src/cli/flags/exit-code-help.ts";
import type { Flag } from "../../apps/server/src/cli/flags/flag.ts";
import { FLAGS } from "../../apps/server/src/cli/flags/flags.ts";
import { parseCommand } from "../../apps/server/src/cli/options/parse-command.ts";
import { commandReference } from "./command-reference.ts";
import { TEN_JOBS } from "./ten-jobs.ts";

const PATH = join(import.meta.dirname, "../../docs/reference.md");

test("docs/reference.md is the page that the texts of help give; UPDATE_DOCS=1 writes it", () => {
  const page = commandReference();
  if (process.env.UPDATE_DOCS === "1") writeFileSync(PATH, page);
  expect(existsSync(PATH) ? readFileSync(PATH, "utf8") : "").toBe(page);
});

test("the page has each command, each flag of help, and each exit code", () => {
  const page = commandReference();
  for (const command of COMMANDS) expect(page).toContain(`\n## ${command}\n`);
  for (const { name, help } of FLAGS as readonly Flag[]) if (help !== undefined) expect(page).toContain(`--${name}`);
  const codes = page.slice(page.indexOf("\n## Exit codes\n"));
  for (const { code, commands, meaning } of EXIT_CODE_HELP) expect(codes).toContain(`| ${code} | ${commands.join(", ")} | ${meaning} |`);
  expect(page).not.toContain("undefined");
});

test("the page has ten jobs, and the program accepts the line of each", () => {
  expect(TEN_JOBS).toHaveLength(10);
  for (const { line } of TEN_JOBS) {
    const [own = ""] = line.split(" | ");
    const words = [...own.matchAll(/'([^']*)'|([^\s']+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "");
    expect(words[0]).toBe("daemonscope");
    expect(parseCommand(words.slice(1), {}, "0")).toHaveProperty("config");
  }
});
