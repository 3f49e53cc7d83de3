import type { words as source } from "../en/words.ts";
import type { Translated } from "../translated.ts";
import "../chinese.css";
import { acting } from "./action-plan.ts";
import { actions } from "./actions.ts";
import { audit } from "./audit.ts";
import { budget } from "./budget.ts";
import { cell } from "./cell.ts";
import { checks } from "./checks.ts";
import { chips } from "./chips.ts";
import { chrome } from "./chrome.ts";
import { clusters } from "./clusters.ts";
import { laterModel } from "./deferred-facts.ts";
import { events } from "./events.ts";
import { explain } from "./explain.ts";
import { exports } from "./exports.ts";
import { model } from "./facts.ts";
import { filter } from "./filter.ts";
import { fleet } from "./fleet.ts";
import { freshness } from "./freshness.ts";
import { grid } from "./grid.ts";
import { keys } from "./keys.ts";
import { labels } from "./labels.ts";
import { lens } from "./lens.ts";
import { loading } from "./loading.ts";
import { logs } from "./logs.ts";
import { node } from "./node.ts";
import { nodes } from "./nodes.ts";
import { notThere } from "./not-found.ts";
import { pace } from "./pace.ts";
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
import { verdict } from "./verdict.ts";
import { whatIf } from "./what-if.ts";
import { yaml } from "./yaml.ts";

export const words: Translated<typeof source> = {
  acting,
  audit,
  budget,
  cell,
  checks,
  chips,
  chrome,
  clusters,
  events,
  explain,
  exports,
  filter,
  fleet,
  freshness,
  grid,
  keys,
  labels,
  laterModel,
  lens,
  loading,
  logs,
  model,
  node,
  nodes,
  notThere,
  pace,
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
  verdict,
  whatIf,
  actions,
  yaml,
};
