export function fail(sentence: string): never;
export function builtSpecs(): string;
export function builtTool(name: string): { readonly binary: string; readonly version: string };
export function downloadedModule(path: string): string | undefined;
