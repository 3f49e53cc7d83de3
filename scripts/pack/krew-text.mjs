/**
 * Returns the YAML manifest by which krew installs the package as `kubectl daemonscope`. `sha256` is the hash of the
 * packed file in hexadecimal; `uri` is where krew downloads that file.
 */
export function krewText({ version, sha256, uri }) {
  return `apiVersion: krew.googlecontainertools.github.com/v1alpha2
kind: Plugin
metadata:
  name: daemonscope
spec:
  version: v${version}
  shortDescription: Why a DaemonSet is where it is
  description: |
    A live dashboard for DaemonSets, and the same answers in a shell: which node has which
    agent and why, who holds a rollout, and whether it is stuck or just slow. It only reads,
    unless it is started with --allow-writes.

      kubectl daemonscope                          serves the dashboard on loopback
      kubectl daemonscope explain ds/NAME --node N the controller's checks, one by one
      kubectl daemonscope status -A --watch        counts, budget and what is wrong
      kubectl daemonscope wait ds/NAME             ends at once when a rollout is stuck
  caveats: |
    Needs Node.js 20.19 or later, or 22.12 or later, as "node" on the path.
  platforms:
    - selector:
        matchExpressions:
          - { key: os, operator: In, values: [linux, darwin] }
      uri: ${uri}
      sha256: ${sha256}
      bin: release/main.js
      files:
        - { from: "package/*", to: . }
`;
}
