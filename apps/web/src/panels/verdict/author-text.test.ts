import { expect, it } from "vitest";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { authorText } from "./revision-text.ts";

const t = createTranslator().getFixedT("en");

it.each([
  [{ changedBy: "kubectl-set" }, "kubectl set"],
  [{ changedBy: "kubectl-client-side-apply" }, "kubectl apply"],
  [{ changedBy: "kubectl-rollout", changedByUser: "mia" }, "mia (kubectl rollout)"],
  [{ changedBy: "argocd-controller" }, "argocd-controller"],
  [{}, undefined],
])("names the command of kubectl instead of its field manager: %o", (changed, author) => {
  expect(authorText(t, changed)).toBe(author);
});
