import fc from "fast-check";
import { expect, it } from "vitest";
import { clusterNames } from "./cluster-names.ts";
import { clusterNameInPath } from "./request-cluster.ts";

const names = (...contexts: readonly string[]) => clusterNames(contexts.map((context) => ({ context })));

it("a context that is valid in a path keeps its name, and another one is converted", () => {
  expect(names("eu1-prod", "Prod EU/1", "kubernetes-admin@kubernetes", "../..", "生產")).toEqual([
    "eu1-prod",
    "prod-eu-1",
    "kubernetes-admin-kubernetes",
    "cluster",
    "cluster-2",
  ]);
});

it("shortens a cloud name to the cluster's name while that is unique", () => {
  const prod = "arn:aws:eks:eu-west-1:123456789012:cluster/prod";
  expect(names(prod, "gke_shop_europe-west1_edge")).toEqual(["prod", "edge"]);
  expect(names(prod, "arn:aws:eks:us-east-1:123456789012:cluster/prod")).toEqual([
    "arn-aws-eks-eu-west-1-123456789012-cluster-prod",
    "arn-aws-eks-us-east-1-123456789012-cluster-prod",
  ]);
});

it("contexts with equal names in several files are prefixed by file", () => {
  const locations = [
    { context: "default", file: "/kube/eu1.yaml" },
    { context: "default", file: "/kube/us1.kubeconfig" },
    { context: "lab", file: "/kube/lab.conf" },
  ];
  expect(clusterNames(locations)).toEqual(["eu1-default", "us1-default", "lab"]);
});

it("names are unique and can be read from an address, for any contexts", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom("a", "A", "a-2", "-", "."))), (contexts) => {
      const made = names(...contexts);
      expect(new Set(made).size).toBe(contexts.length);
      for (const name of made)
        expect(clusterNameInPath(`/clusters/${name}/api/keyframe?x=1`)).toEqual({ name, target: "/api/keyframe?x=1" });
    }),
  );
});

it("a path without a cluster name selects none of the clusters", () => {
  for (const path of ["/clusters", "/clusters/", "/clusters/../x", "/clusters/A/", "/api/clusters", "/x/clusters/a/"])
    expect(clusterNameInPath(path)).toBeUndefined();
  expect(clusterNameInPath("/clusters/a")).toEqual({ name: "a", target: "/" });
  expect(clusterNameInPath("/clusters/a?at=5")).toEqual({ name: "a", target: "/?at=5" });
});
