import { expect, it } from "vitest";
import { createTranslator } from "../i18n/translator.fixture.ts";
import { verdictLook } from "./need-look.ts";
import { verdictOnFleet } from "./select-verdict.ts";

it("a cluster without a DaemonSet has the icon of no pod wanted, not of available", () => {
  const { t } = createTranslator();
  const verdict = verdictOnFleet(t, [], 0);
  expect([verdict.word, verdictLook(verdict).state]).toEqual(["NO DAEMONSETS", "excluded"]);
  expect(verdictLook({ need: "fine" }).state).toBe("available");
});
