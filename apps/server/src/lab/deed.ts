import type { KubeClient } from "./kube-client.ts";

/** What was done, and how it is taken back. */
export interface Deed {
  readonly kind: "kubectl" | "fault";
  /** The command that would have done it, or the fault in words. */
  readonly line: string;
  /** Does the opposite and gives back its line; absent when what went cannot be brought back. */
  readonly undo?: () => Promise<string>;
}

/** What deeds work with. */
export interface DeedTools {
  readonly kube: KubeClient;
  readonly fault: (command: Readonly<Record<string, unknown>>) => boolean;
  /** Grows with each deed of a story. */
  readonly number: number;
}

/** One part of a path. */
export const part = (name: string): string => encodeURIComponent(name);

/** What `kubectl apply` would be given. */
export const appliedLine = (object: unknown): string => `kubectl apply -f - <<'EOF'\n${JSON.stringify(object, null, 2)}\nEOF`;
