/** Chips of the filters in a link. */
export const chips = {
  title: "Filters in the link",
  remove: "Remove this filter: {{name}} {{value}}",
  names: {
    text: "Text",
    cause: "Cause",
    state: "State",
    mark: "Mark",
    outcome: "Outcome",
    grouping: "Grouped by",
    group: "Group",
    lens: "Cells show",
    band: "Value",
    family: "DaemonSets",
    version: "Version",
  },
  empty: "none",
  keptOf: "{{count, number}} of {{all, number}}",
} as const;
