import { delimiter } from "node:path";
import { type Candidate, completionsAt } from "../command-line/completions.ts";
import type { ValueSource } from "../command-line/flags/flag.ts";
import type { Terminal } from "./terminal.ts";

/** What the number at the end says to the shell: see command-line/completion-scripts.ts. */
const NO_SPACE = 2;
const NO_FILES = 4;
/** A name with these would be another word, another line or a command for the shell, which takes it unquoted: a name is other people's text. */
const BREAKS_WORDS = /[\s\p{C}`$&|;<>()"'\\*?![\]{}#~^]/u;

/** The value that was typed for a flag; undefined where none was. */
function typedValue(words: readonly string[], name: string): string | undefined {
  const inline = words.find((word) => word.startsWith(`--${name}=`));
  const at = words.indexOf(`--${name}`);
  return inline?.slice(name.length + 3) ?? (at < 0 ? undefined : words[at + 1]);
}

async function kubeconfigNames(
  part: "contexts" | "clusters" | "users",
  words: readonly string[],
  terminal: Terminal,
): Promise<readonly string[]> {
  const [{ readKubeconfigs }, { kubeconfigFiles }] = await Promise.all([
    import("../cluster/kubeconfig.ts"),
    import("../cluster/kubeconfig-files.ts"),
  ]);
  const { home, environment } = terminal;
  const kubeconfig = typedValue(words, "kubeconfig");
  const files = kubeconfigFiles({
    ...(kubeconfig === undefined ? {} : { kubeconfig }),
    ...(environment.KUBECONFIG === undefined ? {} : { kubeconfigVariable: environment.KUBECONFIG }),
    home,
    pathDelimiter: delimiter,
  });
  return files.length === 0 ? [] : [...readKubeconfigs(files)[part].keys()];
}

async function named(source: Exclude<ValueSource, "files">, words: readonly string[], terminal: Terminal): Promise<readonly Candidate[]> {
  if (source === "scenarios") {
    const { SCENARIOS } = await import("@daemonscope/simulator/scenarios/scenarios");
    return SCENARIOS.map(({ name, title }) => ({ word: name, about: title }));
  }
  const asked = async () => {
    if (source !== "nodes" && source !== "daemonsets") return kubeconfigNames(source, words, terminal);
    const { namesOfCluster } = await import("./names-of-cluster.ts");
    // The flag whose value is typed has none yet, unless it brings it along.
    const isAsking = source === "nodes" && words.at(-1)?.startsWith("--") !== true;
    return namesOfCluster(source, words.slice(0, isAsking ? -2 : -1), terminal);
  };
  // What cannot be read or asked offers nothing; the command that needs it says why.
  const names = await asked().catch(() => []);
  return names.map((word) => ({ word }));
}

/** `daemonscope __complete WORDS`: what may stand at the cursor, a line each, for the scripts of the shells and for kubectl. */
export async function complete(words: readonly string[], terminal: Terminal): Promise<void> {
  const { candidates, withFiles, isOpen } = await completionsAt(words, (source) => named(source, words, terminal));
  for (const { word, about } of candidates)
    if (!BREAKS_WORDS.test(word)) terminal.say(about === undefined ? word : `${word}\t${about.replaceAll("\t", " ")}`);
  terminal.say(`:${(withFiles ? 0 : NO_FILES) + (isOpen ? NO_SPACE : 0)}`);
}
