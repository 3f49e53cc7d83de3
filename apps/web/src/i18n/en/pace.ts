/** How fast a rollout goes, and what is left of it: estimates, and said as such. */
export const pace = {
  label: "Pace",
  perMinute: "{{rate, number}}/min",
  perHour: "{{rate, number}}/h",
  left: "about {{age}} left",
  still: "does not move",
  unmeasured: "pace not measured yet",
  /** Its word in a row, with what is left. */
  row: "{{word}}, {{left}}",
  chart: "Nodes that became updated and available in each half minute of the last ten minutes; {{most, number}} at most",
  held_one: "without {{count, number}} node that does not come by itself",
  held_other: "without {{count, number}} nodes that do not come by themselves",
  turn_one: "{{age}} a node (measured on {{count, number}})",
  turn_other: "{{age}} a node (median of {{count, number}})",
  longest: "longest: {{phase}}, {{age}}",
  phase: { terminate: "the old pod ends", start: "image and start", settle: "minReadySeconds" },
  faster: "{{percent, number}} % would give about {{age}}",
  since: "measured since {{time}}",
} as const;
