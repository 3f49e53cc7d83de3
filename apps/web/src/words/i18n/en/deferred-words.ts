import { laterModel } from "@daemonscope/words/en/deferred-facts";
import { acting } from "./action-plan.ts";
import { actions } from "./actions.ts";
import { audit } from "./audit.ts";
import { budget } from "./budget.ts";
import { checks } from "./checks.ts";
import { chips } from "./chips.ts";
import { clusters } from "./clusters.ts";
import { events } from "./events.ts";
import { explain } from "./explain.ts";
import { exports } from "./exports.ts";
import { filter } from "./filter.ts";
import { grid } from "./grid.ts";
import { keys } from "./keys.ts";
import { labels } from "./labels.ts";
import { lens } from "./lens.ts";
import { logs } from "./logs.ts";
import { node } from "./node.ts";
import { nodes } from "./nodes.ts";
import { notThere } from "./not-found.ts";
import { paceLine } from "./pace-line.ts";
import { palette } from "./palette.ts";
import { pod } from "./pod.ts";
import { preferences } from "./preferences.ts";
import { reach } from "./reach.ts";
import { report } from "./report.ts";
import { revisions } from "./revisions.ts";
import { rights } from "./rights.ts";
import { rollout } from "./rollout.ts";
import { sections } from "./sections.ts";
import { signIn } from "./sign-in.ts";
import { taints } from "./taints.ts";
import { timeline } from "./timeline.ts";
import { whatIf } from "./what-if.ts";
import { yaml } from "./yaml.ts";

/** English that loads with the first deferred part, for all deferred parts. */
export const laterWords = {
  acting,
  audit,
  actions,
  budget,
  checks,
  chips,
  clusters,
  events,
  explain,
  exports,
  filter,
  grid,
  keys,
  labels,
  laterModel,
  lens,
  logs,
  node,
  nodes,
  notThere,
  paceLine,
  palette,
  pod,
  preferences,
  reach,
  report,
  revisions,
  rights,
  rollout,
  sections,
  signIn,
  taints,
  timeline,
  whatIf,
  yaml,
} as const;
