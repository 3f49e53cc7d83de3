import { nameOfKey, namespaceOfKey } from "@daemonscope/kube/base/object-key";
import { isoTime } from "@daemonscope/kube/values/time";
import { defined } from "@daemonscope/kube-client/decode/fields";
import { answerHead } from "@daemonscope/words/answers/answer-kind";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { escapeControl } from "../../platform/text/escape-control.ts";
import { LOCAL_ZONE, timeInZone, type ZoneOffset } from "../../platform/text/local-time.ts";
import { checkConnection } from "../open/check-connection.ts";
import type { OpenCluster } from "../open/cluster-for-command.ts";
import { openCluster } from "../open/open-cluster.ts";
import { selectKeys } from "../open/select-keys.ts";
import { momentOf, type TypedMoment } from "../options/moment-option.ts";
import type { EventHistoryConfig } from "../options/query-options.ts";
import { requestedNamespace } from "../options/requested-namespace.ts";
import { isForPrograms, type ListRow, printList } from "../print/list-answer.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type Happening, nodeList } from "./happening.ts";

/** Returns the start of a range that ends at `endMs`. Throws UsageError for a start after the end. */
function startOf(since: TypedMoment | undefined, firstMs: number, endMs: number): number {
  if (since === undefined) return firstMs;
  const sinceMs = momentOf(since, endMs);
  if (sinceMs > endMs)
    throw new UsageError(`--since ${timeInZone(sinceMs, since.zone)} is after the end, ${timeInZone(endMs, since.zone)}`);
  return Math.max(firstMs, sinceMs);
}

/** Returns the object of a line: `ds/agent`, `pod/agent-x7f2k`, `node/worker-1` or `3 nodes`. */
function objectText({ daemonSet, pod, nodes = [] }: Happening, withNamespace: boolean): string {
  if (pod !== undefined) return `pod/${pod}`;
  if (daemonSet !== undefined) return `ds/${withNamespace ? daemonSet : nameOfKey(daemonSet)}`;
  return nodes.length === 0 ? "<none>" : nodes.length === 1 ? `node/${nodes[0]}` : `${nodes.length} nodes`;
}

/** Names the nodes of a line whose object is only their number. */
const messageText = ({ daemonSet, nodes = [], message }: Happening): string =>
  daemonSet === undefined && nodes.length > 1 ? `${message}: ${nodeList(nodes)}` : message;

/** Returns the element of `-o json`. The schema is history.schema.json. */
function entryOf({ atMs, lastAtMs, daemonSet, ...rest }: Happening): object {
  const names = daemonSet === undefined ? {} : { namespace: namespaceOfKey(daemonSet), daemonSet: nameOfKey(daemonSet) };
  return { ...answerHead("HistoryEvent"), at: isoTime(atMs), ...defined({ lastAt: lastAtMs && isoTime(lastAtMs) }), ...names, ...rest };
}

/** Returns the objects of an event in the form of `-o name`. */
function namesOf({ daemonSet, pod, nodes = [] }: Happening): readonly string[] {
  if (pod !== undefined) return [`pod/${pod}`];
  return daemonSet === undefined ? nodes.map((node) => `node/${node}`) : [`daemonset.apps/${nameOfKey(daemonSet)}`];
}

function print(happenings: readonly Happening[], zone: ZoneOffset, config: EventHistoryConfig, terminal: Terminal): void {
  const { list, allNamespaces } = config;
  if (list.template?.kind === "name") {
    for (const name of new Set(happenings.flatMap(namesOf))) terminal.print(escapeControl(name));
    return;
  }
  const rows = happenings.map(
    (each): ListRow => ({
      cells: () => [timeInZone(each.atMs, zone), objectText(each, allNamespaces), messageText(each)],
      entry: () => entryOf(each),
      name: "",
      labels: {},
    }),
  );
  printList({ header: ["TIME", "OBJECT", "EVENT"], rows }, config, terminal);
}

const selectorOf =
  ({ daemonSet }: EventHistoryConfig, namespace: string | undefined) =>
  (key: string) =>
    (namespace === undefined || key.startsWith(`${namespace}/`)) && (daemonSet === undefined || key.endsWith(`/${daemonSet}`));

async function historyOfRecording(file: string, config: EventHistoryConfig, terminal: Terminal): Promise<number> {
  const { recordingIn } = await import("../record/recording-in.ts");
  const { recordedHappenings } = await import("./recorded-happenings.ts");
  const recording = await recordingIn(file, terminal);
  const { end, segments } = recording;
  const namespace = requestedNamespace(config, "default");
  const firstMs = segments.find(({ isWhole }) => isWhole)?.fromMs ?? end.atMs;
  const range = { fromMs: startOf(config.since, firstMs, end.atMs), toMs: end.atMs };
  const isSelected = selectorOf(config, namespace);
  const happenings = await recordedHappenings(recording, range, isSelected);
  const keys = end.model.reading.daemonSetKeys();
  const isKnown = happenings.some(({ daemonSet }) => daemonSet !== undefined);
  const inScope = keys.filter((key) => namespace === undefined || key.startsWith(`${namespace}/`));
  // A deleted DaemonSet is known by its events.
  if (!isKnown) selectKeys(inScope, config.daemonSet, namespace, new Set(keys.map(namespaceOfKey)));
  const zone = config.since?.zone ?? LOCAL_ZONE;
  if (happenings.length > 0 || isForPrograms(config.format, config.list)) print(happenings, zone, config, terminal);
  if (happenings.length > 0) return 0;
  const [from, to] = [range.fromMs, range.toMs].map((ms) => timeInZone(ms, zone));
  const hint =
    namespace !== undefined && inScope.length === 0 && keys.length > 0
      ? ` It has no DaemonSet in namespace ${namespace}: use -n or -A.`
      : "";
  terminal.warn(`No events found in ${file} from ${from} to ${to}.${hint}`);
  return 0;
}

/** Runs `history` on an open cluster. */
export async function historyOn(cluster: OpenCluster, config: EventHistoryConfig, terminal: Terminal): Promise<number> {
  const { clusterHappenings } = await import("./cluster-happenings.ts");
  const namespace = requestedNamespace(config, cluster.namespace);
  await checkConnection(cluster, terminal.stop, true);
  if (cluster.identity.simulated) terminal.warn(`${cluster.words}.`);
  const { happenings: all, keys } = await clusterHappenings(cluster, namespace, config.daemonSet, selectorOf(config, namespace), terminal);
  const nowMs = cluster.clock.nowMs();
  const fromMs = startOf(config.since, Number.NEGATIVE_INFINITY, nowMs);
  const happenings = all.filter(({ atMs }) => atMs >= fromMs);
  const named = all.flatMap(({ daemonSet }) => daemonSet ?? []);
  // Each DaemonSet has a revision, and a deleted one may still have events.
  if (config.daemonSet !== undefined) selectKeys([...new Set([...keys, ...named])], config.daemonSet, namespace);
  if (happenings.length > 0 || isForPrograms(config.format, config.list))
    print(happenings, config.since?.zone ?? LOCAL_ZONE, config, terminal);
  else terminal.warn("No events found.");
  terminal.warn("Note: a cluster keeps its events for about an hour. For a longer history, use record and --from FILE.");
  return 0;
}

/** `daemonscope history`: one line for each event of a DaemonSet, of a recording or of the cluster. */
export async function history(config: EventHistoryConfig, terminal: Terminal): Promise<number> {
  if (config.file !== undefined) return historyOfRecording(config.file, config, terminal);
  const cluster = await openCluster(config, "refused", terminal);
  try {
    return await historyOn(cluster, config, terminal);
  } finally {
    await cluster.close();
  }
}
