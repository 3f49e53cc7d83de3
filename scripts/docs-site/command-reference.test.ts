import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { COMMANDS } from "../../apps/server/src/cli/flags/command-names.ts";
import type { Flag } from "../../apps/server/src/cli/flags/flag.ts";
import { FLAGS } from "../../apps/server/src/cli/flags/flags.ts";
import { commandReference } from "./command-reference.ts";

const PATH = join(import.meta.dirname, "../../docs/reference.md");

test("docs/reference.md is the page that the texts of help give; UPDATE_DOCS=1 writes it", () => {
  const page = commandReference();
  if (process.env.UPDATE_DOCS === "1") writeFileSync(PATH, page);
  expect(existsSync(PATH) ? readFileSync(PATH, "utf8") : "").toBe(page);
});

test("the page has each command, and each flag of help", () => {
  const page = commandReference();
  for (const command of COMMANDS) expect(page).toContain(`\n## ${command}\n`);
  for (const { name, help } of FLAGS as readonly Flag[]) if (help !== undefined) expect(page).toContain(`--${name}`);
  expect(page).not.toContain("undefined");
});
