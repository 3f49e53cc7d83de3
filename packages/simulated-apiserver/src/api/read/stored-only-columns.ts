import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { labelSelectorText, labelsText } from "@daemonscope/kube/matching/label-selector";
import type { LabelSelector } from "@daemonscope/kube/objects";
import type { StoredObject } from "../../objects/contract.ts";
import { isJsonObject, listIn, objectIn, objectsIn, textIn } from "../../objects/json.ts";
import type { StoredOnlyName } from "../../objects/stored-only-names.ts";
import {
  AGE,
  age,
  BARE,
  type Column,
  integer,
  isTrue,
  markedDefault,
  NAME,
  spec,
  status,
  templateColumns,
  text,
  wide,
  word,
} from "./cells.ts";
import { VOLUME_COLUMNS } from "./volume-columns.ts";

const count = (object: StoredObject, field: string): number => Number(status(object)[field] ?? 0);
const desiredReplicas = (object: StoredObject): number => Number(spec(object).replicas ?? 0);
const selectorCell = (holder: unknown): string => labelSelectorText(objectIn(holder, "selector") as LabelSelector);

function jobStatus(object: StoredObject): string {
  if (isTrue(object, "Complete")) return "Complete";
  if (isTrue(object, "Failed")) return "Failed";
  if (object.metadata.deletionTimestamp !== undefined) return "Terminating";
  return ["Suspended", "FailureTarget", "SuccessCriteriaMet"].find((type) => isTrue(object, type)) ?? "Running";
}

function completions(object: StoredObject): string {
  const done = count(object, "succeeded");
  const { completions: requested, parallelism } = spec(object);
  if (typeof requested === "number") return `${done}/${requested}`;
  return Number(parallelism ?? 0) > 1 ? `${done}/1 of ${String(parallelism)}` : `${done}/1`;
}

function jobDuration(object: StoredObject, nowMs: number): string {
  const { startTime, completionTime } = status(object);
  if (typeof startTime !== "string") return "";
  return age(startTime, typeof completionTime === "string" ? Date.parse(completionTime) : nowMs);
}

function hosts(object: StoredObject): string {
  const rules = listIn(spec(object), "rules").filter(isJsonObject);
  const hostNames = rules.map((rule) => textIn(rule, "host")).filter((host) => host !== "");
  if (hostNames.length === 0) return "*";
  return `${hostNames.slice(0, 3).join(",")}${rules.length > 3 && hostNames.length >= 3 ? ` + ${rules.length - 3} more...` : ""}`;
}

function ingressAddress(object: StoredObject): string {
  const entries = listIn(objectIn(status(object), "loadBalancer"), "ingress").filter(isJsonObject);
  return [...new Set(entries.map((entry) => textIn(entry, "ip") || textIn(entry, "hostname")))].sort().join(",");
}

function parameters(object: StoredObject): string {
  const { kind, apiGroup, name } = objectIn(spec(object), "parameters");
  return kind === undefined ? "<none>" : `${String(kind)}${apiGroup === undefined ? "" : `.${String(apiGroup)}`}/${String(name)}`;
}

const subjects = (kind: string) => (object: StoredObject) =>
  listIn(object, "subjects")
    .filter(isJsonObject)
    .filter((subject) => subject.kind === kind)
    .map((subject) => (kind === "ServiceAccount" ? `${textIn(subject, "namespace")}/${textIn(subject, "name")}` : textIn(subject, "name")))
    .join(", ");

const BINDING: readonly Column[] = [
  NAME,
  word("Role", (object) => `${textIn(objectIn(object, "roleRef"), "kind")}/${textIn(objectIn(object, "roleRef"), "name")}`),
  AGE,
  wide("Users", subjects("User")),
  wide("Groups", subjects("Group")),
  wide("ServiceAccounts", subjects("ServiceAccount")),
];

const amounts = (isLimit: boolean) => (object: StoredObject) =>
  Object.entries(objectIn(status(object), "hard"))
    .filter(([resource]) => resource.startsWith("limits.") === isLimit)
    .sort(([a], [b]) => compareTexts(a, b))
    .map(([resource, hard]) => `${resource}: ${String(objectIn(status(object), "used")[resource] ?? "0")}/${String(hard)}`)
    .join(", ");

function requestCondition(object: StoredObject): string {
  const has = (type: string) => objectsIn(status(object), "conditions").some((condition) => condition.type === type);
  const decided = has("Denied") ? "Denied" : has("Approved") ? "Approved" : "Pending";
  return `${decided}${has("Failed") ? ",Failed" : ""}${textIn(status(object), "certificate") === "" ? "" : ",Issued"}`;
}

const templateLabels = (object: StoredObject): string =>
  labelsText(objectIn(objectIn(objectIn(object, "template"), "metadata"), "labels") as Record<string, string>);

/** Returns where the group and version of an APIService are served. */
function serviceOfApi(object: StoredObject): string {
  const { namespace, name } = objectIn(spec(object), "service");
  return name === undefined ? "Local" : `${String(namespace)}/${String(name)}`;
}

function isAvailable(object: StoredObject): string {
  const found = objectsIn(status(object), "conditions").find((condition) => condition.type === "Available");
  if (found === undefined) return "Unknown";
  return found.status === "True" ? "True" : `${textIn(found, "status")} (${textIn(found, "reason")})`;
}

const WEBHOOKS: readonly Column[] = [NAME, integer("Webhooks", (object) => listIn(object, "webhooks").length), AGE];

/**
 * Columns as kubectl prints kinds that are stored without behavior. Source: pkg/printers/internalversion/printers.go.
 */
export const STORED_ONLY_COLUMNS: Readonly<Record<StoredOnlyName, readonly Column[]>> = {
  secrets: [
    NAME,
    word("Type", (object) => textIn(object, "type")),
    integer("Data", (object) => Object.keys(objectIn(object, "data")).length),
    AGE,
  ],
  endpoints: BARE,
  limitranges: BARE,
  resourcequotas: [NAME, word("Request", amounts(false)), word("Limit", amounts(true)), AGE],
  replicationcontrollers: [
    NAME,
    integer("Desired", desiredReplicas),
    integer("Current", (object) => count(object, "replicas")),
    integer("Ready", (object) => count(object, "readyReplicas")),
    AGE,
    ...templateColumns(spec),
    wide("Selector", (object) => labelsText(objectIn(spec(object), "selector") as Record<string, string>)),
  ],
  statefulsets: [
    NAME,
    word("Ready", (object) => `${count(object, "readyReplicas")}/${desiredReplicas(object)}`),
    AGE,
    ...templateColumns(spec),
  ],
  jobs: [
    NAME,
    word("Status", jobStatus),
    word("Completions", completions),
    word("Duration", jobDuration),
    AGE,
    ...templateColumns(spec),
    wide("Selector", (object) => selectorCell(spec(object))),
  ],
  cronjobs: [
    NAME,
    word("Schedule", (object) => textIn(spec(object), "schedule")),
    word("Timezone", (object) => text(spec(object).timeZone)),
    word("Suspend", (object) => (spec(object).suspend === true ? "True" : "False")),
    integer("Active", (object) => listIn(status(object), "active").length),
    word("Last Schedule", (object, nowMs) => {
      const { lastScheduleTime } = status(object);
      return lastScheduleTime === undefined ? "<none>" : age(lastScheduleTime, nowMs);
    }),
    AGE,
    ...templateColumns((object) => objectIn(objectIn(spec(object), "jobTemplate"), "spec")),
    wide("Selector", (object) => selectorCell(objectIn(objectIn(spec(object), "jobTemplate"), "spec"))),
  ],
  horizontalpodautoscalers: BARE,
  ingresses: [
    NAME,
    word("Class", (object) => text(spec(object).ingressClassName)),
    word("Hosts", hosts),
    word("Address", ingressAddress),
    word("Ports", (object) => (listIn(spec(object), "tls").length === 0 ? "80" : "80, 443")),
    AGE,
  ],
  ingressclasses: [
    markedDefault("ingressclass.kubernetes.io/is-default-class"),
    word("Controller", (object) => textIn(spec(object), "controller")),
    word("Parameters", parameters),
    AGE,
  ],
  networkpolicies: [NAME, word("Pod-Selector", (object) => labelSelectorText(objectIn(spec(object), "podSelector") as LabelSelector)), AGE],
  roles: BARE,
  clusterroles: BARE,
  rolebindings: BINDING,
  clusterrolebindings: BINDING,
  certificatesigningrequests: [
    NAME,
    AGE,
    word("SignerName", (object) => text(spec(object).signerName)),
    word("Requestor", (object) => textIn(spec(object), "username")),
    word("RequestedDuration", (object) => {
      const seconds = spec(object).expirationSeconds;
      return typeof seconds === "number" ? age(new Date(0).toISOString(), seconds * 1000) : "<none>";
    }),
    word("Condition", requestCondition),
  ],
  mutatingwebhookconfigurations: WEBHOOKS,
  validatingwebhookconfigurations: WEBHOOKS,
  podtemplates: [NAME, ...templateColumns((object) => object, word), word("Pod Labels", templateLabels)],
  runtimeclasses: [NAME, word("Handler", (object) => textIn(object, "handler")), AGE],
  customresourcedefinitions: BARE,
  apiservices: [NAME, word("Service", serviceOfApi), word("Available", isAvailable), AGE],
  ...VOLUME_COLUMNS,
};
