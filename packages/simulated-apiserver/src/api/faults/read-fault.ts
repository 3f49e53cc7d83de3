import { nearestNames } from "@daemonscope/kube/base/nearest";
import type { ResourceName } from "../../objects/contract.ts";
import { isJsonObject } from "../../objects/json.ts";
import { RESOURCES } from "../../objects/resources.ts";
import { MEASURED_NAMES } from "../measured/measured-resource.ts";
import { API_VERBS, type RuledName, type Verb } from "./faults.ts";

/** The command in a request to `POST /simulator/faults`. `of` narrows it to one API verb. */
export type FaultCommand =
  | { readonly verb: "dropWatches" | "endWatches" | "stall" | "resume" | "garbageLine"; readonly resource?: ResourceName }
  | { readonly verb: "expireHistory" }
  | { readonly verb: "restoreOlderState"; readonly secondsAgo: number }
  | { readonly verb: "skewClock"; readonly seconds: number; readonly node?: string }
  | { readonly verb: "forbid" | "allow"; readonly resource: RuledName; readonly of?: Verb }
  | {
      readonly verb: "failNext";
      readonly resource: ResourceName;
      readonly of?: Verb;
      readonly status?: number;
      readonly count?: number;
      readonly retryAfterSeconds?: number;
    }
  | { readonly verb: "setDelay"; readonly ms?: number }
  | { readonly verb: "withoutStreamingList"; readonly without?: boolean };

type FaultVerb = FaultCommand["verb"];

interface Field {
  /** Completes "FIELD of VERB is …". */
  readonly rule: string;
  readonly fits: (value: unknown) => boolean;
}

const wholeNumber = (least: number, most: number): Field => ({
  rule: `a whole number from ${least} to ${most}`,
  fits: (value) => typeof value === "number" && Number.isInteger(value) && value >= least && value <= most,
});

const oneOf = (what: string, names: readonly string[]): Field => ({
  rule: `${what}: ${names.join(", ")}`,
  fits: (value) => typeof value === "string" && names.includes(value),
});

const DAY_SECONDS = 86_400;

const FIELDS = {
  resource: oneOf(
    "one of the resources",
    RESOURCES.map(({ name }) => name),
  ),
  of: oneOf("one of the API's verbs", API_VERBS),
  secondsAgo: { rule: "a number from 0", fits: (value) => typeof value === "number" && Number.isFinite(value) && value >= 0 },
  seconds: wholeNumber(-DAY_SECONDS, DAY_SECONDS),
  node: { rule: "the name of a node", fits: (value) => typeof value === "string" && value !== "" },
  status: wholeNumber(400, 599),
  count: wholeNumber(1, 100_000),
  retryAfterSeconds: wholeNumber(0, DAY_SECONDS),
  ms: wholeNumber(0, 600_000),
  without: { rule: "true or false", fits: (value) => typeof value === "boolean" },
} as const satisfies Readonly<Record<string, Field>>;
type FieldName = keyof typeof FIELDS;

/** Access rules also cover measured resources, which are neither watched nor stored. */
const RULED = oneOf("one of the resources", [...RESOURCES.map(({ name }) => name), ...MEASURED_NAMES]);
const fieldOf = (verb: FaultVerb, name: FieldName): Field => (name === "resource" && SHAPES[verb] === ON_ACCESS ? RULED : FIELDS[name]);

interface Shape {
  readonly needs: readonly FieldName[];
  readonly takes: readonly FieldName[];
}

const ON_WATCHES: Shape = { needs: [], takes: ["resource"] };
const ON_ACCESS: Shape = { needs: ["resource"], takes: ["of"] };

const SHAPES: Readonly<Record<FaultVerb, Shape>> = {
  dropWatches: ON_WATCHES,
  endWatches: ON_WATCHES,
  stall: ON_WATCHES,
  resume: ON_WATCHES,
  garbageLine: ON_WATCHES,
  expireHistory: { needs: [], takes: [] },
  restoreOlderState: { needs: ["secondsAgo"], takes: [] },
  skewClock: { needs: ["seconds"], takes: ["node"] },
  forbid: ON_ACCESS,
  allow: ON_ACCESS,
  failNext: { needs: ["resource"], takes: ["of", "status", "count", "retryAfterSeconds"] },
  setDelay: { needs: [], takes: ["ms"] },
  withoutStreamingList: { needs: [], takes: ["without"] },
};

const MAX_SHOWN = 60;

function shortJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`;
}

function verbIn(value: unknown): FaultVerb | { readonly problem: string } {
  const verbs = Object.keys(SHAPES);
  if (value === undefined) return { problem: `verb is missing: it is one of ${verbs.join(", ")}.` };
  if (typeof value === "string" && verbs.includes(value)) return value as FaultVerb;
  const near = typeof value === "string" ? nearestNames(value, verbs)[0] : undefined;
  return {
    problem: `verb is one of ${verbs.join(", ")}: ${shortJson(value)} is none of them${near === undefined ? "." : `, did you mean "${near}"?`}`,
  };
}

function fieldProblem(verb: FaultVerb, name: string, value: unknown): string | undefined {
  const { needs, takes } = SHAPES[verb];
  const known = [...needs, ...takes];
  const field = known.find((each) => each === name);
  if (field === undefined)
    return known.length === 0
      ? `${verb} takes no fields: ${name} is one.`
      : `${verb} has no field ${shortJson(name)}: it takes ${known.join(", ")}.`;
  const { rule, fits } = fieldOf(verb, field);
  return fits(value) ? undefined : `${name} of ${verb} is ${rule}: ${shortJson(value)} is not.`;
}

/** Reads the command of a request. Otherwise returns one sentence that names the wrong field and its rule. */
export function readFault(body: unknown): { readonly command: FaultCommand } | { readonly problem: string } {
  if (!isJsonObject(body)) return { problem: 'a fault is a JSON object, as {"verb": "dropWatches", "resource": "pods"}.' };
  const verb = verbIn(body.verb);
  if (typeof verb !== "string") return verb;
  for (const [name, value] of Object.entries(body)) {
    const problem = name === "verb" ? undefined : fieldProblem(verb, name, value);
    if (problem !== undefined) return { problem };
  }
  const missing = SHAPES[verb].needs.find((name) => body[name] === undefined);
  if (missing !== undefined) return { problem: `${missing} of ${verb} is missing: it is ${fieldOf(verb, missing).rule}.` };
  // Every field was checked against the shape of its verb.
  return { command: body as unknown as FaultCommand };
}
