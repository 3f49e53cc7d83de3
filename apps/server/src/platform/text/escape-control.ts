import { withoutHidden } from "@daemonscope/kube/values/hidden-text";

/**
 * Returns cluster text as one safe terminal line: hidden characters become escapes such as `\u001b`. Otherwise a name
 * or message could repaint the terminal.
 */
export const escapeControl = (text: string): string => withoutHidden(text);
