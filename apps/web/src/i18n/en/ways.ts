/** What can be done about a DaemonSet. */
export const ways = {
  title: "What can be done",
  open: "What can be done",
  copy: "Copy the command: {{title}}",
  undo: {
    title: "Undo: back to the template of revision {{revision}}",
    replaces_one: "Replaces the pod of {{count, number}} node that has another revision than {{revision}}; those that have it keep theirs.",
    replaces_other:
      "Replaces the pods of {{count, number}} nodes that have another revision than {{revision}}; those that have it keep theirs.",
    allAtOnce: "None of them is available: all at once, whatever the budget says.",
    atOnce: {
      exact_one: "{{count, number}} of them is not available and goes at once, whatever the budget says.",
      exact_other: "{{count, number}} of them are not available and go at once, whatever the budget says.",
      bound_one: "At least {{count, number}} of them at once, whatever the budget says.",
      bound_other: "At least {{count, number}} of them at once, whatever the budget says.",
    },
    rest: {
      exact_one: "For the rest the budget must come free about once.",
      exact_other: "For the rest the budget must come free about {{count, number}} times.",
      bound_one: "For the rest the budget must come free about once at most.",
      bound_other: "For the rest the budget must come free about {{count, number}} times at most.",
    },
    rounds: {
      exact_one: "The budget must come free about once.",
      exact_other: "The budget must come free about {{count, number}} times.",
      bound_one: "The budget must come free about once at most: those that are not available go at once.",
      bound_other: "The budget must come free about {{count, number}} times at most: those that are not available go at once.",
    },
    byHand: "Under OnDelete each pod waits to be deleted by hand.",
    nothing: "No node has a pod of another revision: nothing is replaced.",
    unknown: "How many pods it replaces is not known: not all pods and revisions were read.",
  },
  nodes: {
    title: "Mend or remove the nodes that hold places",
    effect_one: "{{count, number}} place is held by a node that is not ready. It comes free when the node is ready again, or deleted.",
    effect_other:
      "{{count, number}} places are held by nodes that are not ready. They come free when the nodes are ready again, or deleted.",
  },
  raise: {
    title: "A larger budget: {{field}} {{now}} → {{to}}",
    effect_one:
      "{{count, number}} more node may be without its pod at the same time. If the new pods fail, they fail there too. It is no new revision.",
    effect_other:
      "{{count, number}} more nodes may be without their pods at the same time. If the new pods fail, they fail there too. It is no new revision.",
  },
  hold: {
    title: "Hold: OnDelete",
    effect:
      "A DaemonSet has no pause. Under OnDelete no pod is replaced until somebody deletes it: delete the pods of chosen nodes for a canary. It is no new revision.",
    effectOn_one:
      "A DaemonSet has no pause. Under OnDelete {{count, number}} node keeps its old pod until somebody deletes it: delete the pods of chosen nodes for a canary. It is no new revision.",
    effectOn_other:
      "A DaemonSet has no pause. Under OnDelete {{count, number}} nodes keep their old pods until somebody deletes them: delete the pods of chosen nodes for a canary. It is no new revision.",
  },
  resume: {
    title: "Go on: RollingUpdate",
    effect: "Old pods are replaced within the budget from then on. It is no new revision.",
    effectOn_one: "{{count, number}} old pod is replaced within the budget from then on. It is no new revision.",
    effectOn_other: "{{count, number}} old pods are replaced within the budget from then on. It is no new revision.",
  },
} as const;
