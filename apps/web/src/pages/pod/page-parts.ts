import type { PodPageAnswer } from "@daemonscope/shared/http/pod";
import type { PodView } from "../../data/url/url.ts";

/** Properties that all parts of the page receive. */
export interface PodPageParts<Kind extends PodPageAnswer["kind"]> {
  readonly view: PodView;
  readonly answer: Extract<PodPageAnswer, { readonly kind: Kind }>;
  /** `kubectl describe`. */
  readonly command: string;
  readonly nowMs: number;
  readonly read: { readonly isLive: boolean; readonly atMs: number; readonly problem: string | undefined };
}
