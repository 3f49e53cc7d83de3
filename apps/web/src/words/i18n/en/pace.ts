/** Pace and remaining time of a rollout, marked as estimates. */
export const pace = {
  left: "~{{age}} left",
  between: "{{from}} to {{to}} left",
  upTo: "up to {{to}} left",
  judgedBy_one: "80% confidence, {{count, number}} node in {{age}}",
  judgedBy_other: "80% confidence, {{count, number}} nodes in {{age}}",
  early: "early, {{by}}",
  atLeast: "≥\u00a0{{age}} left",
  atLeastBatches_one: "≥\u00a0{{count, number}} batch left",
  atLeastBatches_other: "≥\u00a0{{count, number}} batches left",
} as const;
