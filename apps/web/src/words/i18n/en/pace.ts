/** Pace and remaining time of a rollout, marked as estimates. */
export const pace = {
  perMinute: "{{rate, number}}/min",
  perHour: "{{rate, number}}/h",
  left: "~{{age}} left",
  between: "{{from}} to {{to}} left",
  upTo: "up to {{to}} left",
  judgedBy_one: "80 % confidence, {{count, number}} node in {{age}}",
  judgedBy_other: "80 % confidence, {{count, number}} nodes in {{age}}",
  early: "early, {{by}}",
  still: "No progress",
  stillSince: "No progress for {{age}}, since {{time}}",
  noneCame: "No node finished in the last {{age}}",
  unmeasured: "Measuring the pace",
  waves_one: "at least {{count, number}} more batch of {{nodes, number}}",
  waves_other: "at least {{count, number}} more batches of {{nodes, number}}",
  wavesTake: "{{waves}}, ≥ {{age}} because of minReadySeconds",
  /** The pace in a row of a table, with the remaining time. */
  row: "{{word}}, {{left}}",
  since: "measured since {{time}}",
} as const;
