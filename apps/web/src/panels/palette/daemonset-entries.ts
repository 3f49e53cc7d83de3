import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import { navigate } from "../../data/url/navigation.ts";
import { daemonSetView } from "../../data/url/url.ts";
import { type PaletteMemory, togglePin } from "../../ui/preferences/palette-memory.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { requestPlan } from "../actions/requested-plan.ts";
import { verdictLabelWithAge } from "../verdict/select-verdict.ts";
import type { PaletteEntry } from "./find-entries.ts";

const open = (key: string) => () => navigate(daemonSetView(key));

/** Returns the DaemonSets that are pinned or were opened last, each once. Removed ones are left out. */
export function shortcutEntries({ recent, pinned }: PaletteMemory, records: readonly DaemonSetRecord[]): readonly PaletteEntry[] {
  const byKey = new Map(records.map((record) => [record.key, record]));
  const entryOf =
    (kind: "pinned" | "recent") =>
    (key: string): readonly PaletteEntry[] => {
      const record = byKey.get(key);
      return record === undefined ? [] : [{ kind, text: key, mark: verdictWordOf(record), run: open(key) }];
    };
  return [...pinned.flatMap(entryOf("pinned")), ...recent.filter((key) => !pinned.includes(key)).flatMap(entryOf("recent"))];
}

/** Returns the DaemonSets that are not healthy, found by the word of their state in English and in the language of the
 *  page. */
export const stateEntries = (t: Translate, records: readonly DaemonSetRecord[], nowMs: number): readonly PaletteEntry[] =>
  records.flatMap((record): PaletteEntry[] => {
    const word = verdictWordOf(record);
    if (word === "healthy") return [];
    return [
      {
        kind: "state",
        text: record.key,
        mark: word,
        states: [word, t(`verdict.row.${word}`)],
        detail: verdictLabelWithAge(t, record, "row", nowMs),
        run: open(record.key),
      },
    ];
  });

/** Returns the DaemonSets by name and image. */
export const daemonSetEntries = (records: readonly DaemonSetRecord[]): readonly PaletteEntry[] =>
  records.map((record) => ({
    kind: "daemonSet",
    text: record.key,
    mark: verdictWordOf(record),
    also: record.containers.map(({ image }) => image),
    run: open(record.key),
  }));

/** Returns the commands on one DaemonSet. An action opens its plan, which the user confirms as after its button. */
export function daemonSetCommands(
  t: Translate,
  record: DaemonSetRecord,
  { isPinned, mayAct }: { readonly isPinned: boolean; readonly mayAct: boolean },
): readonly PaletteEntry[] {
  const { key, namespace, name, revisions } = record;
  const [before] = revisions.filter(({ current }) => !current).sort((a, b) => b.revision - a.revision);
  const pin: PaletteEntry = {
    kind: "command",
    text: t(isPinned ? "palette.unpin" : "palette.pin", { name }),
    run: () => togglePin(key),
  };
  if (!mayAct) return [pin];
  const actions: PaletteEntry = {
    kind: "command",
    text: t("palette.actions", { name }),
    run: () => navigate({ ...daemonSetView(key), drawer: "fix" }),
  };
  if (before === undefined) return [actions, pin];
  const title = t("palette.undo", { name, revision: before.revision }).replace("…", "");
  const undo: PaletteEntry = {
    kind: "command",
    text: t("palette.undo", { name, revision: before.revision }),
    detail: t("palette.planFirst"),
    run: () =>
      requestPlan({
        question: { steps: [{ kind: "edit", namespace, name, edit: { kind: "revision", to: before.revision } }] },
        title,
        verb: title,
      }),
  };
  return [undo, actions, pin];
}
