/** Statements about a budget: the free part, and when the rest becomes free. */
export const budget = {
  unread: "What uses the budget is not known.",
  managed: "OnDelete has no budget: {{controller}} deletes the old pods.",
  onDelete: "OnDelete has no budget: an old pod is replaced when a user deletes it.",
  refused: "{{free, number}} of {{allowed, number}} free, but the controller replaces no pod while it cannot create one.",
  noEnd_one: "No estimate for its slot.",
  noEnd_other: "No estimate for these {{count, number}} slots.",
  forGood_one: "This slot won't free up.",
  forGood_other: "These {{count, number}} slots won't free up.",
  settle_one: "{{count, number}} slot free by {{time}}: {{count, number}} new pod becomes available.",
  settle_other: "{{count, number}} slots free by {{time}}: {{count, number}} new pods become available.",
  settleAbove_one: "{{count, number}} new pod becomes available by {{time}}: {{used, number}} of {{allowed, number}} in use then.",
  settleAbove_other: "{{count, number}} new pods become available by {{time}}: {{used, number}} of {{allowed, number}} in use then.",
  terminate_one: "{{count, number}} pod terminates, grace period until {{time}}; its slot comes free once the new pod is available.",
  terminate_other: "{{count, number}} pods terminate, grace period until {{time}}; their slots come free once the new pods are available.",
} as const;
