/** What may be said of a budget: how much of it is free, and when the rest is. */
export const budget = {
  unread: "What uses the budget is not known.",
  onDelete: "OnDelete has no budget: an old pod goes when somebody deletes it.",
  noOldLeft: "{{free, number}} of {{allowed, number}} free; no old pod waits for a slot.",
  free_one: "{{count, number}} of {{allowed, number}} free: the controller picks the next node.",
  free_other: "{{count, number}} of {{allowed, number}} free: the controller picks the next {{count, number}} nodes.",
  allFree_one: "The {{count, number}} slot is free.",
  allFree_other: "All {{count, number}} slots are free.",
  noEnd_one: "When its slot comes free is not known.",
  noEnd_other: "When these {{count, number}} slots come free is not known.",
  forGood_one: "Nothing frees this slot by itself.",
  forGood_other: "Nothing frees these {{count, number}} slots by itself.",
  back_one: "{{count, number}} old pod ends by {{time}}; its slot comes free once the new one is available.",
  back_other: "{{count, number}} old pods end by {{time}}; their slots come free as the new ones become available.",
  restNoEnd_one: "{{back}} When the other one comes free is not known.",
  restNoEnd_other: "{{back}} When the other {{count, number}} come free is not known.",
} as const;
