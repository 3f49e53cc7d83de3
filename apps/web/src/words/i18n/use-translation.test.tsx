import type { ParseKeys } from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { translator } from "./speak.ts";
import { Trans, useTranslation } from "./use-translation.tsx";

afterEach(() => translator.changeLanguage("en"));

const components = { b: <b className="x" />, code: <code /> };
const shown = (template: string, values: Readonly<Record<string, unknown>>) => {
  translator.addResourceBundle("en", "translation", { binding: { text: template } });
  const key = "binding.text" as ParseKeys;
  return renderToStaticMarkup(<Trans i18nKey={key} values={values} components={components} />);
};

test("replaces tags by components, also nested ones", () => {
  expect(shown("a <b>{{x}} <code>y</code></b> z", { x: 1 })).toBe('a <b class="x">1 <code>y</code></b> z');
  expect(shown("<code>{{x}}</code>", { x: "p" })).toBe("<code>p</code>");
});

test("shows tags in values, and tags without a component, as text", () => {
  expect(shown("a <b>{{x}}</b>", { x: "<code>y</code>" })).toBe('a <b class="x">&lt;code&gt;y&lt;/code&gt;</b>');
  expect(shown("a <u>b</u>", {})).toBe("a b");
});

const seen: unknown[] = [];
function Reader() {
  seen.push(useTranslation().t);
  return null;
}

test("gives the same function until the language changes", () => {
  renderToStaticMarkup(<Reader />);
  renderToStaticMarkup(<Reader />);
  translator.changeLanguage("zh-CN");
  renderToStaticMarkup(<Reader />);
  expect(seen[1]).toBe(seen[0]);
  expect(seen[2]).not.toBe(seen[0]);
});
