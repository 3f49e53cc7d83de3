/** The line with the pace of one rollout. */
export const paceLine = {
  waves_one: "at least {{count, number}} more batch of {{nodes, number}}",
  waves_other: "at least {{count, number}} more batches of {{nodes, number}}",
  wavesTake: "{{waves}}, ≥\u00a0{{age}} because of minReadySeconds",
  perMinute: "{{rate, number}} nodes/min",
  perHour: "{{rate, number}} nodes/h",
  held_one: "without {{count, number}} node that does not come by itself",
  held_other: "without {{count, number}} nodes that do not come by themselves",
  turn_one: "{{age}} per node (1 measured)",
  turn_other: "{{age}} per node (median)",
  longest: "mostly {{phase}} ({{age}})",
  phase: { terminate: "ending the old pod", start: "image and start", settle: "minReadySeconds" },
  faster: "{{percent, number}}% would take about {{age}}",
  rowPerMinute: "{{rate, number}}/min",
  rowPerHour: "{{rate, number}}/h",
  still: "No progress",
  stillSince: "No progress for {{age}}, since {{time}}",
  noneCame: "No node finished in the last {{age}}",
  unmeasured: "Measuring the pace",
  /** The pace in a row of a table, with the remaining time. */
  row: "{{word}}, {{left}}",
  since: "measured since {{time}}",
} as const;
