/** Checks of placement by kind: its name, the note without one, the band of the lens, and why it fails. */
export const checks = {
  eligible: "eligible",
  tolerated: "tolerated",
  nodeName: {
    name: "Node name",
    none: "the template pins no node",
    pinned: "pinned to {{node}}",
    band: "pinned to another node",
    bandOf: "pinned to {{what}}",
    why: "the template is pinned to node {{node}}",
  },
  nodeSelector: {
    name: "Node selector",
    none: "the template wants no label",
    band: "other labels than the selector wants",
    bandOf: "lacks {{what}}",
    why: "needs {{want}}, the node has {{have}}",
    whyNone: "missing label {{want}}",
  },
  nodeAffinity: {
    name: "Required affinity",
    none: "the template has none",
    band: "affinity does not match",
    bandOf: "affinity: {{what}}",
    why: "required affinity does not match",
    whyOf: "required affinity: needs {{requirement}}, the node has {{have}}",
    whyNone: "required affinity: needs {{requirement}}, the node has no such label",
  },
  taint: {
    name: "Taints",
    none: "the node has none",
    band: "other taints not tolerated",
    bandOf: "{{what}} not tolerated",
    why: "{{taint}} is not tolerated",
  },
} as const;
