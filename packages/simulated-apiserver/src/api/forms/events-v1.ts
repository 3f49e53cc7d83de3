import type { JsonObject } from "../../objects/json.ts";
import { EVENTS_V1 } from "../../objects/resources.ts";
import type { VersionConversion } from "./version-conversion.ts";

/** Fields of a stored event by their names in events.k8s.io/v1. */
const NAMES: Readonly<Record<string, string>> = {
  note: "message",
  regarding: "involvedObject",
  reportingController: "reportingComponent",
  deprecatedSource: "source",
  deprecatedFirstTimestamp: "firstTimestamp",
  deprecatedLastTimestamp: "lastTimestamp",
  deprecatedCount: "count",
};
const YOUNGER = Object.fromEntries(Object.entries(NAMES).map(([younger, stored]) => [stored, younger]));

const renamed = (object: JsonObject, names: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([field, value]) => [names[field] ?? field, value]));

/** Events in the form of their younger group. Source: pkg/apis/events/v1/conversion.go. */
export const EVENTS_FORM: VersionConversion = {
  resource: EVENTS_V1,
  served: ({ source = {}, ...object }) => ({
    ...renamed(object, YOUNGER),
    eventTime: object.eventTime ?? null,
    deprecatedSource: source,
    deprecatedFirstTimestamp: object.firstTimestamp ?? null,
    deprecatedLastTimestamp: object.lastTimestamp ?? null,
  }),
  stored: (value) => renamed(value, NAMES),
  selected: { "regarding.": "involvedObject.", reportingController: "reportingComponent" },
};
