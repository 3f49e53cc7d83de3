import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { compareVerdicts, verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import { daemonSetsOf } from "@daemonscope/shared/state/cluster-state";
import { sortedNames } from "@daemonscope/shared/state/row-ids";
import { useMemo, useState, useSyncExternalStore } from "react";
import { useLabels, usePodSearch, useTaints } from "../../data/api/queries.ts";
import { useCluster, useFreshness, useIsNow, useNow } from "../../data/hooks/cluster-context.ts";
import { usePlacementVersion } from "../../data/hooks/use-placement-version.ts";
import { parseFilter } from "../../data/rows/filter/parse-filter.ts";
import { pageCluster } from "../../data/url/base-url.ts";
import { navigate, useView } from "../../data/url/navigation.ts";
import { TABS } from "../../data/url/tab-list.ts";
import {
  AUDIT_VIEW,
  daemonSetView,
  FLEET_VIEW,
  formatView,
  LABELS_VIEW,
  parseView,
  podView,
  TAINTS_VIEW,
  type View,
} from "../../data/url/url.ts";
import { commandBoard } from "../../ui/keys/command-board.ts";
import { type PaletteMemory, readMemory, removeView, saveView } from "../../ui/preferences/palette-memory.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { useWriteAccess } from "../actions/use-write-access.ts";
import { useClusterOptions } from "../bar/ClusterList.tsx";
import { commandEntries } from "./command-entries.ts";
import { daemonSetCommands, daemonSetEntries, shortcutEntries, stateEntries } from "./daemonset-entries.ts";
import { omittedPodCount, type PaletteEntry, parseSearch } from "./find-entries.ts";

/** Returns the clusters of the server, and the page of all of them. */
function useClusterEntries(): readonly PaletteEntry[] {
  const options = useClusterOptions();
  return useMemo(
    () => (pageCluster() === undefined ? [] : options.map(({ text, choose }) => ({ kind: "cluster", text, run: choose }))),
    [options],
  );
}

/** Taints and label keys, as the pages of placement have them. */
function usePlacementEntries(): readonly PaletteEntry[] {
  const version = usePlacementVersion();
  const taints = useTaints(version).data;
  const labels = useLabels(undefined, version).data;
  return useMemo(
    () => [
      ...(taints?.rows ?? []).map(({ taint }): PaletteEntry => {
        const text = taintText(taint);
        return { kind: "taint", text, run: () => navigate({ ...TAINTS_VIEW, taint: text }) };
      }),
      ...(labels?.keys ?? []).map(({ key }): PaletteEntry => ({ kind: "label", text: key, run: () => navigate({ ...LABELS_VIEW, key }) })),
    ],
    [taints, labels],
  );
}

/** Returns the saved views. */
const viewEntries = ({ views }: PaletteMemory): readonly PaletteEntry[] =>
  views.map(({ name: text, path }) => {
    const [pathname = "", search = ""] = path.split("?");
    return { kind: "view", text, run: () => navigate(parseView(`/${pathname}`, search)) };
  });

/** Returns the commands that save the shown view under the typed text, and that remove saved views. */
function saveEntries(t: Translate, { views }: PaletteMemory, view: View, typed: string): readonly PaletteEntry[] {
  const name = typed.trim();
  if (name === "") return [];
  const save = () => saveView({ name, path: formatView(view) });
  return [
    { kind: "filter", text: t("palette.save", { text: name }), run: save },
    ...views.map(({ name: text }) => ({ kind: "command" as const, text: t("palette.remove", { text }), run: () => removeView(text) })),
  ];
}

/** Asks the server for pods of DaemonSets whose name contains the typed text. Each leads to its page. */
function usePodEntries(typed: string): { readonly entries: readonly PaletteEntry[]; readonly omittedCount: number } {
  const { scope, wanted } = parseSearch(typed);
  const text = scope === undefined || scope === "pod" ? wanted.split("/").at(-1) : undefined;
  const isLive = useFreshness().kind === "live";
  const { data } = usePodSearch(text, isLive);
  const answer = text === undefined ? undefined : data;
  const entries = useMemo(
    () =>
      (answer?.pods ?? []).map(({ key, name, node }): PaletteEntry => {
        const { namespace } = daemonSetView(key);
        return { kind: "pod", text: `${namespace}/${name}`, detail: node, run: () => navigate(podView(namespace, name)) };
      }),
    [answer],
  );
  return { entries, omittedCount: answer === undefined ? 0 : omittedPodCount(answer, typed) };
}

/** Returns the entry that filters the list of the page by the typed text; none if the page has no such list. */
function filterEntries(t: Translate, view: View, typed: string): readonly PaletteEntry[] {
  const query = typed.trim();
  const hasList = view.page === "fleet" || view.page === "nodes" || (view.page === "daemonSet" && view.section === "overview");
  if (query === "" || !hasList) return [];
  const { problem } = parseFilter(query);
  return [
    {
      kind: "filter",
      text: t("palette.filterBy", { text: query }),
      detail: problem === undefined ? t("filter.help") : t(`filter.${problem}`),
      run: () => navigate({ ...view, query }),
    },
  ];
}

/** Returns the targets that do not depend on the typed text. First DaemonSets that the user opened or that need a
 *  person, then pages, clusters, commands, and all other names. */
function useFixedEntries(memory: PaletteMemory): readonly PaletteEntry[] {
  const { t } = useTranslation();
  const offered = useSyncExternalStore(commandBoard.subscribe, commandBoard.offered);
  const records = useCluster(({ state }) => state && daemonSetsOf(state));
  const rows = useCluster(({ state }) => state && sortedNames(state.rows));
  const view = useView();
  const isNow = useIsNow();
  const access = useWriteAccess();
  // Not renewed each second, because only the age of a state depends on it.
  const [nowMs] = useState(useNow());
  const clusters = useClusterEntries();
  return useMemo(() => {
    const all = (records ?? []).toSorted(compareVerdicts);
    const shown = view.page === "daemonSet" ? `${view.namespace}/${view.name}` : undefined;
    const onPage = all.filter(({ key }) => key === shown);
    const troubled = all.filter((record) => record.key !== shown && verdictWordOf(record) !== "healthy");
    const commandsOf = (record: DaemonSetRecord) =>
      daemonSetCommands(t, record, { isPinned: memory.pinned.includes(record.key), isNow, mayAct: access?.kind === "yes" });
    return [
      ...shortcutEntries(
        memory,
        all.filter(({ key }) => key !== shown),
      ),
      ...viewEntries(memory),
      ...stateEntries(t, all, nowMs, shown),
      ...onPage.flatMap(commandsOf),
      ...TABS.map(
        ({ name, view: target }): PaletteEntry => ({ kind: "page", text: t(`chrome.tabs.${name}`), run: () => navigate(target) }),
      ),
      { kind: "page", text: t("chrome.placement.taints"), run: () => navigate(TAINTS_VIEW) },
      { kind: "page", text: t("chrome.placement.labels"), run: () => navigate(LABELS_VIEW) },
      ...(isNow ? [{ kind: "page" as const, text: t("audit.page"), run: () => navigate(AUDIT_VIEW) }] : []),
      ...clusters,
      ...commandEntries(t, offered),
      ...troubled.flatMap(commandsOf),
      ...daemonSetEntries(all),
      ...[...new Set(all.map(({ namespace }) => namespace))].map(
        (name): PaletteEntry => ({ kind: "namespace", text: name, run: () => navigate({ ...FLEET_VIEW, query: `${name}/` }) }),
      ),
      ...(rows ?? []).map((name): PaletteEntry => ({ kind: "node", text: name, run: () => navigate({ page: "node", name }) })),
    ];
  }, [t, memory, offered, records, rows, view, isNow, access, nowMs, clusters]);
}

/** Returns all current targets of the palette, with pods by the typed text. Also returns how many such pods the server
 *  left out. */
export function useEntries(typed: string): { readonly entries: readonly PaletteEntry[]; readonly omittedCount: number } {
  const { t } = useTranslation();
  const [memory] = useState(readMemory);
  const view = useView();
  const fixed = useFixedEntries(memory);
  const placement = usePlacementEntries();
  const { entries: pods, omittedCount } = usePodEntries(typed);
  const entries = useMemo(
    () => [...fixed, ...placement, ...pods, ...filterEntries(t, view, typed), ...saveEntries(t, memory, view, typed)],
    [fixed, placement, pods, t, view, typed, memory],
  );
  return { entries, omittedCount };
}
