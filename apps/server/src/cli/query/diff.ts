import { randomBytes } from "node:crypto";
import { compareTemplates, type TemplateComparison } from "@daemonscope/daemonset/revisions/template/compare-templates";
import type { JsonValue } from "@daemonscope/kube/values/json-value";
import { type Json, objectField, textField } from "@daemonscope/kube-client/decode/fields";
import { createTemplateRedactor } from "@daemonscope/kube-client/decode/template-redactor";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import { withRequestTimeout } from "@daemonscope/kube-client/http/request-timeout";
import { inNamespace, WATCHED } from "@daemonscope/kube-client/http/resources";
import { listObjects } from "@daemonscope/kube-client/read/list-objects";
import { answerHead } from "@daemonscope/words/answers/answer-kind";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { escapeControl } from "../../platform/text/escape-control.ts";
import { type OpenedCluster, openClusters } from "../open/open-clusters.ts";
import { notFoundError } from "../open/select-keys.ts";
import type { DiffConfig } from "../options/query-options.ts";
import { formatListForMachine } from "../print/machine-format.ts";
import { type TerminalColors, terminalColors } from "../print/terminal-colors.ts";
import { EXIT_DIFFERENT } from "../terminal/exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** The default timeout of a response; --request-timeout overrides it. */
const REQUEST_TIMEOUT_MS = 15_000;
/** Above the number of DaemonSets in any namespace. */
const MAX_LISTED = 5000;

/** One cluster's side of a difference. */
interface Side {
  readonly cluster: string;
  readonly template: JsonValue;
}

/**
 * Returns the redacted template of the DaemonSet in one cluster. Throws UsageError if it cannot be read or does not
 * exist.
 */
async function sideOf(
  { name = "", plan, cluster }: OpenedCluster<DiffConfig>,
  redactTemplate: (template: Json) => string,
  terminal: Terminal,
): Promise<Side> {
  const namespace = plan.cluster.namespace ?? cluster.namespace;
  const transport = withRequestTimeout(cluster.transport, plan.cluster.requestTimeoutMs ?? REQUEST_TIMEOUT_MS);
  const { path } = inNamespace(WATCHED.daemonsets, namespace);
  try {
    const { objects } = await listObjects(transport, { path, limit: MAX_LISTED, signal: terminal.stop }, (object) => ({
      name: textField(objectField(object, "metadata"), "name") ?? "",
      template: objectField(objectField(object, "spec"), "template"),
    }));
    const found = objects.find((each) => each.name === plan.daemonSet);
    const names = objects.map((each) => each.name);
    if (found === undefined) throw notFoundError("DaemonSet", plan.daemonSet, ` in namespace "${namespace}" of ${name}`, names);
    return { cluster: name, template: JSON.parse(redactTemplate(found.template)) as JsonValue };
  } catch (error) {
    if (error instanceof KubeRequestError) throw new UsageError(`${name}: ${cluster.words}: ${error.message}.`);
    throw error;
  }
}

const isDifferent = ({ changes, reordered }: TemplateComparison): boolean => changes.length > 0 || reordered.length > 0;

const SIGNS = { hunk: "", same: " ", removed: "-", added: "+" } as const;

/** A template difference of one DaemonSet, with the names of the two clusters. */
interface ComparedClusters {
  readonly from: string;
  readonly to: string;
  readonly difference: TemplateComparison;
}

/** Returns the template difference between two clusters: one line of words per change, then a unified YAML diff. */
function diffLines(
  { from, to, difference: { changes, more, reordered, diff } }: ComparedClusters,
  colors: TerminalColors,
): readonly string[] {
  const names = `${from} → ${to}`;
  if (changes.length === 0)
    return [
      reordered.length === 0 ? `${names}: the templates are the same` : `${names}: only the order of ${reordered.join(", ")} differs`,
    ].map(escapeControl);
  return [
    colors.strong(escapeControl(`${names}: ${changes.length + more} ${changes.length + more === 1 ? "difference" : "differences"}`)),
    ...changes.map(({ words }) => escapeControl(`  ${words}`)),
    ...(more > 0 ? [`  and ${more} more`] : []),
    "",
    `--- ${from}`,
    `+++ ${to}`,
    ...diff.map(({ kind, text }) => {
      const line = escapeControl(`${SIGNS[kind]}${text}`);
      return kind === "removed" ? colors.bad(line) : kind === "added" ? colors.good(line) : line;
    }),
  ];
}

/**
 * `daemonscope diff`: compares the template of a DaemonSet in each cluster with the first one, in words and as YAML.
 * Returns the exit code, as `diff` does: 0 without a difference, 1 with one.
 */
export async function diff(config: DiffConfig, terminal: Terminal): Promise<number> {
  const { opened, unusable, notes } = await openClusters(config, "refused", terminal);
  try {
    for (const note of notes) terminal.warn(note);
    const [broken] = unusable;
    if (broken !== undefined) throw new UsageError(broken.problem);
    const [first, ...others] = opened;
    if (others.length === 0)
      throw new UsageError(
        `diff holds clusters against each other, and there is only one: name two with ${config.several?.kind === "engine" ? "--cluster" : "--context"}.`,
      );
    const redact = createTemplateRedactor({ key: randomBytes(32), showValues: config.showEnvValues, isComparedAcross: true });
    const redactTemplate = (template: Json) => redact(template, "");
    const [from, ...sides] = await Promise.all([first, ...others].map((each) => sideOf(each, redactTemplate, terminal)));
    if (from === undefined) return 0;
    const compared = sides.map((to) => ({ from: from.cluster, to: to.cluster, difference: compareTemplates(from.template, to.template) }));
    if (config.format === "json" || config.format === "yaml") {
      const entries = compared.map(({ difference: { changes, more, reordered, diff: lines }, ...names }) => ({
        ...answerHead("TemplateDiff"),
        ...names,
        changes,
        more,
        reordered,
        diff: lines,
      }));
      for (const text of formatListForMachine(config.format, entries)) terminal.write(text);
    } else {
      const colors = terminalColors(terminal.isTerminal, terminal.environment);
      for (const each of compared) for (const line of diffLines(each, colors)) terminal.print(line);
    }
    return compared.some(({ difference }) => isDifferent(difference)) ? EXIT_DIFFERENT : 0;
  } finally {
    await Promise.all(opened.map(({ cluster }) => cluster.close()));
  }
}
