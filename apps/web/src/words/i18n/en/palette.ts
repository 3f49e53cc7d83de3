/** The palette, and words that all dialogs share. */
export const palette = {
  title: "Go to",
  placeholder: "A name, an image or a pod; ds, node, po or ns before it keeps one kind",
  found: "Found",
  close: "Close",
  kinds: { page: "page", cluster: "cluster", command: "command", daemonSet: "DaemonSet", namespace: "namespace", node: "node", pod: "pod" },
  nothing: "No matches",
  more_one: "{{count, number}} more, keep typing",
  more_other: "{{count, number}} more, keep typing",
  hint: "↑ ↓ choose, Enter goes there, Esc closes",
} as const;
