import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COMMAND_HELP } from "./flags/command-help.ts";
import { parseCommand } from "./options/parse-command.ts";

const ROOT = join(import.meta.dirname, "../../../..");

/** Splits a line as a shell does: quotes, a comment, and the end of the command at a pipe or a redirection. */
function wordsOf(line: string): readonly string[] {
  const words: string[] = [];
  for (const [word] of line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)) {
    if (/^(#|\||>|&&|;)/.test(word)) break;
    words.push(word.replaceAll(/'([^']*)'|"([^"]*)"/g, "$1$2"));
  }
  return words;
}

/** Returns the lines of the code blocks in a document that call the program. */
function calledIn(text: string): readonly string[] {
  return [...text.matchAll(/^```(?:sh|bash|console)?\n([\s\S]*?)^```/gm)]
    .flatMap(([, block = ""]) => block.replaceAll("\\\n", " ").split("\n"))
    .flatMap((line) => /(?:^|\| )(?:\$ )?(?:npx |kubectl )?daemonscope( .*)?$/.exec(line)?.[1]?.trim() ?? [])
    .filter((line) => !/[<[]|…|\.\.\.|\bSHELL\b/.test(line));
}

const documents = ["README.md", ...readdirSync(join(ROOT, "docs")).map((file) => `docs/${file}`)].filter((file) => file.endsWith(".md"));

/** Lines in the documents of earlier versions, and of the first review of the commands. */
const EARLIER_LINES = [
  "diff ds/agent --context eu1 --context us1",
  "explain --daemonset ds.yaml --nodes nodes.yaml",
  "explain ds/fluent-bit -n logging --node gpu-01",
  "import audit-1.log audit-2.log night.dslog",
  "import night.dslog public.dslog --anonymise",
  "pods -A --failing --sort-by AGE",
  "pods ds/fluent-bit -n logging --old -o name",
  "record night.dslog",
  "replay night.dslog",
  "serve --from nats://nats.example:4222",
  "collect --to nats://nats.example:4222",
  "status -A --watch",
  "status -A --no-headers -o custom-columns=NAME:.name,READY:.reported.numberReady",
  "status -A -l app.kubernetes.io/part-of=logging -o name",
  "status -A --from night.dslog --at 2026-01-31T02:14:00Z",
  "wait ds/fluent-bit -n logging --timeout 10m",
  "wait ds/fluent-bit -n logging --for updated",
  "what-if --taint 'pool=gpu dedicated=ml:NoExecute'",
  "what-if -f - --fail-on refused,lost,nowhere,noroom",
  "what-if -f agents/ -o markdown",
  "what-if 'cordon n1; join 3 like n2' -o json",
  "what-if taint nodes -l pool=gpu-a dedicated=ml:NoExecute",
  "history ds/fluent-bit -n logging --since 30m",
  "completion bash",
  "simulate bad-image --port 0 --write-kubeconfig bad.kubeconfig",
];

describe("every documented line is a valid command line", () => {
  it.each(documents)("%s", (file) => {
    for (const line of calledIn(readFileSync(join(ROOT, file), "utf8")))
      expect(() => parseCommand(wordsOf(line), {}, "test"), line).not.toThrow();
  });
  it.each(Object.entries(COMMAND_HELP))("the help of %s", (_, { examples }) => {
    for (const { line } of examples) {
      const called = /daemonscope( .*)?$/.exec(line.replace(/\)$/, ""))?.[1] ?? "";
      expect(() => parseCommand(wordsOf(called), {}, "test"), line).not.toThrow();
    }
  });
  it.each(EARLIER_LINES)("earlier: %s", (line) => {
    expect(() => parseCommand(wordsOf(line), {}, "test")).not.toThrow();
  });
  it("finds the lines", () => {
    expect(documents.flatMap((file) => calledIn(readFileSync(join(ROOT, file), "utf8"))).length).toBeGreaterThan(20);
  });
});
