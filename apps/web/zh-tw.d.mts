export function zhTW(): { readonly name: string };
export function createConverter(): Promise<(file: string, text: string) => string>;
export function readOverrides(): Readonly<Record<string, Readonly<Record<string, string>>>>;
export function textsOf(code: string): readonly string[];
