/** The abilities of a machine that a real node needs. */
export interface Machine {
  readonly platform: string;
  readonly uid: number;
  /** The machine has only cgroup v2. */
  readonly hasUnifiedCgroups: boolean;
  canMakeCgroup(hierarchy: string): boolean;
  hasProgram(name: string): boolean;
  hasPlugin(name: string): boolean;
  namespaceError(): string | undefined;
}
export const CNI_BIN: string;
export function thisMachine(): Machine;
export function missingRequirement(machine: Machine): string | undefined;
