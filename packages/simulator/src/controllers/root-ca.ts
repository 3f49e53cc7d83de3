import type { NamespacedObject } from "./per-namespace-object.ts";

const DESCRIPTION =
  "Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.";

/** A certificate that signs nothing. Its key was deleted, and the API is served without TLS. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBWjCCAQGgAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDEwlzaW11bGF0
ZWQwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMT
CXNpbXVsYXRlZDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABA2Mx+izY7MGa0Sw
OcmNtBXRPwnMFsy2vMXwmSoL38unrgzzXwbjp7gqTsP89KfbRl2WQ9C2hLM1NXe3
gKwLYmijQjBAMA4GA1UdDwEB/wQEAwIChDAPBgNVHRMBAf8EBTADAQH/MB0GA1Ud
DgQWBBR9bvXwlDlWBafBMmL+2kM9NMomOzAKBggqhkjOPQQDAgNHADBEAiBo8Vrg
JO86DTkUg5iTE8VkHs0+MKOIxST02tMh1iWjywIgQenz1NQ4kLEhAOecksBd4eRP
QXuV6Lns8gQ2SPw0BhA=
-----END CERTIFICATE-----
`;

/**
 * The ConfigMap with the cluster's certificate. Pods mount it next to their token, and upstream's tests wait for it.
 * Source: pkg/controller/certificates/rootcacertpublisher.
 */
export const ROOT_CERTIFICATE: NamespacedObject = {
  resource: "configmaps",
  name: "kube-root-ca.crt",
  data: { "ca.crt": CERTIFICATE },
  annotations: { "kubernetes.io/description": DESCRIPTION },
};
