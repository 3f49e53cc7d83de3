import { COMMANDS, type CommandName } from "../command-names.ts";

export const serve: readonly CommandName[] = ["serve"];
export const simulate: readonly CommandName[] = ["simulate"];
/** Commands that show a page. */
export const pages: readonly CommandName[] = ["serve", "replay"];
export const servers: readonly CommandName[] = ["serve", "simulate"];
export const listeners: readonly CommandName[] = [...servers, "replay"];
export const explain: readonly CommandName[] = ["explain"];
export const whatIf: readonly CommandName[] = ["what-if"];
export const queries: readonly CommandName[] = ["explain", "status", "wait", "diff", "what-if"];
/** Commands that follow a cluster until they are ended. */
export const followers: readonly CommandName[] = ["serve", "record", "collect"];
export const collect: readonly CommandName[] = ["collect"];
/** Commands that watch a cluster and keep its model. */
export const watchers: readonly CommandName[] = ["serve", "collect"];
/** Commands that connect to an engine. */
export const ofEngine: readonly CommandName[] = [...watchers, ...queries];
export const record: readonly CommandName[] = ["record"];
/** Commands that write a recording. */
export const recorders: readonly CommandName[] = ["record", "import"];
/** Commands that read a cluster. */
export const clients: readonly CommandName[] = [...followers, ...queries];
/** Commands that may read several clusters at once. */
export const ofSeveral: readonly CommandName[] = ["serve", "status", "wait", "diff"];
export const questionsOfSeveral: readonly CommandName[] = ["status", "wait", "diff"];
export const ofOne: readonly CommandName[] = clients.filter((command) => !ofSeveral.includes(command));
/** Commands that may read a simulated cluster. */
export const simulated: readonly CommandName[] = [...servers, "record", "collect", ...queries];
export const all: readonly CommandName[] = COMMANDS;
