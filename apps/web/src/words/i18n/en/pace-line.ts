/** The line with the pace of one rollout. */
export const paceLine = {
  label: "Pace",
  chart: "Nodes that became updated and available in each half minute of the last ten minutes; {{most, number}} at most",
  held_one: "without {{count, number}} node that does not come by itself",
  held_other: "without {{count, number}} nodes that do not come by themselves",
  turn_one: "{{age}} a node (measured on {{count, number}})",
  turn_other: "{{age}} a node (median of {{count, number}})",
  longest: "longest: {{phase}}, {{age}}",
  phase: { terminate: "the old pod ends", start: "image and start", settle: "minReadySeconds" },
  faster: "{{percent, number}} % would take about {{age}}",
} as const;
