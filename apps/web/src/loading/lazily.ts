import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { speakAlso } from "../i18n/speak.ts";

/** A component whose files are loaded when it is first shown, and with the first of them the words of all: those of the page's script are the first page's alone. */
export function lazily<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    const [shown] = await Promise.all([load(), speakAlso("later")]);
    return { default: shown };
  });
}
