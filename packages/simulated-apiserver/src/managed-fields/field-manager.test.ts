import { describe, expect, it } from "vitest";
import { isJsonObject, type JsonObject } from "../objects/json.ts";
import { apiType } from "../schema/api-types.ts";
import { configErrors } from "./config-errors.ts";
import { applyConfiguration, trackUpdate, type Writing } from "./field-manager.ts";
import { EMPTY, fieldPaths, readFields, setOfPaths, writeFields } from "./field-set.ts";

const by = (manager: string, now = "2026-01-01T00:00:00Z", subresource?: string): Writing => ({
  type: apiType("apps/v1.DaemonSet"),
  apiVersion: "apps/v1",
  manager,
  now,
  ...(subresource === undefined ? {} : { subresource }),
  reset: setOfPaths(subresource === "status" ? ["spec"] : ["status"]),
});
const daemonSet = (podSpec: JsonObject, metadata: JsonObject = {}): JsonObject => ({
  apiVersion: "apps/v1",
  kind: "DaemonSet",
  metadata: { name: "x", ...metadata },
  spec: { template: { spec: podSpec } },
});
const container = (image: string, more: JsonObject = {}) => ({ containers: [{ name: "a", image, ...more }] });

function applied(live: JsonObject | undefined, config: JsonObject, writing: Writing, force = false): JsonObject {
  const result = applyConfiguration(live, config, writing, force);
  if ("conflicts" in result) throw new Error(JSON.stringify(result.conflicts));
  return result.object;
}

/** Returns the owned fields by `manager operation`. */
function owners(object: JsonObject): Readonly<Record<string, readonly string[]>> {
  const entries = ((object.metadata as JsonObject).managedFields ?? []) as JsonObject[];
  return Object.fromEntries(
    entries.map((entry) => [`${String(entry.manager)} ${String(entry.operation)}`, fieldPaths(readFields(entry.fieldsV1) ?? EMPTY)]),
  );
}
const podSpecOf = (object: JsonObject) => ((object.spec as JsonObject).template as JsonObject).spec as JsonObject;
const IMAGE = '.spec.template.spec.containers[name="a"].image';
const CONTAINER = '.spec.template.spec.containers[name="a"]';

describe("updates", () => {
  it("give the creator its fields, and the next writer the fields that it changed", () => {
    const created = trackUpdate(undefined, daemonSet(container("a:1"), { labels: { l: "1" } }), by("kubectl-create"));
    expect(owners(created)).toEqual({
      "kubectl-create Update": [".metadata.labels", ".metadata.labels.l", CONTAINER, IMAGE, `${CONTAINER}.name`],
    });
    const changed = trackUpdate(created, { ...daemonSet(container("a:2"), { labels: { l: "1" } }) }, by("kubectl-set"));
    expect(owners(changed)["kubectl-set Update"]).toEqual([IMAGE]);
    expect(owners(changed)["kubectl-create Update"]).not.toContain(IMAGE);
  });
  it("take no fields from an endpoint that does not write them, and separate subresources", () => {
    const created = trackUpdate(undefined, daemonSet(container("a:1")), by("a"));
    const status = { ...created, status: { numberReady: 1 } };
    expect(owners(trackUpdate(created, status, by("b")))).not.toHaveProperty("b Update");
    const written = trackUpdate(created, status, by("b", undefined, "status"));
    expect((written.metadata as { managedFields: JsonObject[] }).managedFields.at(-1)).toMatchObject({
      manager: "b",
      subresource: "status",
      fieldsV1: { "f:status": { "f:numberReady": {} } },
    });
  });
  it("ignore unowned fields, and let a client reset the owners", () => {
    const bare = daemonSet(container("a:1"));
    expect(owners(trackUpdate(bare, daemonSet(container("a:2")), by("a")))).toEqual({});
    const created = trackUpdate(undefined, bare, by("a"));
    expect(owners(trackUpdate(created, daemonSet(container("a:1"), { managedFields: [{}] }), by("a")))).toEqual({});
  });
  it("merge the oldest entries beyond ten", () => {
    let object = trackUpdate(undefined, daemonSet(container("a:0")), by("m0"));
    for (let at = 1; at <= 14; at++) {
      const labels = Object.fromEntries(Array.from({ length: at }, (_, key) => [`l${key}`, "x"]));
      object = trackUpdate(
        object,
        daemonSet(container("a:0"), { labels }),
        by(`m${at}`, `2026-01-01T00:00:${String(at).padStart(2, "0")}Z`),
      );
    }
    expect(Object.keys(owners(object))).toHaveLength(10);
    expect(Object.keys(owners(object))).toContain("ancient-changes Update");
  });
});

describe("server-side apply", () => {
  it("creates, and owns the fields of the configuration, with the default of a list key", () => {
    const created = applied(undefined, daemonSet(container("a:1", { ports: [{ containerPort: 80 }] })), by("me"));
    expect(owners(created)).toEqual({
      "me Apply": [
        CONTAINER,
        IMAGE,
        `${CONTAINER}.name`,
        `${CONTAINER}.ports[containerPort=80,protocol="TCP"]`,
        `${CONTAINER}.ports[containerPort=80,protocol="TCP"].containerPort`,
      ],
    });
  });
  it("refuses to change a field of another owner, names the owner, and takes the field by force", () => {
    const created = applied(undefined, daemonSet(container("a:1")), by("me"));
    const theirs = trackUpdate(created, daemonSet(container("a:2")), by("kubectl-set"));
    const again = applyConfiguration(theirs, daemonSet(container("a:1")), by("me"), false);
    expect(again).toMatchObject({
      conflicts: [{ owner: { manager: "kubectl-set", operation: "Update", apiVersion: "apps/v1" }, field: IMAGE }],
    });
    const forced = applied(theirs, daemonSet(container("a:1")), by("me"), true);
    expect(podSpecOf(forced)).toEqual(container("a:1"));
    expect(owners(forced)).not.toHaveProperty("kubectl-set Update");
  });
  it("shares fields that two apply equally, and removes fields that the last owner omits", () => {
    const env = { env: [{ name: "E", value: "1" }] };
    const both = applied(applied(undefined, daemonSet(container("a:1", env)), by("me")), daemonSet(container("a:1", env)), by("you"));
    const mine = applied(both, daemonSet(container("a:1")), by("me"));
    expect(podSpecOf(mine)).toEqual(container("a:1", env));
    expect(podSpecOf(applied(mine, daemonSet(container("a:1")), by("you")))).toEqual(container("a:1"));
  });
  it("merges keyed lists in the order of the configuration, replaces atomic ones, and keeps elements of others", () => {
    const first = applied(undefined, daemonSet({ containers: [{ name: "a" }, { name: "b" }], tolerations: [{ key: "x" }] }), by("me"));
    const injected = trackUpdate(
      first,
      daemonSet({ containers: [{ name: "sidecar" }, { name: "a" }, { name: "b" }], tolerations: [{ key: "x" }] }),
      by("injector"),
    );
    const next = applied(injected, daemonSet({ containers: [{ name: "b" }, { name: "a" }], tolerations: [{ key: "y" }] }), by("me"));
    expect(podSpecOf(next)).toEqual({ containers: [{ name: "sidecar" }, { name: "b" }, { name: "a" }], tolerations: [{ key: "y" }] });
  });
  it("assigns all fields of an untracked object to before-first-apply", () => {
    const result = applyConfiguration(daemonSet(container("a:1")), daemonSet(container("a:2")), by("me"), false);
    expect(result).toMatchObject({ conflicts: [{ owner: { manager: "before-first-apply" }, field: IMAGE }] });
    expect(owners(applied(daemonSet(container("a:1")), daemonSet(container("a:1")), by("me")))).toHaveProperty("me Apply");
  });
  it("lets kubectl take over its client-side apply, and updates the annotation", () => {
    const key = "kubectl.kubernetes.io/last-applied-configuration";
    const config = daemonSet(container("a:1"));
    const annotated = daemonSet(container("a:1"), { annotations: { [key]: JSON.stringify(config) } });
    const live = trackUpdate(undefined, annotated, by("kubectl-client-side-apply"));
    const taken = applied(live, daemonSet(container("a:2")), by("kubectl"));
    const annotations = (taken.metadata as JsonObject).annotations as JsonObject;
    expect(JSON.parse(String(annotations[key]))).toMatchObject({ spec: { template: { spec: container("a:2") } } });
    expect("conflicts" in applyConfiguration(live, daemonSet(container("a:2")), by("other"), false)).toBe(true);
  });
  it("changes nothing when applied again (law: idempotent)", () => {
    const config = daemonSet(container("a:1", { env: [{ name: "E", value: "1" }] }), { labels: { l: "1" }, finalizers: ["f/x"] });
    const once = applied(undefined, config, by("me"));
    expect(applied(once, config, by("me", "2026-02-02T00:00:00Z"))).toEqual(once);
  });
});

describe("invalid configurations", () => {
  it.each([
    [{ spec: { colour: "red" } }, [".spec.colour: field not declared in schema"]],
    [{ spec: { minReadySeconds: "a" } }, [".spec.minReadySeconds: expected numeric (int or float), got string"]],
    [daemonSet({ containers: [{ name: "a" }, { name: "a" }] }), ['.spec.template.spec.containers: duplicate entries for key [name="a"]']],
    [
      daemonSet({ containers: [{ image: "a" }] }),
      [
        '.spec.template.spec.containers: element 0: associative list with keys has an element that omits all key fields ["name"] (and doesn\'t have default values for any key fields)',
      ],
    ],
    [
      daemonSet({ containers: [{ name: "a", colour: 1 }] }),
      ['.spec.template.spec.containers[name="a"].colour: field not declared in schema'],
    ],
  ])("%j", (config, errors) => {
    expect(configErrors(apiType("apps/v1.DaemonSet"), config)).toEqual(errors);
  });
});

describe("FieldsV1", () => {
  it("reads its own output", () => {
    const fields = {
      "f:spec": { ".": {}, "f:containers": { 'k:{"name":"a"}': { ".": {}, "f:image": {} } } },
      "f:metadata": { "f:finalizers": { 'v:"x"': {} } },
    };
    const read = readFields(fields);
    expect(read !== undefined && writeFields(read)).toEqual(fields);
    expect(fieldPaths(read ?? EMPTY)).toEqual([
      ".spec",
      '.metadata.finalizers[="x"]',
      '.spec.containers[name="a"]',
      '.spec.containers[name="a"].image',
    ]);
    expect(readFields({ "x:y": {} })).toBeUndefined();
    expect(isJsonObject(writeFields(EMPTY))).toBe(true);
  });
});
