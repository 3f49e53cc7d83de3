/** The palette, and words that all dialogs share. */
export const palette = {
  title: "Go to",
  placeholder: "A name, an image or a pod; ds, node, po or ns before it keeps one kind",
  found: "Found",
  close: "Close",
  kinds: { page: "page", cluster: "cluster", command: "command", daemonSet: "DaemonSet", namespace: "namespace", node: "node", pod: "pod" },
  nothing: "Nothing is named like this",
  more_one: "{{count, number}} more: type more letters",
  more_other: "{{count, number}} more: type more letters",
  hint: "↑ ↓ choose, Enter goes there, Esc closes",
} as const;
