import { expect, it } from "vitest";
import { readFault } from "./read-fault.ts";

const VERBS =
  "dropWatches, endWatches, stall, resume, garbageLine, expireHistory, restoreOlderState, skewClock, forbid, allow, failNext, setDelay, withoutStreamingList";
const RESOURCES = /^resource of \w+ is one of the resources: nodes, .*poddisruptionbudgets, priorityclasses, .+: .+ is not\.$/;

it.each<[unknown, string | RegExp]>([
  [undefined, 'a fault is a JSON object, as {"verb": "dropWatches", "resource": "pods"}.'],
  [null, /^a fault is a JSON object/],
  [[], /^a fault is a JSON object/],
  ["stall", /^a fault is a JSON object/],
  [{}, `verb is missing: it is one of ${VERBS}.`],
  [{ verb: "dance" }, `verb is one of ${VERBS}: "dance" is none of them.`],
  [{ verb: "dropWatch" }, `verb is one of ${VERBS}: "dropWatch" is none of them, did you mean "dropWatches"?`],
  [{ verb: 7 }, /: 7 is none of them\.$/],
  [{ verb: "constructor" }, /: "constructor" is none of them\.$/],
  [{ verb: "stall", resource: "unicorns" }, RESOURCES],
  [{ verb: "stall", resource: 5 }, RESOURCES],
  [{ verb: "stall", resource: null }, RESOURCES],
  [{ verb: "stall", resource: "pods.metrics.k8s.io" }, RESOURCES],
  [{ verb: "stall", of: "list" }, 'stall has no field "of": it takes resource.'],
  [{ verb: "expireHistory", resource: "pods" }, "expireHistory takes no fields: resource is one."],
  [{ verb: "restoreOlderState" }, "secondsAgo of restoreOlderState is missing: it is a number from 0."],
  [{ verb: "restoreOlderState", secondsAgo: -1 }, "secondsAgo of restoreOlderState is a number from 0: -1 is not."],
  [{ verb: "restoreOlderState", secondsAgo: "5" }, 'secondsAgo of restoreOlderState is a number from 0: "5" is not.'],
  [{ verb: "skewClock", node: "a" }, "seconds of skewClock is missing: it is a whole number from -86400 to 86400."],
  [{ verb: "skewClock", seconds: 1e300 }, "seconds of skewClock is a whole number from -86400 to 86400: 1e+300 is not."],
  [{ verb: "skewClock", seconds: 0.5 }, /: 0\.5 is not\.$/],
  [{ verb: "skewClock", seconds: 5, node: 3 }, "node of skewClock is the name of a node: 3 is not."],
  [{ verb: "skewClock", seconds: 5, node: "" }, 'node of skewClock is the name of a node: "" is not.'],
  [{ verb: "forbid" }, /^resource of forbid is missing: it is one of the resources: /],
  [
    { verb: "forbid", resource: "nodes", of: "eat" },
    `of of forbid is one of the API's verbs: get, list, watch, create, update, patch, delete, deletecollection: "eat" is not.`,
  ],
  [{ verb: "forbid", resource: "nodes", what: "list" }, 'forbid has no field "what": it takes resource, of.'],
  [{ verb: "failNext", resource: "nodes", status: 200 }, "status of failNext is a whole number from 400 to 599: 200 is not."],
  [{ verb: "failNext", resource: "nodes", status: "500" }, /: "500" is not\.$/],
  [{ verb: "failNext", resource: "nodes", count: 0 }, "count of failNext is a whole number from 1 to 100000: 0 is not."],
  [{ verb: "failNext", resource: "nodes", count: -4 }, /: -4 is not\.$/],
  [{ verb: "failNext", resource: "nodes", retryAfterSeconds: -1 }, /^retryAfterSeconds of failNext is a whole number from 0 to 86400: -1/],
  [{ verb: "setDelay", ms: -5 }, "ms of setDelay is a whole number from 0 to 600000: -5 is not."],
  [{ verb: "setDelay", ms: "abc" }, /: "abc" is not\.$/],
  [{ verb: "setDelay", ms: 1e12 }, /: 1000000000000 is not\.$/],
  [{ verb: "withoutStreamingList", without: "no" }, 'without of withoutStreamingList is true or false: "no" is not.'],
  [{ verb: "setDelay", ms: "x".repeat(500) }, /^.{1,140}… is not\.$/],
])("refuses %j with one sentence that names the field", (body, sentence) => {
  const read = readFault(body);
  expect("problem" in read ? read.problem : read).toEqual(typeof sentence === "string" ? sentence : expect.stringMatching(sentence));
});

it.each([
  { verb: "stall" },
  { verb: "dropWatches", resource: "pods" },
  { verb: "expireHistory" },
  { verb: "restoreOlderState", secondsAgo: 0.5 },
  { verb: "skewClock", seconds: -90, node: "worker-1" },
  { verb: "forbid", resource: "nodes", of: "list" },
  { verb: "failNext", resource: "nodes", status: 429, count: 2, retryAfterSeconds: 0, of: "watch" },
  { verb: "setDelay" },
  { verb: "withoutStreamingList", without: false },
])("accepts %j unchanged", (command) => {
  expect(readFault(command)).toEqual({ command });
});
