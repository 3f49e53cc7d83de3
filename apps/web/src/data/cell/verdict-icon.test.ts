import { expect, it } from "vitest";
import { verdictOnFleet } from "../../panels/verdict/select-verdict.ts";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { verdictLook } from "./verdict-icon.ts";

it("a cluster without a DaemonSet has the icon for no wanted pods, not for available", () => {
  const { t } = createTranslator();
  const verdict = verdictOnFleet(t, [], 0);
  expect([verdict.word, verdictLook(verdict).state]).toEqual(["NO DAEMONSETS", "excluded"]);
  expect(verdictLook({ verdict: "healthy" }).state).toBe("available");
});
