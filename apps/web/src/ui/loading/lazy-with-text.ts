import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { speakAlso } from "../../words/i18n/speak.ts";

/** Returns a component whose files load when it is first shown. The first such component also loads the deferred
 *  words, because the initial script contains only those of the first page. */
export function lazyWithWords<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    const [shown] = await Promise.all([load(), speakAlso("later")]);
    return { default: shown };
  });
}
