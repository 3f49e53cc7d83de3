/** Pace and remaining time of a rollout, marked as estimates. */
export const pace = {
  perMinute: "{{rate, number}}/min",
  perHour: "{{rate, number}}/h",
  left: "about {{age}} left",
  between: "about {{from}} to {{to}} left",
  upTo: "up to {{to}} left",
  judgedBy_one: "by {{count, number}} node in {{age}}; 80 % likely",
  judgedBy_other: "by {{count, number}} nodes in {{age}}; 80 % likely",
  early: "early guess, {{by}}",
  still: "No progress",
  stillSince: "No progress for {{age}}, since {{time}}",
  noneCame: "No node finished in the last {{age}}",
  unmeasured: "Pace not measured yet",
  waves_one: "at least {{count, number}} more wave of {{nodes, number}}",
  waves_other: "at least {{count, number}} more waves of {{nodes, number}}",
  wavesTake: "{{waves}}, {{age}} or longer by minReadySeconds",
  /** Its word in a row, with the remaining time. */
  row: "{{word}}, {{left}}",
  since: "measured since {{time}}",
} as const;
