import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { formatStep } from "@daemonscope/daemonset/actions/steps/format-step";
import { roundUpMs } from "@daemonscope/daemonset/rollout/forecast/forecast";
import { humanDuration } from "@daemonscope/kube/values/human-duration";
import type { RolloutThen, WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import type { Table } from "./table-text.ts";

const HEADS =
  "DAEMONSET,DESIRED,DESIRED THEN,CURRENT,CURRENT THEN,MISSCHEDULED,MISSCHEDULED THEN,LOST,GO,COME,RESTART,DO NOT FIT,STAY".split(",");
const GHOSTS = ["goes", "comes", "restarts", "unfit", "stays"] as const;

/** Returns the counts of each changed DaemonSet without the steps and with them. */
export function whatIfExportTable({ daemonSets }: Pick<WhatIfAnswer, "daemonSets">): Table {
  return {
    heads: HEADS,
    rows: daemonSets.map(({ key, now, then, anyway: { counts } = { counts: now }, lost, ghosts }) => [
      key,
      counts.desired,
      then.desired,
      counts.current,
      then.current,
      counts.misscheduled,
      then.misscheduled,
      lost,
      ...GHOSTS.map((ghost) => ghosts.reduce((sum, each) => sum + (each.ghost === ghost ? each.nodes.length : 0), 0)),
    ]),
  };
}

const cell = (text: string | number): string => String(text).replaceAll("|", "\\|").replaceAll("\n", " ");
/** Fence of a Markdown code block. It has four characters, because the enclosed text may contain a fence of three. */
const FENCE = "~~~~";

function stallClause({ unfit, endsAt, untilGone }: NonNullable<RolloutThen["stands"]>): string {
  if (untilGone === true) return `waits until nodes that shut down or are removed are gone`;
  return `stuck at ${endsAt}: ${unfit === 0 ? "new pods do not become available" : `${unfit} do not fit`}`;
}

/** Returns the answer as Markdown, for a ticket or a review: steps, table, consequences, and commands. */
export function whatIfMarkdown(steps: readonly Step[], answer: WhatIfAnswer, sentence: string): string {
  const table = whatIfExportTable(answer);
  const rollouts = answer.daemonSets.flatMap(({ key, rollout }) => {
    if (rollout === undefined) return [];
    const { leastMs, leftMs } = rollout;
    const least =
      leftMs !== undefined ? `, ~${humanDuration(roundUpMs(leftMs))}` : leastMs === undefined ? "" : `, at least ${humanDuration(leastMs)}`;
    return [
      rollout.byHand
        ? `- ${key}: OnDelete, old pods stay until a user deletes them`
        : rollout.stands === undefined
          ? `- ${key}: ${rollout.waves} batches of ${rollout.atOnce}${least}`
          : `- ${key}: batches of ${rollout.atOnce}; ${stallClause(rollout.stands)}`,
    ];
  });
  const runningRollouts = answer.daemonSets.flatMap(({ key, anyway: { rollout } = {} }) =>
    rollout === undefined
      ? []
      : [
          `- ${key}, without the change: the running rollout replaces ${rollout.replaced} pods in ${rollout.waves} batches of ${rollout.atOnce}`,
        ],
  );
  const commands = answer.steps.flatMap(({ kubectl }) => kubectl ?? []);
  return [
    `# What if: ${sentence}`,
    "",
    ...steps.map((step, at) => `${at + 1}. \`${formatStep(step)}\``),
    "",
    `| ${table.heads.join(" | ")} |`,
    `| ${table.heads.map(() => "---").join(" | ")} |`,
    ...table.rows.map((row) => `| ${row.map(cell).join(" | ")} |`),
    ...(rollouts.length + runningRollouts.length === 0 ? [] : ["", ...rollouts, ...runningRollouts]),
    ...(commands.length === 0 ? [] : ["", FENCE, ...commands, FENCE]),
  ].join("\n");
}
