import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { speakAlso } from "../../words/i18n/speak.ts";

const RETRY_AFTER_MS = 1000;

/** Loads files, and once more after a failure: a change of the network aborts all requests. */
export async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    await new Promise((done) => setTimeout(done, RETRY_AFTER_MS));
    // Vite requests no style sheet again whose link is in the page.
    for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")) if (link.sheet === null) link.remove();
    return load();
  }
}

/** Returns a component whose files load when it is first shown. The first such component also loads the deferred
 *  words, because the initial script contains only those of the first page. */
export function lazyWithWords<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    const [shown] = await loadWithRetry(() => Promise.all([load(), speakAlso("later")]));
    return { default: shown };
  });
}
