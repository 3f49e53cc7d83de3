/** Available actions of a DaemonSet. */
export const actions = {
  doIt: {
    open: "Plan…",
    readOnly: "read-only",
    remote: "not from here",
    recorded: "a recording",
    noToken: "signed in without a token",
    why: {
      readOnly: "This server only reads. Start it with --allow-writes to act.",
      remote:
        "This server has no sign-in, so only a user on its machine may act. Open the page there, or start the server with --auth token.",
      recorded: "This is a recording: there is nothing that could be changed.",
      noToken: "You are signed in without a token of the cluster, and nothing is written with the server's own. Sign in with --auth token.",
    },
  },
  title: "Actions",
  copy: "Copy the command: {{title}}",
  andMore: "{{names}} and {{more, number}} more",
  commandNames_one: "The command names the first of {{all, number}} nodes.",
  commandNames_other: "The command names the first {{count, number}} of {{all, number}} nodes.",
  undo: {
    title: "Undo to revision {{revision}}",
    short: "Undo to revision {{revision}}…",
    brief_one: "{{count, number}} pod restarts.",
    brief_other: "{{count, number}} pods restart.",
    replaces_one: "Replaces the pod of {{count, number}} node; nodes on revision {{revision}} keep theirs.",
    replaces_other: "Replaces the pods of {{count, number}} nodes; nodes on revision {{revision}} keep theirs.",
    allAtOnce_one: "That pod is unavailable, so it is replaced immediately, regardless of the budget.",
    allAtOnce_other: "All those {{count, number}} are unavailable, so they are replaced immediately, regardless of the budget.",
    atOnce: {
      exact_one: "{{count, number}} unavailable pod is replaced immediately, regardless of the budget.",
      exact_other: "{{count, number}} unavailable pods are replaced immediately, regardless of the budget.",
      bound_one: "At least {{count, number}} of them is replaced immediately, regardless of the budget.",
      bound_other: "At least {{count, number}} of them are replaced immediately, regardless of the budget.",
    },
    rest: {
      exact_one: "The rest in about one batch.",
      exact_other: "The rest in about {{count, number}} batches.",
      bound_one: "The rest in one batch.",
      bound_other: "The rest in at most {{count, number}} batches.",
    },
    rounds: {
      exact_one: "In about one batch, within the budget.",
      exact_other: "In about {{count, number}} batches, each within the budget.",
      bound_one: "In one batch, within the budget; unavailable pods are replaced immediately.",
      bound_other: "In at most {{count, number}} batches, each within the budget; unavailable pods are replaced immediately.",
    },
    held_one: "{{count, number}} pod waits: nodes that do not respond use the whole budget.",
    held_other: "{{count, number}} pods wait: nodes that do not respond use the whole budget.",
    byHand_one:
      "Replaces no pod by itself: under OnDelete {{count, number}} pod of another revision stays until deleted. Delete it next if it fails.",
    byHand_other:
      "Replaces no pod by itself: under OnDelete {{count, number}} pods of other revisions stay until deleted. Delete the failing ones next.",
    byController_one: "{{controller}} replaces the pod of {{count, number}} node; nodes on revision {{revision}} keep theirs.",
    byController_other: "{{controller}} replaces the pods of {{count, number}} nodes; nodes on revision {{revision}} keep theirs.",
    nextToOld_one: "On {{count, number}} node the newer pod next to the old one is deleted; the old one stays.",
    nextToOld_other: "On {{count, number}} nodes the newer pod next to the old one is deleted; the old one stays.",
    nothing: "No node has a pod of another revision: nothing is replaced.",
    unknown: "How many pods it replaces is not known: not all pods and revisions were read.",
  },
  /** A deletion on a NotReady node. */
  unready_one: "Takes effect on {{count, number}} node when its kubelet answers again.",
  unready_other: "Takes effect on {{count, number}} nodes when their kubelets answer again.",
  ending_one: "No new pod starts on {{count, number}} node that shuts down or is removed.",
  ending_other: "No new pods start on {{count, number}} nodes that shut down or are removed.",
  givenUp_one: "The pod on {{nodes}} stays, because its upgrade failed: retry the upgrade.",
  givenUp_other: "The pods on {{nodes}} stay, because their upgrades failed: retry the upgrades.",
  nothing: "No action to suggest.",
  nothingExcluded_one:
    "Nothing to do: all eligible nodes have it. {{count, number}} node is not eligible; choose its cell to see why, and what would change that.",
  nothingExcluded_other:
    "Nothing to do: all eligible nodes have it. {{count, number}} nodes are not eligible; choose a cell to see why, and what would change that.",
  nowhere: "No node wants it: choose a cell to see why, and what would change that.",
  oneByOne: "OnDelete has no budget: delete one old pod, wait until its new one is available, then the next.",
  openWorklist: "Open the worklist",
  unread: "Actions are unknown: {{kinds}} are not read.",
  unreadYet: "Actions are not known yet: {{kinds}} are being read.",
  noCommand: "No command is known to help.",
  comesUp_one: "Nothing to do yet: {{count, number}} pod is coming up.",
  comesUp_other: "Nothing to do yet: {{count, number}} pods are coming up.",
  lookAt_one: "No command mends it: the pod's events, probes and logs say why.",
  lookAt_other: "No command mends it: the pods' events, probes and logs say why.",
  nudge: {
    title: "Nudge the controller",
    effect: "An annotation makes it sync: old pods next to available new ones are deleted, and the rollout continues. No new revision.",
  },
  retryUpgrade: {
    short: "Retry the upgrade…",
    title: "Retry the upgrade of {{nodes}}",
    effect: "{{controller}} upgrades the nodes from the beginning. Repair the cause first.",
  },
  /** Outcome of a revision, worded as in the list of revisions. */
  known: "Previously {{fate}}.",
  endsBy: "Who can end it: {{who}}.",
  doesNotHelp: "Don't",
  harms: { raise: "raise the budget: it would break more nodes." },
  room: {
    title: "Make room on {{nodes}}",
    effect:
      "Scale down or move other pods there, lower what this DaemonSet requests, or raise its priority: the pod then schedules automatically.",
    portTitle_one: "Free host port {{ports}} on {{nodes}}",
    portTitle_other: "Free host ports {{ports}} on {{nodes}}",
    portEffect:
      "Change one of the two ports: the pod then schedules automatically. Deleting the pod that holds it helps only where nothing recreates it.",
  },
  noSurge: {
    title: "Delete old pods first: maxSurge 0",
    effect_one:
      "The old pod goes before its new one comes, so the port is free; {{count, number}} node at a time is without a pod. No new revision.",
    effect_other:
      "Old pods go before their new ones come, so the port is free; {{count, number}} nodes at a time are without a pod. No new revision.",
  },
  letOn: {
    title: "Tolerate {{keys}}",
    effect:
      "Desired goes from {{before, number}} to {{after, number}}. Creates a revision; old pods are replaced as its update strategy says.",
  },
  keepOff: {
    title_one: "Keep it off {{count, number}} node: {{label}}",
    title_other: "Keep it off {{count, number}} nodes: {{label}}",
    effect:
      "Desired goes from {{before, number}} to {{after, number}}. Creates a revision; old pods are replaced as its update strategy says.",
  },
  openNodes: {
    title_one: "Take {{taints}} off {{count, number}} node",
    title_other: "Take {{taints}} off {{count, number}} nodes",
    effect: "Other pods may come too.",
  },
  deletePods: {
    title_one: "Delete the misscheduled pod",
    title_other: "Delete {{count, number}} misscheduled pods",
    effect_one: "No pod replaces it while the taint remains.",
    effect_other: "No pod replaces them while the taint remains.",
  },
  deleteFailing: {
    title_one: "Delete the failing pod",
    title_other: "Delete {{count, number}} failing pods",
    effect_one: "The controller creates one of the current revision.",
    effect_other: "The controller creates pods of the current revision.",
  },
  relabel: {
    title: "Label the nodes: {{labels}}",
    effect_one: "Makes {{count, number}} node eligible. Other workloads that select this label may move too.",
    effect_other: "Makes {{count, number}} nodes eligible. Other workloads that select this label may move too.",
    effectAny:
      "Replace NODE with a node that has what the label stands for, such as a device. Other workloads that select this label may move too.",
  },
  nodes: {
    title: "Repair or delete {{nodes}}",
    effectRest: "New pods there become available once the nodes are repaired.",
    effectWanted:
      "A node that recovers loses the taint of its condition: its pod is wanted again. Deleting the node takes its pod with it.",
    effectReady_one: "{{count, number}} slot is held until the node accepts its pod, or is deleted.",
    effectReady_other: "{{count, number}} slots are held until the nodes accept their pods, or are deleted.",
    effect_one: "{{count, number}} slot is held by a NotReady node until the node is Ready again or deleted.",
    effect_other: "{{count, number}} slots are held by NotReady nodes until they are Ready again or deleted.",
  },
  raise: {
    title: "Raise the budget: {{field}} {{now}} → {{to}}",
    brief_one: "{{count, number}} more node at a time.",
    brief_other: "{{count, number}} more nodes at a time.",
    effect_one: "{{count, number}} more node is updated at a time. If the new pods fail, they fail there too. No new revision.",
    effect_other: "{{count, number}} more nodes are updated at a time. If the new pods fail, they fail there too. No new revision.",
    effectStopped_one: "{{count, number}} node at a time is updated then; none is now. No new revision.",
    effectStopped_other: "{{count, number}} nodes at a time are updated then; none is now. No new revision.",
  },
  hold: {
    title: "Pause (switch to OnDelete)",
    short: "Pause…",
    brief_one: "{{count, number}} node keeps its old pod.",
    brief_other: "{{count, number}} nodes keep their old pods.",
    effect: "Under OnDelete no pod is replaced until you delete it: delete the pods of a few nodes for a canary. No new revision.",
    effectOn_one: "Under OnDelete {{count, number}} node keeps its old pod until you delete it. No new revision.",
    effectOn_other:
      "Under OnDelete {{count, number}} nodes keep their old pods until you delete them: delete those of a few nodes for a canary. No new revision.",
  },
  resume: {
    title: "Resume (switch to RollingUpdate)",
    effect: "Old pods are replaced within the budget from then on. No new revision.",
    effectOn_one: "{{count, number}} old pod is replaced within the budget from then on. No new revision.",
    effectOn_other: "{{count, number}} old pods are replaced within the budget from then on. No new revision.",
  },
} as const;
