import { STEP_VERBS } from "@daemonscope/daemonset/actions/steps/parse-step";
import { describe, expect, it, test } from "vitest";
import { COMMAND_HELP } from "../flags/command-help.ts";
import { COMMANDS, type CommandName } from "../flags/commands.ts";
import { EXIT_CODE_HELP } from "../flags/exit-code-help.ts";
import type { Flag } from "../flags/flag.ts";
import { ownGroups, SHARED_GROUPS } from "../flags/flag-groups.ts";
import { FLAGS } from "../flags/flags.ts";
import { STEP_FORMS } from "../flags/step-forms.ts";
import { parseCommand } from "../options/parse-command.ts";
import * as codes from "../terminal/exit-codes.ts";
import { commandHelpText, helpText, optionsText } from "./help-text.ts";

const MAX_COLUMNS = 80;
const MAX_LINES = 50;
const PROGRAMS = ["daemonscope", "kubectl daemonscope"];

const tooWide = (text: string) => text.split("\n").filter((line) => line.length > MAX_COLUMNS);
const helpOf = (line: string): string => {
  const command = parseCommand(line.split(" "), {}, "1.2.3");
  return command.kind === "print" ? command.text : `${line} is ${command.kind}`;
};
/** Splits a line as a shell does, up to a pipe. Quotes are removed. */
const shellWords = (line: string): readonly string[] =>
  [...line.matchAll(/'([^']*)'|([^\s']+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "");

test.each(PROGRAMS)("the list of commands of %s fits one screen, and has each command", (program) => {
  const text = helpText(program, "1.2.3");
  expect(text.split("\n").length).toBeLessThanOrEqual(MAX_LINES);
  expect(tooWide(text)).toEqual([]);
  for (const command of COMMANDS) expect(text).toMatch(new RegExp(`^ {2}${command} {2,}[A-Z]`, "m"));
  expect(text).toContain(`Usage:\n  ${program} [COMMAND]`);
});

describe.each(COMMANDS)("the help of %s", (command) => {
  const help = COMMAND_HELP[command];
  it("has a synopsis, a description, examples and a usage line, within 80 columns", () => {
    const text = commandHelpText("kubectl daemonscope", command);
    expect(text.startsWith(`${help.about}.\n\n`)).toBe(true);
    expect(help.about).not.toMatch(/\.$/);
    expect(help.description.length).toBeGreaterThan(0);
    expect(text).toContain("\nExamples:\n  # ");
    expect(text).toContain(`\nUsage:\n  kubectl daemonscope ${help.usage}`);
    expect(tooWide(text)).toEqual([]);
  });
  it("has two to five examples, which the program accepts", () => {
    expect(help.examples.length).toBeGreaterThanOrEqual(2);
    expect(help.examples.length).toBeLessThanOrEqual(5);
    for (const { line } of help.examples) {
      const [, own = ""] = /\bdaemonscope((?: [^|>)]+)?)/.exec(line) ?? [];
      const isHelp = command === "help" || command === "options";
      const parsed = parseCommand(shellWords(own), {}, "1.2.3").kind;
      const kinds: Partial<Record<CommandName, readonly string[]>> = {
        simulate: ["simulate", "listScenarios"],
        completion: ["completionScript"],
      };
      expect(isHelp ? ["print"] : (kinds[command] ?? [command]), line).toContain(parsed);
    }
  });
  it("lists each flag once, either here or in `options`", () => {
    const own = ownGroups(command).flatMap(({ flags }) => flags);
    const shared = SHARED_GROUPS.flatMap(({ flags }) => flags).map(({ name }) => name);
    const shown = (FLAGS as readonly Flag[]).filter((flag) => flag.help !== undefined && flag.commands.includes(command));
    expect(shown.filter((flag) => !own.includes(flag) && !shared.includes(flag.name))).toEqual([]);
    expect(new Set(own).size).toBe(own.length);
  });
});

test.each(PROGRAMS)("the shared options of %s are within 80 columns", (program) => {
  const text = optionsText(program);
  expect(tooWide(text)).toEqual([]);
  for (const flag of ["--context NAME", "--simulate[=SCENARIO]", "--engine-ca FILE", "-h, --help", "--as USER"])
    expect(text).toContain(flag);
  expect(text).not.toContain("--write-kubeconfig");
});

test("the help of a command has its options, and not those of the cluster or of other commands", () => {
  const text = helpOf("wait --help");
  expect(text).toMatch(/\nOptions:\n[\s\S]*--timeout TIME[\s\S]*\n {2}3 {4}the rollout is stuck/);
  for (const flag of ["--write-kubeconfig", "--context NAME", "--seed"]) expect(text).not.toContain(flag);
  expect(helpOf("serve -h")).toMatch(/\nSign-in options:\n/);
});

test("`help`, `help COMMAND` and `COMMAND --help` give the same texts, after flags too", () => {
  expect(helpOf("help")).toBe(helpOf("--help"));
  for (const command of COMMANDS) expect(helpOf(`help ${command}`)).toBe(helpOf(`${command} --help`));
  expect(helpOf("-n x status -h")).toBe(helpOf("help status"));
  expect(() => parseCommand(["help", "stat"], {}, "0")).toThrow('unknown command "stat". Did you mean daemonscope status?');
  expect(() => parseCommand(["help", "wait", "diff"], {}, "0")).toThrow('help takes at most one command, but "diff" is another');
  expect(() => parseCommand(["options", "wait"], {}, "0")).toThrow('options takes no "wait": see "daemonscope COMMAND --help".');
});

test("the help of what-if has each step of the parser", () => {
  expect(STEP_FORMS.map(({ verb }) => verb).toSorted()).toEqual([...new Set(STEP_VERBS)].toSorted());
  const text = helpOf("help what-if");
  for (const verb of STEP_VERBS) expect(text).toContain(`\n  ${verb} `);
});

test("help has each exit code of the program", () => {
  const known = Object.values(codes).filter((code) => typeof code === "number");
  const named = EXIT_CODE_HELP.flatMap(({ code, meaning }) => [code, ...(meaning.match(/\b1\d\d\b/g) ?? [])]).map(Number);
  expect([...new Set(named)].toSorted((a, b) => a - b)).toEqual(
    [...new Set([0, ...known, ...Object.values(codes.SIGNAL_CODES)])].toSorted((a, b) => a - b),
  );
});
