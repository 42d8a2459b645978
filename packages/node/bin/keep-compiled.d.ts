export function keepCompiled(program: URL, data: string): string | null;
