import { useSyncExternalStore } from "react";
import { type Preferences, readPreferences, subscribeToPreferences } from "./preferences.ts";

export const usePreferences = (): Preferences => useSyncExternalStore(subscribeToPreferences, readPreferences);
