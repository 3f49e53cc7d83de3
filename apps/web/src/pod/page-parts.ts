import type { PodAnswerOfPage } from "@daemonscope/shared/http/pod";
import type { PodView } from "../address/url.ts";

/** What all of the page knows. */
export interface PodPageParts<Kind extends PodAnswerOfPage["kind"]> {
  readonly view: PodView;
  readonly answer: Extract<PodAnswerOfPage, { readonly kind: Kind }>;
  /** `kubectl describe`. */
  readonly command: string;
  readonly nowMs: number;
  readonly read: { readonly isLive: boolean; readonly atMs: number; readonly problem: string | undefined };
}
