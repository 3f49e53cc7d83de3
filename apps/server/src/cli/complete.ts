import { delimiter } from "node:path";
import { type CompletionCandidate, completeAt, type NamesWanted } from "./options/completions.ts";
import { joinScenarios } from "./simulate/join-scenarios.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** Bits of the number in the last line, for the shell: see cli/parse/completion-scripts.ts. */
const NO_SPACE = 2;
const NO_FILES = 4;
/**
 * Names are untrusted. The shell takes a name unquoted, so that one with these characters would be another word,
 * another line or a command.
 */
const BREAKS_WORDS = /[\s\p{C}`$&|;<>()"'\\*?![\]{}#~^]/u;

/** Returns the typed value of a flag; undefined without one. */
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
    import("@daemonscope/kube-client/connect/kubeconfig"),
    import("@daemonscope/kube-client/connect/kubeconfig-files"),
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

async function candidatesOf(
  { source, incompleteWords }: NamesWanted,
  words: readonly string[],
  terminal: Terminal,
): Promise<readonly CompletionCandidate[]> {
  if (source === "scenarios") {
    const { SCENARIOS } = await import("@daemonscope/simulator/scenarios/scenarios");
    return SCENARIOS.map(({ name, title }) => ({ word: name, about: title }));
  }
  const readNames = async () => {
    if (source === "contexts" || source === "clusters" || source === "users") return kubeconfigNames(source, words, terminal);
    const { namesOfCluster } = await import("./open/names-of-cluster.ts");
    return namesOfCluster(source, words.slice(0, -incompleteWords), terminal);
  };
  // A failed read or request offers nothing; the command that needs it reports the error.
  const names = await readNames().catch(() => []);
  return names.map((word) => ({ word }));
}

/**
 * `daemonscope __complete WORDS`: prints the candidates at the cursor, one per line, for shell scripts and for
 * kubectl.
 */
export async function complete(typed: readonly string[], terminal: Terminal): Promise<void> {
  const words = [...(await joinScenarios(typed.slice(0, -1))), ...typed.slice(-1)];
  const { candidates, withFiles, isOpen } = await completeAt(words, (wanted) => candidatesOf(wanted, words, terminal));
  for (const { word, about } of candidates)
    if (!BREAKS_WORDS.test(word)) terminal.print(about === undefined ? word : `${word}\t${about.replaceAll("\t", " ")}`);
  terminal.print(`:${(withFiles ? 0 : NO_FILES) + (isOpen ? NO_SPACE : 0)}`);
}
