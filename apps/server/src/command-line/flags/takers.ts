import { COMMANDS, type CommandName } from "../command-names.ts";

export const serve: readonly CommandName[] = ["serve"];
export const simulate: readonly CommandName[] = ["simulate"];
/** What shows a page. */
export const pages: readonly CommandName[] = ["serve", "replay"];
export const servers: readonly CommandName[] = ["serve", "simulate"];
export const listeners: readonly CommandName[] = [...servers, "replay"];
export const explain: readonly CommandName[] = ["explain"];
export const whatIf: readonly CommandName[] = ["what-if"];
export const queries: readonly CommandName[] = ["explain", "status", "wait", "diff", "what-if"];
/** What follows a cluster until it is ended. */
export const followers: readonly CommandName[] = ["serve", "record", "collect"];
export const collect: readonly CommandName[] = ["collect"];
/** What holds the watches of a cluster whose model it keeps. */
export const watchers: readonly CommandName[] = ["serve", "collect"];
/** What speaks with an engine. */
export const ofEngine: readonly CommandName[] = [...watchers, ...queries];
export const record: readonly CommandName[] = ["record"];
/** What writes a recording. */
export const recorders: readonly CommandName[] = ["record", "import"];
/** What looks at a cluster. */
export const clients: readonly CommandName[] = [...followers, ...queries];
/** What may look at several clusters at once. */
export const ofSeveral: readonly CommandName[] = ["serve", "status", "wait", "diff"];
export const questionsOfSeveral: readonly CommandName[] = ["status", "wait", "diff"];
export const ofOne: readonly CommandName[] = clients.filter((command) => !ofSeveral.includes(command));
/** What may look at a simulated cluster. */
export const simulated: readonly CommandName[] = [...servers, "record", "collect", ...queries];
export const all: readonly CommandName[] = COMMANDS;
