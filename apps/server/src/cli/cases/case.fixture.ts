import { readFileSync } from "node:fs";
import { join } from "node:path";
import { harmfulRemedies } from "@daemonscope/daemonset/actions/remedies/rollout-actions";
import { nodeQuestions, rolloutPlans } from "@daemonscope/daemonset/actions/rollout-plans";
import { causeOfConcern } from "@daemonscope/daemonset/causes/concern-cause";
import type { CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { until } from "@daemonscope/kube-client/flow-control/until.fixture";
import { plainHttpTransport } from "@daemonscope/kube-client/http/plain-http-transport";
import { english } from "@daemonscope/words/english";
import { causeSentence, shortImage } from "@daemonscope/words/facts/cause-text";
import { concernText } from "@daemonscope/words/facts/concern-text";
import { beforeAll, describe, expect, it } from "vitest";
import type { OpenCluster } from "../open/cluster-for-command.ts";
import { openCommandModel } from "../open/open-command-model.ts";
import { parseCommand } from "../options/parse-command.ts";
import { explainOn } from "../query/explain.ts";
import { OPTIONAL_SOURCES, REQUIRED_SOURCES, statusReport } from "../query/status.ts";
import { waitOn } from "../query/wait.ts";
import { capturedTerminal } from "../terminal/terminal.fixture.ts";
import { type RecordedObjects, startStaticApiServer } from "./static-api-server.fixture.ts";

/** Texts that an output contains, and texts that it does not contain. */
interface Words {
  readonly has?: readonly (string | RegExp)[];
  readonly lacks?: readonly (string | RegExp)[];
}

/** The outputs of a case. */
type CasePart = "status" | "explain" | "wait" | "actions";

/** One incident: a recorded cluster, and the required answers. */
interface CaseRow {
  /** The folder of its objects: `fixtures/cases/F07`. */
  readonly id: string;
  /** The rule, without the id. */
  readonly title: string;
  /** Output of `status ds/NAME`, with warnings. */
  readonly status?: Words;
  /** Output of `explain ds/NAME --node NODE`. */
  readonly explain?: Words & { readonly node: string };
  /** The exit code of `wait --timeout 1m`. */
  readonly wait?: number;
  /** Kinds of `RolloutIntent`. `worse`: what `harmfulRemedies` returns. `outcome`: its known result by kind. */
  readonly actions?: {
    readonly offered?: readonly string[];
    readonly notOffered?: readonly string[];
    readonly worse?: readonly string[];
    readonly outcome?: Readonly<Record<string, object>>;
    /** Its parameters by kind. */
    readonly acts?: Readonly<Record<string, object>>;
    /** Texts in its command by kind. */
    readonly kubectl?: Readonly<Record<string, readonly string[]>>;
  };
  /** Parts that are still wrong (issue 34). Remove a part here as soon as its test fails because it passes. */
  readonly open?: readonly CasePart[];
}

const NAMESPACE = "infra";
const NAME = "agent";
const FOLDER = join(import.meta.dirname, "../../../fixtures/cases");

/** The objects of a case. */
export const recordedCase = (id: string): RecordedObjects => JSON.parse(readFileSync(join(FOLDER, id, "objects.json"), "utf8"));

export const openCase = (id: string) => openRecorded(recordedCase(id), id);

/** Opens a cluster of any objects. Its DaemonSet is infra/agent. */
export async function openRecorded(recorded: RecordedObjects, id: string) {
  const time = manualTime(Date.parse(recorded.takenAt));
  const server = await startStaticApiServer(recorded, time.nowMs());
  const cluster: OpenCluster = {
    transport: plainHttpTransport(server.url),
    identity: { context: id, server: server.url, version: undefined, simulated: false },
    clock: { ...time.clock, rate: 0 },
    namespace: "default",
    words: `cluster "${id}"`,
    simulator: undefined,
    warnings: [],
    close: async () => undefined,
  };
  return { cluster, time, close: server.close };
}
type OpenCase = Awaited<ReturnType<typeof openRecorded>>;

type Command = ReturnType<typeof parseCommand>;
type CommandOf<Kind> = Extract<Command, { readonly kind: Kind }>;

/** Returns a parsed command for the DaemonSet of the case. */
export function commandOf<Kind extends "status" | "explain" | "wait">(kind: Kind, flags: readonly string[]): CommandOf<Kind> {
  const command = parseCommand([kind, `ds/${NAME}`, "-n", NAMESPACE, ...flags], {}, "test");
  const isRequested = (each: Command): each is CommandOf<Kind> => each.kind === kind;
  if (!isRequested(command)) throw new Error(command.kind);
  return command;
}

const textOf = ({ out, warnings }: ReturnType<typeof capturedTerminal>): string => `${out()}${warnings.join("\n")}`;

export async function statusText({ cluster }: OpenCase, flags: readonly string[] = []): Promise<string> {
  const terminal = capturedTerminal();
  expect(await statusReport(cluster, commandOf("status", flags).config, terminal)).toBe(0);
  return textOf(terminal);
}

export async function explainText({ cluster }: OpenCase, node: string): Promise<string> {
  const terminal = capturedTerminal();
  const error = await explainOn(() => Promise.resolve(cluster), commandOf("explain", ["--node", node]).config, terminal).then(
    () => "",
    (reason: Error) => reason.message,
  );
  return `${textOf(terminal)}${error}`;
}

export async function waitResult({ cluster, time }: OpenCase): Promise<{ readonly code: number; readonly text: string }> {
  const terminal = capturedTerminal();
  let code: number | undefined;
  let error: unknown;
  waitOn(cluster, commandOf("wait", ["--timeout", "1m"]).config, terminal).then(
    (result) => {
      code = result;
    },
    (reason: unknown) => {
      error = reason;
    },
  );
  await until(() => error !== undefined || code !== undefined || terminal.out() !== "", "the beginning of the wait");
  await until(() => {
    if (error !== undefined || code !== undefined) return true;
    time.pass(250);
    return false;
  }, "the end of the wait");
  if (code === undefined) throw error;
  return { code, text: textOf(terminal) };
}

/** Returns the record of the DaemonSet, the cause on a node, and the offered actions as the page plans them. */
async function readModel({ cluster }: OpenCase, node: string | undefined) {
  const model = openCommandModel(cluster, {
    plan: commandOf("status", []).config,
    namespace: undefined,
    needed: REQUIRED_SOURCES,
    optional: OPTIONAL_SOURCES,
    terminal: capturedTerminal(),
  });
  try {
    expect(await model.listed(new AbortController().signal)).toBe(true);
    const key = `${NAMESPACE}/${NAME}` as const;
    const record = model.reading.daemonSetRecord(key);
    if (record === undefined) throw new Error("no record");
    return {
      record,
      onNode: node === undefined ? undefined : model.reading.causeOn(key, node),
      plans: rolloutPlans(record, undefined, nodeQuestions(model.reading.nodes())),
      worse: harmfulRemedies(record),
    };
  } finally {
    await model.close();
  }
}

function expectWords(text: string, { has = [], lacks = [] }: Words): void {
  for (const part of has) expect(text).toMatch(part);
  for (const part of lacks) expect(text).not.toMatch(part);
}

const firstLines = (text: string): string => text.split("\n").slice(0, 3).join("\n");

/** Returns the names in a cause: its object and its container, as the outputs write them. */
function namesOf({ kind, subject, container }: CauseFact): readonly string[] {
  const name = subject !== undefined && kind.startsWith("image") ? shortImage(subject) : subject;
  return [...(name === undefined ? [] : [name]), ...(container === undefined ? [] : [`container ${container}`])];
}

/** Expects the first three lines of an output to name a concern, with its cause and subject. */
function expectConcern(text: string, { concern, hostPorts }: DaemonSetRecord): void {
  if (concern === null) return;
  const found = causeOfConcern(concern);
  for (const part of [concernText(english, concern.detail, hostPorts), ...(found === undefined ? [] : namesOf(found.cause))])
    expect(firstLines(text)).toContain(part);
}

/** Defines the tests of one case: one test for each output. */
function describeCase(row: CaseRow): void {
  const { id, title, status, explain, wait, actions, open = [] } = row;
  describe(`${id} ${title}`, () => {
    // Answers are read here, so that an error in the harness fails, and does not count as an open part.
    const answers: { -readonly [Part in "status" | "explain"]?: string } & {
      wait?: Awaited<ReturnType<typeof waitResult>>;
      model?: Awaited<ReturnType<typeof readModel>>;
    } = {};
    beforeAll(async () => {
      const opened = await openCase(id);
      try {
        if (status !== undefined) answers.status = await statusText(opened);
        if (explain !== undefined) answers.explain = await explainText(opened, explain.node);
        answers.model = await readModel(opened, explain?.node);
        // Last, because it advances the clock.
        if (wait !== undefined) answers.wait = await waitResult(opened);
      } finally {
        await opened.close();
      }
    });
    const test = (part: CasePart, check: () => void) =>
      open.includes(part) ? it.fails(`${id} ${part} (issue 34)`, check) : it(`${id} ${part}`, check);
    if (status !== undefined) test("status", () => expectWords(answers.status ?? "", status));
    if (explain !== undefined) test("explain", () => expectWords(answers.explain ?? "", explain));
    if (wait !== undefined) test("wait", () => expect(answers.wait?.code, answers.wait?.text).toBe(wait));
    it(`${id} status, explain and wait name cause and subject in their first three lines`, () => {
      const { record, onNode } = answers.model ?? {};
      if (record === undefined) throw new Error("no record");
      if (answers.status !== undefined) expectConcern(answers.status, record);
      if (answers.wait !== undefined) expectConcern(answers.wait.text, record);
      if (answers.explain === undefined || onNode === undefined) return;
      for (const part of [causeSentence(english, onNode.cause), ...namesOf(onNode.cause)])
        expect(firstLines(answers.explain)).toContain(part);
    });
    if (actions !== undefined)
      test("actions", () => {
        const plans = answers.model?.plans ?? [];
        const kinds: readonly string[] = plans.map(({ act }) => act.kind);
        for (const kind of actions.offered ?? []) expect(kinds).toContain(kind);
        for (const kind of actions.notOffered ?? []) expect(kinds).not.toContain(kind);
        if (actions.worse !== undefined) expect(answers.model?.worse).toEqual(actions.worse);
        for (const [kind, outcome] of Object.entries(actions.outcome ?? {}))
          expect(plans.find(({ act }) => act.kind === kind)?.outcome).toMatchObject(outcome);
        for (const [kind, act] of Object.entries(actions.acts ?? {}))
          expect(plans.find((plan) => plan.act.kind === kind)?.act).toMatchObject(act);
        for (const [kind, texts] of Object.entries(actions.kubectl ?? {}))
          for (const text of texts) expect(plans.find(({ act }) => act.kind === kind)?.kubectl).toContain(text);
      });
  });
}

/** Defines the tests of several cases. */
export function describeCases(rows: readonly CaseRow[]): void {
  for (const row of rows) describeCase(row);
}
