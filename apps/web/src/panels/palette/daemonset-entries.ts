import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { type VerdictWord, verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import { navigate } from "../../data/url/navigation.ts";
import { AUDIT_VIEW, daemonSetView } from "../../data/url/url.ts";
import { type PaletteMemory, togglePin } from "../../ui/preferences/palette-memory.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { requestPlan } from "../actions/requested-plan.ts";
import { verdictLabelWithAge } from "../verdict/select-verdict.ts";
import type { PaletteEntry } from "./find-entries.ts";

/** Nodes that an entry names. */
const MAX_NODES = 3;

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

/** Returns the words of a state, in English and in the language of the page, and their synonyms. */
const wordsOf = (t: Translate, word: VerdictWord): readonly string[] => [
  word,
  t(`verdict.row.${word}`),
  ...t(`palette.synonyms.${word}`).split(" "),
];

/** Returns the DaemonSets that are not healthy, and their failing pods, found by the word of their state. `shown`: the
 *  key of the DaemonSet on the page. */
export const stateEntries = (
  t: Translate,
  records: readonly DaemonSetRecord[],
  nowMs: number,
  shown: string | undefined,
): readonly PaletteEntry[] =>
  records.flatMap((record): PaletteEntry[] => {
    const word = verdictWordOf(record);
    if (word === "healthy") return [];
    const states = wordsOf(t, word);
    const failing = record.causes.filter(({ state }) => state === "failing");
    const count = failing.reduce((sum, cause) => sum + cause.count, 0);
    const nodes = failing.flatMap((cause) => cause.nodes);
    return [
      {
        kind: "state",
        text: record.key,
        mark: word,
        states,
        isShown: record.key === shown,
        detail: verdictLabelWithAge(t, record, "row", nowMs),
        run: open(record.key),
      },
      ...(count === 0
        ? []
        : [
            {
              kind: "state" as const,
              text: t("palette.failingPods", { count, name: record.name }),
              mark: word,
              states,
              detail: nodes.slice(0, MAX_NODES).join(", "),
              run: () => navigate({ ...daemonSetView(record.key), filter: "failing" as const }),
            },
          ]),
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

interface CommandContext {
  readonly isPinned: boolean;
  /** The page shows now. */
  readonly isNow: boolean;
  /** The user may act here. Else an action opens its command. */
  readonly mayAct: boolean;
}

/** Returns the actions on one DaemonSet. Each opens its plan, which the user confirms as after its button. */
function actionEntries(t: Translate, record: DaemonSetRecord, mayAct: boolean, underStates: readonly string[]): readonly PaletteEntry[] {
  const { key, namespace, name, revisions } = record;
  const showCommands = () => navigate({ ...daemonSetView(key), drawer: "fix" });
  const edit = (kind: "undo" | "pause", text: string, change: Extract<Step, { kind: "edit" }>["edit"]): PaletteEntry => {
    const title = text.replace("…", "");
    const plan = () => requestPlan({ question: { steps: [{ kind: "edit", namespace, name, edit: change }] }, title, verb: title });
    const synonyms = t(`palette.synonyms.${kind}`);
    return {
      kind: "command",
      text,
      synonyms,
      underStates,
      ...(mayAct ? { detail: t("palette.planFirst") } : {}),
      run: mayAct ? plan : showCommands,
    };
  };
  const [before] = revisions.filter(({ current }) => !current).sort((a, b) => b.revision - a.revision);
  const canPause = record.strategy === "RollingUpdate" && record.underWay;
  return [
    ...(before === undefined
      ? []
      : [edit("undo", t("palette.undo", { name, revision: before.revision }), { kind: "revision", to: before.revision })]),
    ...(canPause ? [edit("pause", t("palette.pause", { name }), { kind: "updateStrategyType", to: "OnDelete" })] : []),
    { kind: "command", text: t("palette.actions", { name }), synonyms: t("palette.synonyms.actions"), underStates, run: showCommands },
  ];
}

/** Returns the commands on one DaemonSet, and the page of its events. */
export function daemonSetCommands(
  t: Translate,
  record: DaemonSetRecord,
  { isPinned, isNow, mayAct }: CommandContext,
): readonly PaletteEntry[] {
  const { key, name } = record;
  const underStates = wordsOf(t, verdictWordOf(record));
  return [
    ...(isNow ? actionEntries(t, record, mayAct, underStates) : []),
    ...(isNow
      ? [
          {
            kind: "page" as const,
            text: t("palette.eventsOf", { name }),
            underStates,
            run: () => navigate({ ...daemonSetView(key), section: "events" as const }),
          },
          { kind: "page" as const, text: t("audit.command", { name }), underStates, run: () => navigate({ ...AUDIT_VIEW, query: key }) },
        ]
      : []),
    { kind: "command", text: t(isPinned ? "palette.unpin" : "palette.pin", { name }), run: () => togglePin(key) },
  ];
}
