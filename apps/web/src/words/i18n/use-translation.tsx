import type { ParseKeys, TFunction } from "i18next";
import { cloneElement, createElement, Fragment, type ReactElement, type ReactNode, useSyncExternalStore } from "react";
import { translator } from "./speak.ts";
import type { Namespace } from "./word-files.ts";

const languageNow = () => translator.language;

/** Returns the words of a namespace. The component renders again if the language changes. */
export function useTranslation<Name extends Namespace = "translation">(
  namespace?: Name,
): { readonly t: TFunction<Name>; readonly i18n: typeof translator } {
  const language = useSyncExternalStore(translator.subscribe, languageNow, languageNow);
  return { t: translator.getFixedT<Name>(language, namespace), i18n: translator };
}

const TAG = /<(\w+)>(.*?)<\/\1>/;

/** Replaces the tags of a template by components. Tags in values stay text. */
function parts(template: string, components: Readonly<Record<string, ReactElement>>, fill: (text: string) => string): readonly ReactNode[] {
  const found = TAG.exec(template);
  if (found === null) return [fill(template)];
  const [all, name = "", content = ""] = found;
  const component = components[name];
  const inner = parts(content, components, fill);
  const before = fill(template.slice(0, found.index));
  const rest = parts(template.slice(found.index + all.length), components, fill);
  return [before, component === undefined ? inner : cloneElement(component, {}, ...inner), ...rest];
}

/** Renders a text whose tags are components. */
export function Trans({
  i18nKey,
  values,
  components,
}: {
  readonly i18nKey: ParseKeys;
  readonly values: Readonly<Record<string, unknown>>;
  readonly components: Readonly<Record<string, ReactElement>>;
}): ReactNode {
  const { i18n } = useTranslation();
  const { texts, language } = i18n;
  const template = texts.template(language, "translation", i18nKey, values.count);
  return createElement(Fragment, null, ...parts(template, components, (text) => texts.fill(text, values, language)));
}
