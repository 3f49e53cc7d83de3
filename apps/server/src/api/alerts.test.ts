import { readFileSync } from "node:fs";
import { VERDICT_KINDS } from "@daemonscope/daemonset/rollout/verdict-kind";
import { ALERT_TEXT, alertSummary, isAlerting } from "@daemonscope/words/english/alert-text";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { serverOnManualTime } from "./context.fixture.ts";

const ROOT = new URL("../../../../", import.meta.url);
const textOf = (path: string) => readFileSync(new URL(path, ROOT), "utf8");

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

const { groups } = parse(textOf("deploy/prometheus/alerts.yaml")) as { readonly groups: readonly { readonly rules: readonly Rule[] }[] };
/** Returns the verdict on which a rule fires. */
const verdictOf = (expr: string): string | undefined =>
  /^max by \(namespace, daemonset, verdict\) \(daemonscope_daemonset_verdict\{verdict="(\w+)"\}\) == 1$/.exec(expr)?.[1];
const RULES = groups.flatMap(({ rules }) => rules);

it("each verdict that needs a user has one alert, and no other verdict has one", () => {
  const words = RULES.flatMap(({ expr }) => verdictOf(expr) ?? []);
  expect(words.toSorted()).toEqual(VERDICT_KINDS.filter(isAlerting).toSorted());
});

it("each rule has the name and the text of ALERT_TEXT, like the webhook, without a delay", () => {
  for (const { alert, expr, labels, annotations, for: waits } of RULES) {
    const word = VERDICT_KINDS.filter(isAlerting).find((need) => need === verdictOf(expr));
    if (word === undefined) continue;
    const text = ALERT_TEXT[word];
    expect({ alert, severity: labels.severity, summary: annotations.summary, waits }).toEqual({
      alert: text.alert,
      severity: text.severity,
      summary: alertSummary(text, text.word, "{{ $labels.namespace }}/{{ $labels.daemonset }}"),
      waits: undefined,
    });
  }
});

it("each alert has a severity, a link to the page, and a section in the docs", () => {
  const sections = new Set([...textOf("docs/alerts.md").matchAll(/^## (\w+)$/gm)].map(([, name = ""]) => name));
  for (const { alert, expr, labels, annotations } of RULES) {
    expect(labels.severity, alert).toMatch(/^(critical|warning|info)$/);
    expect(annotations.dashboard, alert).toMatch(/^http:\/\/localhost:7373\//);
    if (verdictOf(expr) !== undefined) {
      const [page, moment] = annotations.dashboard_then?.split("?at=") ?? [];
      expect(page, alert).toBe(annotations.dashboard);
      expect(moment, "of the alert itself").toContain(`ALERTS_FOR_STATE{alertname=\\"${alert}\\",`);
    }
    expect(annotations.runbook_url, alert).toBe(`http://localhost:7373/docs/alerts#${alert.toLowerCase()}`);
    expect(sections.delete(alert), `docs/alerts.md has a section ${alert}`).toBe(true);
  }
  expect([...sections]).toEqual([]);
});

it("every metric used by a rule is served", async () => {
  const { get } = serverOnManualTime();
  const served = (await Promise.all(["/metrics", "/metrics/daemonsets"].map(async (path) => (await get(path)).body))).join("\n");
  const names = new Set(textOf("deploy/prometheus/alerts.yaml").match(/daemonscope_\w+/g));
  for (const name of names) expect(served, name).toContain(`# TYPE ${name} `);
});
