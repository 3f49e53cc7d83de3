import { delimiter } from "node:path";
import { chooseContext } from "@daemonscope/kube-client/connect/choose-context";
import { readKubeconfigs } from "@daemonscope/kube-client/connect/kubeconfig";
import { kubeconfigFiles } from "@daemonscope/kube-client/connect/kubeconfig-files";
import { ConnectionError } from "@daemonscope/kube-client/http/connection-error";
import { clusterNames, type NamePlace } from "../../clusters/cluster-names.ts";
import type { UnusableCluster } from "../../clusters/cluster-runtime.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import type { ClusterPlan } from "../options/cluster-options.ts";
import type { MultiClusterOptions } from "../options/multi-cluster-options.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { OpenCluster } from "./cluster-for-command.ts";
import { clusterUid } from "./cluster-uid.ts";
import { openCluster } from "./open-cluster.ts";

/** One of the clusters of a command, and its part of the plan. */
export interface OpenedCluster<Plan extends ClusterPlan> {
  /** Undefined for a single cluster, and if `serve` has only one of several. Otherwise set. */
  readonly name: string | undefined;
  readonly plan: Plan;
  readonly cluster: OpenCluster;
}

export interface OpenedClusters<Plan extends ClusterPlan> {
  readonly opened: readonly [OpenedCluster<Plan>, ...OpenedCluster<Plan>[]];
  /** Contexts that cannot be used; the others continue without them. */
  readonly unusable: readonly UnusableCluster[];
  /** A sentence for each context that is left out because another context has the same cluster. */
  readonly notes: readonly string[];
}

interface Candidate<Plan> {
  readonly context: string;
  /** The kubeconfig, if several were named. */
  readonly file?: string;
  readonly plan: Plan;
}

/** The same scenario twice is two clusters with different seeds. */
function simulatedCandidates<Plan extends ClusterPlan>(plan: Plan, scenarios: readonly string[]): readonly Candidate<Plan>[] {
  return scenarios.map((scenario, at) => {
    const before = scenarios.slice(0, at).filter((each) => each === scenario).length;
    const { scenario: _, ...simulation } = plan.simulation;
    const seed = simulation.seed + before;
    return {
      context: scenario === "" ? "simulated" : scenario,
      plan: { ...plan, simulation: { ...simulation, seed, ...(scenario === "" ? {} : { scenario }) } },
    };
  });
}

/**
 * Returns the contexts of kubeconfigs, in the order of the command line and of the files. Throws ConnectionError for
 * an unreadable file, and for a named context that does not exist, because typed input must be corrected. A broken
 * context that is only in a file does not affect the others.
 */
function contextCandidates<Plan extends ClusterPlan>(
  plan: Plan,
  { kubeconfigs, contexts }: Extract<MultiClusterOptions, { kind: "contexts" }>,
  { environment, home }: Terminal,
): readonly Candidate<Plan>[] {
  const kubeconfigOptions = {
    ...(environment.KUBECONFIG === undefined ? {} : { kubeconfigVariable: environment.KUBECONFIG }),
    home,
    pathDelimiter: delimiter,
  };
  const sources = kubeconfigs.length === 0 ? [kubeconfigFiles(kubeconfigOptions)] : kubeconfigs.map((file) => [file]);
  if (sources[0]?.length === 0) throw new UsageError("--context needs a kubeconfig, and none was found: name one with --kubeconfig.");
  const read = sources.map((files) => ({ file: kubeconfigs.length === 0 ? undefined : files[0], config: readKubeconfigs(files) }));
  const candidate = (context: string, file: string | undefined): Candidate<Plan> => {
    const { kubeconfig: _, ...cluster } = plan.cluster;
    const contextCluster = { ...cluster, context, ...(file === undefined ? {} : { kubeconfig: file }) };
    return { context, plan: { ...plan, cluster: contextCluster }, ...(file === undefined || read.length < 2 ? {} : { file }) };
  };
  if (contexts === "all") return read.flatMap(({ file, config }) => [...config.contexts.keys()].map((context) => candidate(context, file)));
  if (contexts === "current") return read.map(({ file, config }) => candidate(chooseContext(config, {}).context, file));
  return [...new Set(contexts)].flatMap((context) => {
    const matching = read.filter(({ config }) => config.contexts.has(context));
    const [first] = read;
    // Throws with the existing and the similar contexts.
    if (matching.length === 0 && first !== undefined) chooseContext(first.config, { context });
    return matching.map(({ file }) => candidate(context, file));
  });
}

interface Usable<Plan extends ClusterPlan> {
  readonly candidate: Candidate<Plan>;
  readonly cluster: OpenCluster;
}

/** A context of a cluster that an earlier context represents. */
interface Duplicate<Plan extends ClusterPlan> {
  readonly first: Usable<Plan>;
  readonly other: Usable<Plan>;
}

/** Returns the warning about a duplicate, with both addresses if they differ. */
function duplicateText<Plan extends ClusterPlan>({ first, other }: Duplicate<Plan>, name: string): string {
  const [a, b] = [first, other].map(({ candidate, cluster }) => ({ context: candidate.context, server: cluster.identity.server }));
  const end = `the same cluster, which is used once, as "${name}".`;
  if (a?.server === b?.server) return `Contexts "${a?.context}" and "${b?.context}" (${a?.server}) are ${end}`;
  return `Contexts "${a?.context}" (${a?.server}) and "${b?.context}" (${b?.server}) are ${end} Their kube-system has one uid: use --separate to keep them apart.`;
}

/**
 * Removes contexts of the same cluster, by address and CA, or by uid, which also identifies two addresses of one
 * cluster. The first context represents all.
 */
async function withoutDuplicates<Plan extends ClusterPlan>(
  usable: readonly Usable<Plan>[],
  isSeparate: boolean,
  stop: AbortSignal,
): Promise<{ readonly kept: readonly Usable<Plan>[]; readonly duplicates: readonly Duplicate<Plan>[] }> {
  const kept: Usable<Plan>[] = [];
  const duplicates: Duplicate<Plan>[] = [];
  const firstById = new Map<string, Usable<Plan>>();
  const addresses = (each: Usable<Plan>) => `${each.cluster.identity.server} ${each.cluster.authority ?? ""}`;
  const firsts = usable.filter((each) => {
    const first = firstById.get(addresses(each));
    if (first === undefined) firstById.set(addresses(each), each);
    else duplicates.push({ first, other: each });
    return first === undefined;
  });
  if (isSeparate) return { kept: firsts, duplicates };
  const uids = await Promise.all(firsts.map(({ cluster }) => clusterUid(cluster.transport, stop)));
  for (const [at, each] of firsts.entries()) {
    const uid = uids[at];
    const first = uid === undefined ? undefined : firstById.get(`uid ${uid}`);
    if (first !== undefined) {
      duplicates.push({ first, other: each });
      continue;
    }
    if (uid !== undefined) firstById.set(`uid ${uid}`, each);
    kept.push(each);
  }
  return { kept, duplicates };
}

async function openContexts<Plan extends ClusterPlan>(
  candidates: readonly Candidate<Plan>[],
  { place, isSeparate }: { readonly place: NamePlace; readonly isSeparate: boolean },
  terminal: Terminal,
): Promise<OpenedClusters<Plan>> {
  const usable: Usable<Plan>[] = [];
  const broken: { candidate: Candidate<Plan>; problem: string }[] = [];
  for (const candidate of candidates) {
    try {
      usable.push({ candidate, cluster: await openCluster(candidate.plan, "refused", terminal) });
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      broken.push({ candidate, problem: `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.` });
    }
  }
  const { kept, duplicates } = await withoutDuplicates(usable, isSeparate, terminal.stop);
  const [firstBroken] = broken;
  const [first, ...others] = kept;
  if (first === undefined)
    throw new UsageError(
      firstBroken === undefined
        ? "No context was found: a kubeconfig with contexts is needed."
        : `None of ${candidates.length} contexts can be used; the first: ${firstBroken.problem}`,
    );
  const allCandidates = [...kept.map(({ candidate }) => candidate), ...broken.map(({ candidate }) => candidate)];
  const names = clusterNames(
    allCandidates.map(({ context, file }) => ({ context, ...(file === undefined ? {} : { file }) })),
    place,
  );
  const nameOf = new Map(allCandidates.map((candidate, at) => [candidate, names[at] ?? ""]));
  // One cluster has no name in its addresses. Output has always a column for it here.
  const isUnnamed = place === "address" && kept.length === 1 && broken.length === 0;
  const openedOf = ({ candidate, cluster }: Usable<Plan>): OpenedCluster<Plan> => ({
    name: isUnnamed ? undefined : nameOf.get(candidate),
    plan: candidate.plan,
    cluster,
  });
  return {
    opened: [openedOf(first), ...others.map(openedOf)],
    unusable: broken.map(({ candidate, problem }) => ({ name: nameOf.get(candidate) ?? "", context: candidate.context, problem })),
    notes: duplicates.map((each) => duplicateText(each, nameOf.get(each.first.candidate) ?? each.first.candidate.context)),
  };
}

async function openEngine<Plan extends ClusterPlan>(
  plan: Plan,
  { engine, clusters }: Extract<MultiClusterOptions, { kind: "engine" }>,
): Promise<OpenedClusters<Plan>> {
  const { openFollowedStreams } = await import("./open-followed-streams.ts");
  const { opened, unusable, notes } = await openFollowedStreams(engine, clusters);
  const [first, ...others] = opened.map(({ name, cluster }) => ({ name, plan, cluster }));
  if (first === undefined) throw new UsageError("No cluster is named.");
  return { opened: [first, ...others], unusable, notes };
}

/**
 * Opens the selected clusters: one as openCluster does, or several independently. An unusable context is reported and
 * does not affect the others. Throws UsageError and ConnectionError if nothing can be shown, or if typed input matches
 * nothing. `isForOthers` as in openCluster: sign-in is possible for a single cluster only.
 */
export async function openClusters<Plan extends ClusterPlan>(
  plan: Plan,
  fallback: "simulated" | "refused",
  terminal: Terminal,
  isForOthers = false,
): Promise<OpenedClusters<Plan>> {
  const { several } = plan;
  if (several === undefined)
    return {
      opened: [{ name: undefined, plan, cluster: await openCluster(plan, fallback, terminal, isForOthers) }],
      unusable: [],
      notes: [],
    };
  if (several.kind === "engine") return openEngine(plan, several);
  if (several.kind === "contexts") {
    const place = fallback === "simulated" ? "address" : "output";
    return openContexts(contextCandidates(plan, several, terminal), { place, isSeparate: several.isSeparate === true }, terminal);
  }
  const candidates = simulatedCandidates(plan, several.scenarios);
  const names = clusterNames(candidates);
  const opened: OpenedCluster<Plan>[] = [];
  try {
    for (const [at, candidate] of candidates.entries())
      opened.push({ name: names[at], plan: candidate.plan, cluster: await openCluster(candidate.plan, fallback, terminal) });
  } catch (error) {
    await Promise.all(opened.map(({ cluster }) => cluster.close()));
    throw error;
  }
  const [first, ...others] = opened;
  if (first === undefined) throw new UsageError("No cluster is named.");
  return { opened: [first, ...others], unusable: [], notes: [] };
}
