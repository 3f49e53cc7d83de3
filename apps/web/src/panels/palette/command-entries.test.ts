import { afterEach, expect, it, vi } from "vitest";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { commandEntries } from "./command-entries.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

it("lists the commands of every page after those of this page", () => {
  vi.stubGlobal("navigator", { platform: "Linux" });
  const { t } = createTranslator();
  const entries = commandEntries(t, new Set(["help", "settings", "lab", "export", "palette"]));
  expect(entries.map(({ text }) => text)).toEqual(["Export what is shown", "Open or close the simulator", "Keys and help", "Settings"]);
});
