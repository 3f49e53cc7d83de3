import { lazyWithWords } from "../ui/loading/lazy-with-text.ts";

/** Replaces content that does not exist for history. */
export const LazyLiveOnlyNotice = lazyWithWords(() =>
  import("../panels/timeline/LiveOnlyNotice.tsx").then((module) => module.LiveOnlyNotice),
);
