import { lazyWithWords } from "../loading/lazily.ts";

/** Replaces content that does not exist for history. */
export const LazyLiveOnlyNotice = lazyWithWords(() => import("../timeline/OnlyNow.tsx").then((module) => module.LiveOnlyNotice));
