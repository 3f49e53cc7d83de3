import { type TestedApi, testedApi } from "@daemonscope/simulated-apiserver/api/api.fixture";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Definitions } from "../controllers/definitions.ts";
import { NamespaceDeletion } from "../controllers/namespaces.ts";

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const WIDGETS = "/apis/shop.example/v1/namespaces/default/widgets";
const MERGE = { "content-type": "application/merge-patch+json" };
const APPLY = { "content-type": "application/apply-patch+yaml" };

const schema = {
  openAPIV3Schema: {
    type: "object",
    properties: { spec: { type: "object", properties: { size: { type: "integer" } } }, status: { type: "object" } },
  },
};
const version = (name: string, storage: boolean) => ({ name, served: true, storage, schema, subresources: { status: {} } });
const definition = (over: object = {}) => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.shop.example" },
  spec: {
    group: "shop.example",
    scope: "Namespaced",
    names: { plural: "widgets", kind: "Widget", shortNames: ["wg"] },
    versions: [version("v1beta1", false), version("v1", true)],
    ...over,
  },
});
const widget = (name: string, size: number) => ({ apiVersion: "shop.example/v1", kind: "Widget", metadata: { name }, spec: { size } });

describe("custom resources", () => {
  let api: TestedApi;
  beforeEach(async () => {
    api = await testedApi();
    new Definitions(api.store, api.clock).start();
    new NamespaceDeletion(api.store, api.clock).start();
  });
  afterEach(() => api.close());

  const define = async () => expect((await api.ask("POST", DEFINITIONS, definition())).code).toBe(201);
  const names = async (path: string) => (await api.ask("GET", path)).body.items.map(({ metadata }) => metadata.name);

  it("are established, discovered and described", async () => {
    await define();
    const { status } = (await api.ask("GET", `${DEFINITIONS}/widgets.shop.example`)).body;
    expect(status).toMatchObject({
      conditions: [
        { type: "NamesAccepted", status: "True", reason: "NoConflicts" },
        { type: "Established", status: "True", reason: "InitialNamesAccepted" },
      ],
      acceptedNames: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList", shortNames: ["wg"] },
      storedVersions: ["v1"],
    });
    const { groups } = (await api.ask("GET", "/apis")).body as unknown as { readonly groups: readonly { readonly name: string }[] };
    expect(groups.find(({ name }) => name === "shop.example")).toMatchObject({
      versions: [{ version: "v1" }, { version: "v1beta1" }],
      preferredVersion: { groupVersion: "shop.example/v1" },
    });
    expect((await api.ask("GET", "/apis/shop.example/v1")).body.resources).toMatchObject([
      { name: "widgets", singularName: "widget", namespaced: true, kind: "Widget", shortNames: ["wg"] },
      { name: "widgets/status" },
    ]);
    const { paths } = (await api.ask("GET", "/openapi/v3")).body as {
      readonly paths?: Readonly<Record<string, { serverRelativeURL: string }>>;
    };
    const described = await api.ask("GET", paths?.["apis/shop.example/v1"]?.serverRelativeURL ?? "");
    expect(described.body.components).toMatchObject({
      schemas: { "example.shop.v1.Widget": { properties: { spec: { properties: { size: { type: "integer" } } } } } },
    });
  });

  it("can be created, read, listed, watched, changed and deleted, in each served version", async () => {
    await define();
    const made = await api.ask("POST", WIDGETS, { ...widget("a", 1), status: { done: true } });
    expect(made.code).toBe(201);
    expect(made.body).toMatchObject({ kind: "Widget", metadata: { generation: 1, namespace: "default" }, spec: { size: 1 } });
    expect(made.body.status).toBeUndefined();
    expect((await api.ask("POST", WIDGETS, widget("a", 1))).body.message).toBe('widgets.shop.example "a" already exists');

    const watch = await api.watch(
      `${WIDGETS}?watch=true&resourceVersion=${(made.body.metadata as { resourceVersion: string }).resourceVersion}`,
    );
    const patched = await api.ask("PATCH", `${WIDGETS}/a`, { spec: { size: 2, kept: "unknown" } }, MERGE);
    expect(patched.body).toMatchObject({ metadata: { generation: 2 }, spec: { size: 2, kept: "unknown" } });
    await api.ask("PATCH", `${WIDGETS}/a/status`, { status: { done: true } }, MERGE);
    const older = `${WIDGETS.replace("v1/", "v1beta1/")}/a`;
    expect((await api.ask("GET", older)).body).toMatchObject({
      apiVersion: "shop.example/v1beta1",
      spec: { size: 2 },
      status: { done: true },
    });
    const { body: before } = await api.ask("GET", older);
    expect((await api.ask("PUT", older, { ...before, spec: { size: 3 } })).body).toMatchObject({
      apiVersion: "shop.example/v1beta1",
      metadata: { generation: 3 },
    });
    expect((await api.ask("GET", WIDGETS)).body).toMatchObject({ kind: "WidgetList", apiVersion: "shop.example/v1" });
    expect((await api.ask("DELETE", `${WIDGETS}/a`)).body).toMatchObject({
      status: "Success",
      details: { kind: "widgets", group: "shop.example" },
    });
    expect((await watch.take(4)).map(({ type, object }) => [type, object.apiVersion, object.metadata.generation])).toEqual([
      ["MODIFIED", "shop.example/v1", 2],
      ["MODIFIED", "shop.example/v1", 2],
      ["MODIFIED", "shop.example/v1", 3],
      ["DELETED", "shop.example/v1", 3],
    ]);
    await watch.close();
    expect((await api.ask("GET", `${WIDGETS}/a`)).body.message).toBe('widgets.shop.example "a" not found');
  });

  it("support server-side apply, and no strategic merge", async () => {
    await define();
    const apply = (size: number, manager: string, force = "false") =>
      api.ask("PATCH", `${WIDGETS}/a?fieldManager=${manager}&force=${force}`, widget("a", size), APPLY);
    expect((await apply(1, "helm")).code).toBe(201);
    expect((await apply(2, "helm")).body).toMatchObject({ spec: { size: 2 }, metadata: { generation: 2 } });
    expect((await apply(3, "kubectl")).body.message).toContain('conflict with "helm"');
    expect((await apply(3, "kubectl", "true")).body).toMatchObject({ spec: { size: 3 } });
    const strategic = await api.ask("PATCH", `${WIDGETS}/a`, {}, { "content-type": "application/strategic-merge-patch+json" });
    expect(strategic.code).toBe(415);
  });

  it("have the top-level fields of their schema, and no other", async () => {
    await define();
    const stray = { ...widget("a", 1), stray: true };
    expect((await api.ask("POST", `${WIDGETS}?fieldValidation=Strict`, stray)).body.message).toContain('unknown field "stray"');
    expect((await api.ask("POST", WIDGETS, stray)).body.stray).toBeUndefined();
  });

  it("are deleted with their definition: objects, path and watches", async () => {
    await define();
    await api.ask("POST", WIDGETS, { ...widget("a", 1), metadata: { name: "a", finalizers: ["shop.example/held"] } });
    await api.ask("POST", WIDGETS, widget("b", 1));
    const watch = await api.watch(`${WIDGETS}?watch=true`);
    await watch.take(2);
    await api.ask("DELETE", `${DEFINITIONS}/widgets.shop.example`);
    expect(await names(WIDGETS), "one is held by somebody").toEqual(["a"]);
    await api.ask("PATCH", `${WIDGETS}/a`, { metadata: { finalizers: null } }, MERGE);
    api.clock.advance(1000);
    expect(await names(DEFINITIONS)).toEqual([]);
    const { groups } = (await api.ask("GET", "/apis")).body as unknown as { readonly groups: readonly { readonly name: string }[] };
    expect(groups.map(({ name }) => name)).not.toContain("shop.example");
    expect((await fetch(`${api.url}${WIDGETS}`)).status).toBe(404);
    for (let event = await watch.next(); event !== undefined; event = await watch.next()) expect(event.type).not.toBe("ADDED");

    await define();
    expect(await names(WIDGETS)).toEqual([]);
  });

  it("are deleted with their namespace", async () => {
    await define();
    await api.ask("POST", "/api/v1/namespaces", { metadata: { name: "team" } });
    await api.ask("POST", WIDGETS.replace("default", "team"), widget("a", 1));
    await api.ask("DELETE", "/api/v1/namespaces/team");
    api.clock.advance(10_000);
    expect(await names("/apis/shop.example/v1/widgets")).toEqual([]);
    expect((await api.ask("GET", "/api/v1/namespaces/team")).code).toBe(404);
  });

  it("return to their earlier content if the cluster returns to an older state", async () => {
    const before = api.store.resourceVersion;
    await define();
    await api.ask("POST", WIDGETS, widget("a", 1));
    api.store.restore(before);
    expect((await fetch(`${api.url}${WIDGETS}`)).status).toBe(404);
    await define();
    expect(await names(WIDGETS)).toEqual([]);
  });

  it("are refused if the definition is invalid: another name, no stored version, no schema", async () => {
    const refused = async (body: object) => (await api.ask("POST", DEFINITIONS, body)).body.message;
    expect(await refused({ ...definition(), metadata: { name: "widget" } })).toContain(
      'metadata.name: Invalid value: "widget": must be spec.names.plural+"."+spec.group',
    );
    expect(await refused(definition({ versions: [version("v1", false)] }))).toContain(
      "must have exactly one version marked as storage version",
    );
    expect(await refused(definition({ versions: [{ ...version("v1", true), schema: {} }] }))).toContain(
      "spec.versions[0].schema.openAPIV3Schema: Required value: schemas are required",
    );
  });

  it("are not served while another kind of the group has the name", async () => {
    await define();
    const names = { plural: "gadgets", kind: "Widget" };
    await api.ask("POST", DEFINITIONS, { ...definition({ names }), metadata: { name: "gadgets.shop.example" } });
    expect((await api.ask("GET", `${DEFINITIONS}/gadgets.shop.example`)).body.status).toMatchObject({
      conditions: [
        { type: "NamesAccepted", status: "False", reason: "KindConflict" },
        { type: "Established", status: "False", reason: "NotAccepted" },
      ],
    });
    expect((await fetch(`${api.url}${WIDGETS.replace("widgets", "gadgets")}`)).status).toBe(404);
  });
});
