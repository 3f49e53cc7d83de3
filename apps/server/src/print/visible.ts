import { withoutHidden } from "@daemonscope/kube/hidden-text";

/** A text of the cluster as one line of a terminal: what cannot be seen is written as `\u001b`. A name or message with it could repaint the terminal. */
export const visible = (text: string): string => withoutHidden(text);
